//! Rows that a model puts into words.

use super::*;

#[test]
fn counts_of_calls_may_be_said() {
    let runtime = Runtime::new().unwrap();
    let red = || {
        Call::of(
            "ask_wine",
            r#"{"sql":"SELECT * FROM wine WHERE type = 'red' LIMIT 17"}"#,
        )
    };
    let rose = || Call::of("search_wines", r#"{"wine_type":"rose"}"#);
    for (calls, text, kind) in [
        (vec![red(), rose()], "Красных найдено 17.", "text"),
        (vec![red(), rose()], "Всего найдено 37.", "text"),
        (vec![red(), red()], "Найдено 17.", "text"),
        (vec![red(), red()], "Найдено 34.", "rows"),
        (vec![red()], "Семнадцать красных.", "text"),
        (vec![red()], "Девятнадцать тысяч красных.", "rows"),
    ] {
        let turns = vec![Turn::Calls(calls), Turn::Says(text)];
        let (_, answer, _) = asked(&runtime, turns, &["--ask-tool"]);
        assert_eq!(answer["kind"], json!(kind), "{text}");
    }
}

/// Totals are in the server's summary alone, not in rows.
#[test]
fn totals_may_be_put_into_words() {
    let runtime = Runtime::new().unwrap();
    for (text, kind) in [
        ("Остаток по счёту 62 — Дт 17 193 057,52.", "text"),
        ("Остаток по счёту 62 — Дт 17 193 057,53.", "rows"),
        ("Остаток по ООО «Лютик» — 17 193 057,52.", "rows"),
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
        command.args([
            "--strategy",
            "sql",
            "--phrase",
            "--model",
            "m",
            "--format",
            "json",
        ]);
        command.args(["--endpoint", &server.url, "--today", "2026-03-31"]);
        let (code, answer, error) = told(&command.output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{text}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["kind"], json!(kind), "{text}");
    }
}

/// What is put into words are the first rows, with what was asked for; the text keeps their order, and their count.
#[test]
fn a_few_rows_are_put_into_words_in_their_order() {
    let runtime = Runtime::new().unwrap();
    let first = || Turn::Says("SELECT * FROM wine WHERE type = 'red' ORDER BY price DESC LIMIT 20");
    let (_, rows, server) = asked(
        &runtime,
        vec![first(), Turn::Says("Двадцать вин.")],
        &PHRASED,
    );
    assert_eq!(rows["kind"], json!("text"));
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
    assert_eq!(keys, ["name", "wine_type", "price_rub"]);
    let name = |place: usize| {
        rows["response"]["rows"][place]["values"]["wine.name"]
            .as_str()
            .unwrap()
    };
    for (text, kind, why) in [
        (format!("«{}», потом «{}»", name(0), name(1)), "text", ""),
        (
            format!("«{}», потом «{}»", name(1), name(0)),
            "rows",
            "order_not_found",
        ),
        // The question may say three, and so may a row.
        ("Вот три вина.".to_owned(), "rows", "count_not_found"),
    ] {
        let text = Turn::Says(Box::leak(text.into_boxed_str()));
        let (_, answer, _) = asked(&runtime, vec![first(), text.clone()], &PHRASED);
        assert_eq!(answer["kind"], json!(kind), "{why}");
        let fallback = answer["fallback"].as_str().unwrap_or_default();
        assert!(fallback.starts_with(why), "{fallback}");
    }
}

const PHRASED: [&str; 3] = ["--strategy", "sql", "--phrase"];
