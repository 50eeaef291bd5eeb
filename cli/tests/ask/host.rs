//! What a host says to the model before the question.

use std::fs;

use super::*;

#[test]
fn a_prompt_and_a_conversation_of_the_host_go_before_the_question() {
    let runtime = Runtime::new().unwrap();
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let system = file("system.txt", "Ты сомелье.");
    let messages = json!([
        {"role": "user", "content": "Что к рыбе?"},
        {"role": "assistant", "content": "Белое."},
    ]);
    let history = file("history.json", &messages.to_string());
    let more = ["--system", &system, "--history", &history];
    let (_, _, server) = asked(&runtime, vec![Turn::Says("Есть.")], &more);
    let sent = &server.seen()[0].body["messages"];
    let prompt = sent[0]["content"].as_str().unwrap();
    assert!(prompt.starts_with("Ты сомелье.\n\n") && prompt.len() > 200);
    let behind = sent.as_array().unwrap().iter().rev();
    let behind: Vec<&str> = behind
        .take(3)
        .map(|own| own["content"].as_str().unwrap())
        .collect();
    assert_eq!(behind, [QUESTION, "Белое.", "Что к рыбе?"]);
    let broken = file(
        "broken.json",
        r#"[{"role": "user", "content": "Что к рыбе?"}]"#,
    );
    let arguments = [
        "ask",
        "q",
        "--domain",
        "wine",
        "--endpoint",
        "http://127.0.0.1:1/v1",
    ];
    let mut command = cmec(&arguments);
    let output = command
        .args(["--model", "m", "--history", &broken])
        .output();
    let (code, _, error) = told(&output.unwrap());
    assert_eq!(code, 1);
    assert!(error.contains("message 1"), "{error}");
}
