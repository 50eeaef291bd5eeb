//! Chat: an answer in pieces. What is sent, what is heard, and that the pieces make up the answer that would have come whole.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;
use cmec_decoder::stream::{StreamDecoder, StreamState};
use cmec_executor::ports::chat::Chat;
use cmec_executor::ports::chat::answer::{ChatAnswer, FinishReason, Usage};
use cmec_executor::ports::chat::http::{ChatSettings, HttpChat, StreamUsage};
use cmec_executor::ports::chat::piece::Piece;
use cmec_executor::ports::chat::request::ChatRequest;
use cmec_executor::ports::chat::tool::{ToolCall, ToolKind};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::chat_answer::{call, hello};
use super::chat_script::{chunks, events};
use super::server::{Reply, Server, Step};
use super::{LONG, chat, model_server};

/// A piece as a test shows it.
pub(crate) fn shown(piece: Piece<'_>) -> String {
    match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Refusal(text) => format!("refusal: {text}"),
        Piece::Arguments { call, name, text } => format!("{call} {name}: {text}"),
    }
}

/// An answer of a model that somebody hears.
async fn heard_by<C: Chat>(
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

/// An answer without the time that it took.
fn timeless(answer: ChatAnswer) -> ChatAnswer {
    ChatAnswer {
        latency: Duration::ZERO,
        ..answer
    }
}

/// What comes of a body of events, and what is heard of it.
async fn of(body: &str) -> (Result<ChatAnswer, ModelError>, Vec<String>) {
    let body = body.to_owned();
    let server = Server::start(move |_, _| Reply::events(&body)).await;
    let (answer, heard) = hear(&chat(&server), LONG).await;
    assert_eq!(server.bodies().len(), 1, "an answer is asked for once");
    (answer.map(timeless), heard)
}

/// Events of the first choice, each with its delta; the last one ends it.
fn deltas(deltas: &[Value]) -> String {
    let own = |delta: &Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let mut all: Vec<Value> = deltas.iter().map(own).collect();
    all.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}));
    events(&all)
}

fn calls(calls: Value) -> Value {
    json!({"tool_calls": calls})
}

/// Whole answers that differ in every part.
fn wholes() -> Vec<Value> {
    let usage = json!({"prompt_tokens": 9, "completion_tokens": 4});
    let function = |id: &str, name: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    let custom =
        json!({"id": "c", "type": "custom", "custom": {"name": "line", "input": "dry \"é\""}});
    [
        (json!({"content": "Жук 🐞, \"a\"\n\u{1b}."}), "stop"),
        (json!({"content": ""}), "stop"),
        (json!({"content": "to the en"}), "length"),
        (json!({"content": null, "refusal": "I will not."}), "content_filter"),
        (
            json!({"content": "So:", "tool_calls": [
                function("a", "find", "{\"q\":\"ж\"}"), custom, function("b", "find", "")]}),
            "tool_calls",
        ),
    ]
    .into_iter()
    .map(|(message, finish)| {
        json!({"choices": [{"message": message, "finish_reason": finish}], "usage": usage})
    })
    .collect()
}

#[tokio::test]
async fn a_stream_is_asked_for_with_its_cost() {
    let server = Server::start(|_, _| Reply::events(&deltas(&[json!({"content": "hi"})]))).await;
    chat(&server)
        .stream(&hello(), LONG, &mut |_| ControlFlow::Continue(()))
        .await
        .unwrap();
    let settings = ChatSettings {
        stream_usage: StreamUsage::Unasked,
        ..ChatSettings::new("c".to_owned())
    };
    let plain = HttpChat::new(model_server(&server), settings);
    plain
        .stream(&hello(), LONG, &mut |_| ControlFlow::Continue(()))
        .await
        .unwrap();
    let mut expected = json!({
        "model": "c",
        "messages": [{"role": "user", "content": "hello"}],
        "temperature": 0.0,
        "stream": true,
        "stream_options": {"include_usage": true},
    });
    let asked = expected.clone();
    expected.as_object_mut().unwrap().remove("stream_options");
    assert_eq!(server.bodies(), [asked, expected]);
    let request = ChatRequest {
        extra: [("stream".to_owned(), json!(false))].into_iter().collect(),
        ..hello()
    };
    let answer = chat(&server)
        .stream(&request, LONG, &mut |_| ControlFlow::Continue(()))
        .await;
    assert!(matches!(answer, Err(ModelError::Unasked(_))), "{answer:?}");
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
        let expected = timeless(chat.answer(&hello(), LONG).await.unwrap());
        for _ in 0..3 {
            let (answer, heard) = hear(&chat, LONG).await;
            assert_eq!(timeless(answer.unwrap()), expected);
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
        let (answer, server_of) = (timeless_of(&whole).await, chat(&server));
        let (first, heard) = hear(&server_of, LONG).await;
        assert_eq!(timeless(first.unwrap()), answer);
        for cut in 1..most {
            let (own, own_heard) = hear(&server_of, LONG).await;
            assert_eq!(
                (timeless(own.unwrap()), &own_heard),
                (answer.clone(), &heard),
                "{cut}"
            );
        }
    }
}

async fn timeless_of(whole: &Value) -> ChatAnswer {
    let whole = whole.clone();
    let server = Server::start(move |_, _| Reply::json(&whole)).await;
    timeless(chat(&server).answer(&hello(), LONG).await.unwrap())
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
        kind: ToolKind::Function,
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

#[tokio::test]
async fn a_piece_is_heard_before_the_next_is_said() {
    let told = Arc::new(Notify::new());
    let waits = Arc::clone(&told);
    let server = Server::start(move |_, _| {
        let body = deltas(&[json!({"content": "a"}), json!({"content": "b"})]);
        let (head, tail) = body.split_at(body.find("\n\n").unwrap() + 2);
        let send = |part: &str| Step::Send(part.as_bytes().to_vec());
        Reply::Events(vec![send(head), Step::Wait(Arc::clone(&waits)), send(tail)])
    })
    .await;
    let mut heard = String::new();
    let chat = chat(&server);
    let answer = heard_by(&chat, LONG, |piece| {
        heard.push_str(&shown(piece));
        told.notify_one();
        ControlFlow::Continue(())
    });
    assert_eq!(answer.await.unwrap().text.as_deref(), Some("ab"));
    assert_eq!(heard, "ab");
}

/// What comes of a body where the first piece with some words ends it; the server is told that the client went away.
async fn stopped_at(words: &str, body: String) -> (ChatAnswer, Vec<String>) {
    let gone = Arc::new(Notify::new());
    let told = Arc::clone(&gone);
    let server = Server::start(move |_, _| {
        let bytes = body.as_bytes().to_vec();
        Reply::Events(vec![Step::Send(bytes), Step::Gone(Arc::clone(&told))])
    })
    .await;
    let mut heard = Vec::new();
    let chat = chat(&server);
    let answer = heard_by(&chat, LONG, |piece| {
        heard.push(shown(piece));
        match heard.concat().contains(words) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let answer = timeless(answer.await.unwrap());
    tokio::time::timeout(LONG, gone.notified()).await.unwrap();
    assert_eq!(server.bodies().len(), 1);
    (answer, heard)
}

#[tokio::test]
async fn whoever_hears_an_answer_may_end_it() {
    let usage = json!({"completion_tokens": 3});
    let text = json!({"choices": [{"delta": {"content": "no more"}}], "usage": usage});
    let (answer, heard) = stopped_at("no", format!("data: {text}\n\n")).await;
    let expected = ChatAnswer {
        text: Some("no more".to_owned()),
        refusal: None,
        calls: Vec::new(),
        finish: FinishReason::Stopped,
        usage: Usage {
            completion: Some(3),
            ..Usage::default()
        },
        latency: Duration::ZERO,
    };
    assert_eq!(
        (answer, heard.as_slice()),
        (expected, ["no more".to_owned()].as_slice())
    );
    // A call is cut where it stands; one of which nothing was heard is left out.
    let begun = |index: u32, id: &str, said: &str| json!({"index": index, "id": id, "function": {"name": "find", "arguments": said}});
    let all = [
        begun(0, "a", "{\"q\":"),
        begun(1, "b", ""),
        begun(2, "c", "late"),
    ];
    let (answer, heard) =
        stopped_at("q", deltas(&[json!({"content": "So"}), calls(json!(all))])).await;
    assert_eq!(
        (answer.text.as_deref(), answer.finish),
        (Some("So"), FinishReason::Stopped)
    );
    let arguments: Vec<&str> = answer.calls.iter().map(|own| &*own.arguments).collect();
    assert_eq!(arguments, ["{\"q\":"]);
    assert_eq!(heard, ["So", "0 find: {\"q\":"]);
}

#[tokio::test]
async fn a_text_that_can_no_longer_become_valid_ends_its_generation() {
    let tables = builtin("enterprise").unwrap();
    let mut decoder = StreamDecoder::new(Decoder::new(tables));
    let gone = Arc::new(Notify::new());
    let told = Arc::clone(&gone);
    let server = Server::start(move |_, _| {
        let pieces =
            ["{\"s\":\"I", "Z\",\"tg\":[", "\"F001\"]}"].map(|text| json!({"content": text}));
        let bytes = deltas(&pieces).into_bytes();
        Reply::Events(vec![Step::Send(bytes), Step::Gone(Arc::clone(&told))])
    })
    .await;
    let chat = chat(&server);
    let answer = heard_by(&chat, LONG, |piece| {
        let Piece::Text(text) = piece else {
            return ControlFlow::Continue(());
        };
        match decoder.push(text) {
            StreamState::Open => ControlFlow::Continue(()),
            StreamState::Doomed(_) => ControlFlow::Break(()),
        }
    });
    let answer = answer.await.unwrap();
    assert_eq!(answer.finish, FinishReason::Stopped);
    assert_eq!(answer.text.as_deref(), Some("{\"s\":\"IZ\",\"tg\":["));
    tokio::time::timeout(LONG, gone.notified()).await.unwrap();
}

/// A model that knows no streams.
struct Whole(ChatAnswer);

impl Chat for Whole {
    fn model(&self) -> &str {
        "w"
    }

    async fn answer(&self, _: &ChatRequest, _: Duration) -> Result<ChatAnswer, ModelError> {
        Ok(self.0.clone())
    }
}

#[tokio::test]
async fn an_answer_that_comes_whole_is_heard_in_one_piece_each() {
    let whole = ChatAnswer {
        text: Some("So".to_owned()),
        refusal: Some("no".to_owned()),
        calls: vec![call(ToolKind::Function), call(ToolKind::Custom)],
        finish: FinishReason::ToolCalls,
        usage: Usage::default(),
        latency: Duration::ZERO,
    };
    let own = |kind: &str, said: &str| json!({"id": "call_1", "type": kind, kind: {"name": "find", said: "{\"q\":1}"}});
    let message = json!({"content": "So", "refusal": "no",
        "tool_calls": [own("function", "arguments"), own("custom", "input")]});
    let body = json!({"choices": [{"message": message, "finish_reason": "tool_calls"}]});
    // A server that ignores `stream` answers with one document.
    let server = Server::start(move |_, _| Reply::json(&body)).await;
    let (http, plain) = (chat(&server), Whole(whole.clone()));
    let pieces = [
        "So",
        "refusal: no",
        "0 find: {\"q\":1}",
        "1 find: {\"q\":1}",
    ];
    for (answer, heard) in [hear(&http, LONG).await, hear(&plain, LONG).await] {
        assert_eq!(timeless(answer.unwrap()), whole);
        assert_eq!(heard, pieces);
    }
    for (end, (refusal, calls)) in [(None, 0), (Some("no"), 0), (Some("no"), 1), (Some("no"), 2)]
        .into_iter()
        .enumerate()
    {
        let mut heard = 0;
        let answer = heard_by(&plain, LONG, |_| {
            heard += 1;
            match heard > end {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let answer = answer.await.unwrap();
        assert_eq!(
            (answer.text.as_deref(), answer.finish),
            (Some("So"), FinishReason::Stopped)
        );
        assert_eq!(
            (answer.refusal.as_deref(), answer.calls.len()),
            (refusal, calls)
        );
    }
}
