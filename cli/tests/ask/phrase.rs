//! Rows that a model puts into words.

use super::*;

/// Rows are numbered over all calls of a question. With several calls `{{count}}` is ambiguous, and the text is held back.
#[test]
fn rows_are_numbered_over_all_calls() {
    let runtime = Runtime::new().unwrap();
    let red = || {
        Call::of(
            "ask_wine",
            r#"{"sql":"SELECT * FROM wine WHERE type = 'red' LIMIT 17"}"#,
        )
    };
    let rose = || Call::of("search_wines", r#"{"wine_type":"rose"}"#);
    for (calls, text, expected) in [
        (
            vec![red()],
            "Красных найдено {{count}}.",
            Some("Красных найдено 17."),
        ),
        (vec![red(), rose()], "Всего найдено {{count}}.", None),
        (
            vec![red(), rose()],
            "Есть {{r17.type}} и {{r18.type}}.",
            Some("Есть red и rose."),
        ),
        (vec![red()], "Семнадцать красных.", None),
        (vec![red()], "Есть {{r18.type}}.", None),
    ] {
        let turns = vec![Turn::Calls(calls), Turn::Says(text)];
        let (_, answer, _) = asked(&runtime, turns, &["--ask-tool"]);
        assert_eq!(answer["text"], json!(expected), "{text}: {answer}");
    }
}

/// Totals are in the server's summary alone, not in rows.
#[test]
fn totals_may_be_put_into_words() {
    let runtime = Runtime::new().unwrap();
    for (text, kind) in [
        ("{{summary}}", "text"),
        ("Остаток по счёту {{q.1}} — Дт 17 193 057,52.", "rows"),
    ] {
        let line = Turn::Says(
            "SELECT * FROM account_balance WHERE account = '62' AND date = '2026-03-31'",
        );
        let server = runtime.block_on(play(vec![line, Turn::Says(text)]));
        let mut command = cmec(&[
            "ask",
            "Остаток по счёту 62 на конец марта",
            "--domain",
            "address",
        ]);
        command
            .args(PHRASED)
            .args(["--model", "m", "--format", "json"]);
        command.args(["--endpoint", &server.url, "--today", "2026-03-31"]);
        let (code, answer, error) = told(&command.output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{text}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["kind"], json!(kind), "{text}");
        let shown = answer["text"].as_str().unwrap_or("17 193 057,52");
        assert!(shown.contains("17 193 057,52"), "{shown}");
    }
}

/// What is put into words are the first rows, with what was asked for; the text keeps their order.
#[test]
fn a_few_rows_are_put_into_words_in_their_order() {
    let runtime = Runtime::new().unwrap();
    let first = || Turn::Says("SELECT * FROM wine WHERE type = 'red' ORDER BY price DESC LIMIT 20");
    let (_, rows, server) = asked(
        &runtime,
        vec![first(), Turn::Says("{{count}} вин.")],
        &PHRASED,
    );
    assert_eq!(rows["text"], json!("20 вин."));
    let messages = &server.seen()[1].body["messages"];
    let mut results = messages.as_array().unwrap().iter();
    let result = results.rfind(|own| own["role"] == "tool").unwrap();
    let result: Value = serde_json::from_str(result["content"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&result["found"], &result["shown"]),
        (&json!(20), &json!(5))
    );
    let told = result["rows"].as_array().unwrap();
    assert_eq!(told.len(), 5);
    let keys: Vec<&String> = told[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["row", "name", "wine_type", "price_rub"]);
    for (text, kind, why) in [
        ("{{r1.name}}, потом «{{r2.name}}»", "text", ""),
        (
            "{{r2.name}}, потом {{r1.name}}",
            "rows",
            "order_not_found: r2",
        ),
        ("Вот три вина.", "rows", "number_not_found: три"),
        ("{{r1.colour}}", "rows", "reference_not_found: r1.colour"),
    ] {
        let (_, answer, _) = asked(&runtime, vec![first(), Turn::Says(text)], &PHRASED);
        assert_eq!(answer["kind"], json!(kind), "{text}");
        assert_eq!(
            answer["fallback"].as_str().unwrap_or_default(),
            why,
            "{text}"
        );
    }
}

const PHRASED: [&str; 3] = ["--strategy", "sql", "--phrase"];
