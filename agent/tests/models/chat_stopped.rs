//! Chat: what is heard of an answer while it comes, and that whoever hears it may end it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::{ChatAnswer, FinishReason, Usage};
use cmec_agent::chat::piece::Piece;
use cmec_agent::chat::request::ChatRequest;
use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;
use cmec_decoder::stream::{StreamDecoder, StreamState};
use cmec_executor::ports::model_error::ModelError;
use serde_json::json;
use tokio::sync::Notify;

use super::chat_answer::call;
use super::chat_stream::{calls, deltas, hear, heard_by, shown};
use super::server::{Reply, Server, Step};
use super::{LONG, chat};

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
    let answer = answer.await.unwrap();
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
        confidence: None,
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
            StreamState::Complete | StreamState::Doomed(_) => ControlFlow::Break(()),
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
        calls: vec![call(), call()],
        finish: FinishReason::ToolCalls,
        usage: Usage::default(),
        confidence: None,
    };
    let own = json!({"id": "call_1", "type": "function", "function": {"name": "find", "arguments": "{\"q\":1}"}});
    let message = json!({"content": "So", "refusal": "no", "tool_calls": [own, own]});
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
        assert_eq!(answer.unwrap(), whole);
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
