//! Texts of a model that are not shown, in no format; and what of one that is shown does not reach a terminal.

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

/// Where a text was taken back, no other one stands in its place.
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

/// A terminal obeys nothing that a model says.
#[test]
fn no_control_of_a_text_reaches_the_terminal() {
    let runtime = Runtime::new().unwrap();
    let text = "Красное\u{1b}[m \u{202e}сухое\u{9b}\u{200b}\r\u{7}\u{2028}";
    let turns = vec![search(), Turn::Says(text)];
    let (_, answer, _) = asked(&runtime, turns.clone(), &[]);
    assert_eq!(answer["text"], json!(text));
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
