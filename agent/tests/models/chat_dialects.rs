//! Chat: how servers differ in what they stream, and that each is read.

use cmec_agent::chat::answer::{ChatAnswer, FinishReason};
use cmec_agent::chat::tool::ToolCall;
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::chat_script::events;
use super::chat_stream::{calls, deltas, hear};
use super::server::{Reply, Server};
use super::{LONG, chat};

/// What comes of a body of events, and what is heard of it.
async fn of(body: &str) -> (Result<ChatAnswer, ModelError>, Vec<String>) {
    let body = body.to_owned();
    let server = Server::start(move |_, _| Reply::events(&body)).await;
    let (answer, heard) = hear(&chat(&server), LONG).await;
    assert_eq!(server.bodies().len(), 1, "an answer is asked for once");
    (answer, heard)
}

#[tokio::test]
async fn what_servers_do_otherwise_is_read() {
    let begun = |index: Value, id: Value, name: Value, said: &str| {
        json!({"index": index, "id": id, "type": "function",
            "function": {"name": name, "arguments": said}})
    };
    let more = |index: Value, said: &str| json!({"index": index, "function": {"arguments": said}});
    let find = |id: &str, arguments: &str| ToolCall {
        id: id.to_owned(),
        name: "find".to_owned(),
        arguments: arguments.to_owned(),
    };
    let null = Value::Null;
    for (what, body, expected) in [
        (
            "id and name in each piece",
            vec![
                begun(json!(0), json!("a"), json!("find"), "{"),
                begun(json!(0), json!("a"), json!("find"), "}"),
            ],
            vec![find("a", "{}")],
        ),
        (
            "the index 0 for each call",
            vec![
                begun(json!(0), json!("a"), json!("find"), "{"),
                begun(json!(0), json!(""), null.clone(), "}"),
                begun(json!(0), json!("b"), json!("find"), "["),
                begun(json!(0), json!(""), null.clone(), "]"),
            ],
            vec![find("a", "{}"), find("b", "[]")],
        ),
        (
            "another id in the pieces after the first",
            vec![
                begun(json!(0), json!("a"), json!("find"), "{"),
                begun(json!(0), json!("x"), null.clone(), "}"),
            ],
            vec![find("a", "{}")],
        ),
        (
            "no index",
            vec![
                begun(null.clone(), json!("a"), json!("find"), "{"),
                more(null.clone(), "}"),
                begun(null.clone(), json!("b"), json!("find"), "["),
                begun(null.clone(), json!("b"), null.clone(), "]"),
            ],
            vec![find("a", "{}"), find("b", "[]")],
        ),
        (
            "pieces in turns, and indexes that begin anywhere",
            vec![
                begun(json!(7), json!("a"), json!("find"), ""),
                begun(json!(3), json!("b"), json!("find"), "["),
                more(json!(7), "{"),
                more(json!(3), "]"),
                more(json!(7), "}"),
            ],
            vec![find("a", "{}"), find("b", "[]")],
        ),
        (
            "arguments before the id and the name",
            vec![
                more(json!(0), "{"),
                begun(json!(0), json!("a"), json!("find"), "}"),
            ],
            vec![find("a", "{}")],
        ),
        (
            "nulls",
            vec![
                begun(json!(0), json!("a"), json!("find"), "{}"),
                json!({"index": 0, "id": null, "type": null, "function": null}),
                json!({"index": 0, "function": {"name": null, "arguments": null}}),
            ],
            vec![find("a", "{}")],
        ),
    ] {
        let apart: Vec<Value> = body.iter().map(|own| calls(json!([own]))).collect();
        for body in [deltas(&apart), deltas(&[calls(json!(body))])] {
            let (answer, heard) = of(&body).await;
            assert_eq!(answer.unwrap().calls, expected, "{what}");
            for (place, call) in expected.iter().enumerate() {
                let prefix = format!("{place} find: ");
                let said = heard.iter().filter_map(|piece| piece.strip_prefix(&prefix));
                assert_eq!(said.collect::<String>(), call.arguments, "{what}");
            }
        }
    }
}

#[tokio::test]
async fn what_stands_beside_a_text_is_passed_over() {
    let hi = r#"{"choices":[{"delta":{"content":"hi"}}]}"#;
    let stop = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;
    let long = format!(
        "data: {hi}\n\n: {}\n\ndata: {stop}\n\n",
        "x".repeat(1 << 20)
    );
    for body in [
        format!("data: {hi}\n\ndata: {stop}\n\ndata: [DONE]\n\n"),
        // No `[DONE]`, and one without a blank line behind it.
        format!("data: {hi}\n\ndata: {stop}\n\n"),
        format!("data: {hi}\n\ndata: {stop}\n\ndata: [DONE]"),
        format!("\u{feff}: a comment\r\n\r\nid: 1\r\nevent: x\r\nretry: 1\r\ndata:{hi}\r\n\r\ndata: {stop}\r\n\r\n"),
        format!("data:\n\ndata: {hi}\r\rdata: {stop}\r\r"),
        r#"data: {"choices":[{"delta":
data: {"content":"hi"},"finish_reason":"stop"}]}

"#
        .to_owned(),
        long,
        // A chunk of what a filter says, a reasoning, another choice, reasons that are none.
        [
            r#"{"choices":[],"prompt_filter_results":[]}"#,
            r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":"hm"}}]}"#,
            r#"{"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"stop"}]}"#,
            r#"{"choices":[{"index":0,"finish_reason":""}],"usage":null}"#,
            r#"{"choices":[{"index":0,"delta":{"content":[{"type":"thinking"},{"type":"text","text":"hi"}]},"finish_reason":null}]}"#,
            stop,
        ]
        .map(|chunk| format!("data: {chunk}\n\n"))
        .concat(),
        // What fails behind the end costs nobody an answer.
        format!("data: {hi}\n\ndata: {stop}\n\ndata: {{\"error\":\"late\"}}\n\n"),
        format!("data: {hi}\n\ndata: {stop}\n\ndata: <html>\n\n"),
    ] {
        let (answer, heard) = of(&body).await;
        let answer = answer.unwrap();
        assert_eq!((answer.text.as_deref(), answer.finish), (Some("hi"), FinishReason::Stop));
        assert_eq!(heard, ["hi"], "{body}");
    }
    // An end without a reason.
    let (answer, _) = of(&format!("data: {hi}\n\ndata: [DONE]\n\n")).await;
    assert_eq!(answer.unwrap().finish, FinishReason::Other);
    // The cost grows with each chunk.
    let usage = |tokens: u64| json!({"choices": [{"delta": {"content": "a"}}], "usage": {"completion_tokens": tokens}});
    let (answer, _) = of(&events(&[usage(1), usage(2)])).await;
    assert_eq!(answer.unwrap().usage.completion, Some(2));
}
