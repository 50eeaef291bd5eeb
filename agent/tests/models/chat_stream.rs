//! Chat: an answer in pieces. What is sent, what is heard, and that the pieces make up the answer that would have come whole.

use std::ops::ControlFlow;
use std::time::Duration;

use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::ChatAnswer;
use cmec_agent::chat::confidence::Confidence;
use cmec_agent::chat::piece::Piece;
use cmec_agent::chat::request::ChatRequest;
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::chat_answer::hello;
use super::chat_script::{chunks, events};
use super::server::{Reply, Server, Step};
use super::{LONG, chat};

/// A piece as a test shows it.
pub(crate) fn shown(piece: Piece<'_>) -> String {
    match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Refusal(text) => format!("refusal: {text}"),
        Piece::Arguments { call, name, text } => format!("{call} {name}: {text}"),
    }
}

/// An answer of a model that somebody hears.
pub(crate) async fn heard_by<C: Chat>(
    chat: &C,
    within: Duration,
    mut heard: impl FnMut(Piece<'_>) -> ControlFlow<()> + Send,
) -> Result<ChatAnswer, ModelError> {
    chat.stream(&hello(), within, &mut heard).await
}

/// An answer of a model, and what was heard of it.
pub(crate) async fn hear<C: Chat>(
    chat: &C,
    within: Duration,
) -> (Result<ChatAnswer, ModelError>, Vec<String>) {
    let mut heard = Vec::new();
    let answer = heard_by(chat, within, |piece| {
        heard.push(shown(piece));
        ControlFlow::Continue(())
    })
    .await;
    (answer, heard)
}

/// Events of the first choice, each with its delta; the last one ends it.
pub(crate) fn deltas(deltas: &[Value]) -> String {
    let own = |delta: &Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let mut all: Vec<Value> = deltas.iter().map(own).collect();
    all.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}));
    events(&all)
}

pub(crate) fn calls(calls: Value) -> Value {
    json!({"tool_calls": calls})
}

/// Whole answers that differ in every part.
fn wholes() -> Vec<Value> {
    let usage = json!({"prompt_tokens": 9, "completion_tokens": 4});
    let function = |id: &str, name: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    [
        (json!({"content": "Жук 🐞, \"a\"\n\u{1b}."}), "stop"),
        (json!({"content": ""}), "stop"),
        (json!({"content": "to the en"}), "length"),
        (json!({"content": null, "refusal": "I will not."}), "content_filter"),
        (
            json!({"content": "So:", "tool_calls": [
                function("a", "find", "{\"q\":\"ж\"}"), function("c", "line", "dry \"é\""), function("b", "find", "")]}),
            "tool_calls",
        ),
        (json!({"tool_calls": [function("", "find", "{}"), function("", "find", "{\"q\":1}")]}), "tool_calls"),
    ]
    .into_iter()
    .map(|(message, finish)| {
        json!({"choices": [{"message": message, "finish_reason": finish}], "usage": usage})
    })
    .collect()
}

#[tokio::test]
async fn log_probabilities_of_pieces_are_those_of_the_whole() {
    let piece = |text: &str, logprobs: Value| json!({"choices": [{"delta": {"content": text}, "logprobs": logprobs}]});
    let own = |logprob: f64| json!({"content": [{"logprob": logprob}]});
    let pieces = [
        piece("a", own(-2.0)),
        piece("b", Value::Null),
        piece("c", own(-1.0)),
    ];
    let body = events(&pieces);
    let server = Server::start(move |_, _| Reply::events(&body)).await;
    let request = ChatRequest {
        logprobs: true,
        ..hello()
    };
    let answer = chat(&server)
        .stream(&request, LONG, &mut |_| ControlFlow::Continue(()))
        .await
        .unwrap();
    let (mean, least) = (-1.5, -2.0);
    assert_eq!(answer.confidence, Some(Confidence { mean, least }));
    assert_eq!(server.bodies()[0]["logprobs"], json!(true));
}

#[tokio::test]
async fn a_stream_is_asked_for_with_its_cost() {
    let server = Server::start(|_, _| Reply::events(&deltas(&[json!({"content": "hi"})]))).await;
    chat(&server)
        .stream(&hello(), LONG, &mut |_| ControlFlow::Continue(()))
        .await
        .unwrap();
    let expected = json!({
        "model": "c",
        "messages": [{"role": "user", "content": "hello"}],
        "temperature": 0.0,
        "stream": true,
        "stream_options": {"include_usage": true},
    });
    assert_eq!(server.bodies(), [expected]);
}

#[tokio::test]
async fn the_pieces_make_up_the_answer_that_comes_whole() {
    for whole in wholes() {
        let (body, streams) = (
            whole.clone(),
            [1, 3, 1_000].map(|letters| chunks(&whole, letters)),
        );
        let server = Server::start(move |number, _| match number.checked_sub(1) {
            None => Reply::json(&body),
            Some(at) => Reply::events(&events(&streams[at])),
        })
        .await;
        let chat = chat(&server);
        let expected = chat.answer(&hello(), LONG).await.unwrap();
        for _ in 0..3 {
            let (answer, heard) = hear(&chat, LONG).await;
            assert_eq!(answer.unwrap(), expected);
            let said = |prefix: &str| -> String {
                heard
                    .iter()
                    .filter_map(|piece| piece.strip_prefix(prefix))
                    .collect()
            };
            for (place, call) in expected.calls.iter().enumerate() {
                assert_eq!(said(&format!("{place} {}: ", call.name)), call.arguments);
            }
            assert_eq!(
                said("refusal: "),
                expected.refusal.clone().unwrap_or_default()
            );
            if expected.calls.is_empty() && expected.refusal.is_none() {
                assert_eq!(Some(heard.concat()), expected.text);
            }
        }
        // One connection serves them all.
        let seen = server.seen();
        assert!(seen.iter().all(|own| own.from == seen[0].from));
    }
}

#[tokio::test]
async fn an_answer_is_the_same_wherever_its_body_is_cut() {
    for whole in wholes() {
        let body = events(&chunks(&whole, 7));
        let most = body.len();
        let server = Server::start(move |number, _| {
            let bytes = body.as_bytes();
            let pieces: Vec<&[u8]> = match number {
                0 => bytes.chunks(1).collect(),
                cut => vec![&bytes[..cut], &bytes[cut..]],
            };
            let steps = pieces.into_iter().map(|piece| Step::Send(piece.to_vec()));
            Reply::Events(steps.collect())
        })
        .await;
        let (answer, server_of) = (whole_of(&whole).await, chat(&server));
        let (first, heard) = hear(&server_of, LONG).await;
        assert_eq!(first.unwrap(), answer);
        for cut in 1..most {
            let (own, own_heard) = hear(&server_of, LONG).await;
            assert_eq!(
                (own.unwrap(), &own_heard),
                (answer.clone(), &heard),
                "{cut}"
            );
        }
    }
}

async fn whole_of(whole: &Value) -> ChatAnswer {
    let whole = whole.clone();
    let server = Server::start(move |_, _| Reply::json(&whole)).await;
    chat(&server).answer(&hello(), LONG).await.unwrap()
}
