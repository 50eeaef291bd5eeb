//! Chat: what an answer must be, and the faults of a server.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::{ChatAnswer, FinishReason, Usage};
use cmec_agent::chat::confidence::Confidence;
use cmec_agent::chat::http::{ChatSettings, HttpChat};
use cmec_agent::chat::request::{ChatRequest, Message};
use cmec_agent::chat::tool::ToolCall;
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{LONG, chat, model_server};

pub(crate) fn hello() -> ChatRequest {
    ChatRequest::new(vec![Message::User("hello".to_owned())])
}

pub(crate) fn said(text: &str) -> Reply {
    Reply::json(&json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}))
}

/// What comes of a body.
async fn of(body: &str) -> Result<ChatAnswer, ModelError> {
    let body = body.to_owned();
    let server = Server::start(move |_, _| Reply::text(&body)).await;
    let answer = chat(&server).answer(&hello(), LONG).await;
    assert_eq!(server.bodies().len(), 1, "an answer is asked for once");
    answer
}

/// What comes of a message that ended for a reason.
async fn of_message(message: Value, finish: &str) -> Result<ChatAnswer, ModelError> {
    let choice = json!({"message": message, "finish_reason": finish});
    of(&json!({"choices": [choice]}).to_string()).await
}

pub(crate) fn call() -> ToolCall {
    ToolCall {
        id: "call_1".to_owned(),
        name: "find".to_owned(),
        arguments: "{\"q\":1}".to_owned(),
    }
}

#[tokio::test]
async fn an_answer_is_read_in_every_part() {
    let function = json!({"name": "find", "arguments": "{\"q\":1}"});
    let called = json!({"id": "call_1", "type": "function", "function": function});
    let message = json!({
        "role": "system",
        "content": null,
        "refusal": "no",
        "tool_calls": [called, called],
    });
    let body = json!({
        "choices": [
            {"message": message, "finish_reason": "tool_calls"},
            {"message": {"content": "not asked for"}},
        ],
        "usage": {
            "prompt_tokens": 9,
            "completion_tokens": 4,
            "prompt_tokens_details": {"cached_tokens": 8},
        },
    });
    let answer = of(&body.to_string()).await.unwrap();
    let expected = ChatAnswer {
        text: None,
        refusal: Some("no".to_owned()),
        calls: vec![call(), call()],
        finish: FinishReason::ToolCalls,
        usage: Usage {
            prompt: Some(9),
            cached: Some(8),
            completion: Some(4),
        },
        confidence: None,
    };
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn the_end_of_an_answer_is_told() {
    for (finish, expected) in [
        (json!("stop"), FinishReason::Stop),
        (json!("length"), FinishReason::Length),
        (json!("content_filter"), FinishReason::ContentFilter),
        (json!("error"), FinishReason::Other),
        (json!(null), FinishReason::Other),
        (json!(5), FinishReason::Other),
    ] {
        let choice = json!({"message": {"content": ""}, "finish_reason": finish});
        let answer = of(&json!({"choices": [choice]}).to_string()).await.unwrap();
        assert_eq!(answer.finish, expected, "{finish}");
    }
    for (finish, expected) in [
        ("length", FinishReason::Length),
        ("content_filter", FinishReason::ContentFilter),
    ] {
        let answer = of_message(json!({"content": null}), finish).await.unwrap();
        assert_eq!((answer.text, answer.finish), (None, expected));
    }
}

#[tokio::test]
async fn log_probabilities_are_kept_as_their_mean_and_the_least() {
    let tokens = |all: &[f64]| {
        let tokens = all.iter().map(|own| json!({"token": "a", "logprob": own}));
        json!({"content": tokens.collect::<Vec<_>>()})
    };
    for (logprobs, expected) in [
        (json!(null), None),
        (json!({"content": []}), None),
        (json!({"content": [{"logprob": "many"}]}), None),
        (tokens(&[0.0, -3.0, 0.0]), Some((-1.0, -3.0))),
        // More than certain is certain.
        (tokens(&[0.1]), Some((0.0, 0.0))),
    ] {
        let choice = json!({"message": {"content": "a"}, "logprobs": logprobs});
        let answer = of(&json!({"choices": [choice]}).to_string()).await.unwrap();
        let expected = expected.map(|(mean, least)| Confidence { mean, least });
        assert_eq!(answer.confidence, expected, "{logprobs}");
    }
}

#[tokio::test]
async fn what_a_server_does_not_say_of_tokens_is_missing() {
    for (usage, expected) in [
        (json!(null), (None, None, None)),
        (json!("many"), (None, None, None)),
        (
            json!({"prompt_tokens": -1, "completion_tokens": 2, "prompt_tokens_details": null}),
            (None, None, Some(2)),
        ),
        (
            json!({"prompt_tokens": 3, "prompt_cache_hit_tokens": 1}),
            (Some(3), Some(1), None),
        ),
    ] {
        let body = json!({"choices": [{"message": {"content": "a"}}], "usage": usage});
        let own = of(&body.to_string()).await.unwrap().usage;
        assert_eq!(
            (own.prompt, own.cached, own.completion),
            expected,
            "{usage}"
        );
    }
}

#[tokio::test]
async fn a_text_in_parts_is_one_text() {
    let parts = json!([
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b"},
    ]);
    let answer = of_message(json!({"content": parts}), "stop").await.unwrap();
    assert_eq!(answer.text.as_deref(), Some("ab"));
}

#[tokio::test]
async fn an_empty_text_beside_what_is_said_is_none() {
    let calls =
        json!([{"id": "1", "type": "function", "function": {"name": "f", "arguments": ""}}]);
    for (message, text, refusal) in [
        (json!({"content": "a", "refusal": ""}), Some("a"), None),
        (json!({"content": "", "refusal": ""}), Some(""), None),
        (json!({"content": "", "refusal": "no"}), None, Some("no")),
        (json!({"content": "", "tool_calls": calls}), None, None),
    ] {
        let answer = of_message(message.clone(), "stop").await.unwrap();
        let said = (answer.text.as_deref(), answer.refusal.as_deref());
        assert_eq!(said, (text, refusal), "{message}");
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_told() {
    let call = |id: Value, name: &str, arguments: Value| {
        let function = json!({"name": name, "arguments": arguments});
        json!({"tool_calls": [{"id": id, "type": "function", "function": function}]})
    };
    let long = "i".repeat(1_025);
    for (message, why) in [
        (json!({}), "it has no text, no call and no refusal"),
        (
            json!({"content": null, "tool_calls": [], "refusal": ""}),
            "it has no text, no call and no refusal",
        ),
        (json!({"content": 5}), "`content` is neither a text"),
        (
            json!({"content": [{"type": "text"}]}),
            "a part of `content` has no text",
        ),
        (json!({"content": [1]}), "it has no text"),
        (json!({"refusal": ["no"]}), "expected a string"),
        (json!({"tool_calls": {}}), "expected a sequence"),
        (
            call(json!("1"), "find", json!({"q": 1})),
            "invalid type: map, expected a string",
        ),
        (call(json!("1"), "find", Value::Null), "invalid type: null"),
        (call(json!(1), "find", json!("{}")), "invalid type: integer"),
        (
            call(json!(long), "find", json!("{}")),
            "the id of a call has 1025 bytes",
        ),
        (
            call(json!("1"), "\u{1b}[2J", json!("{}")),
            "the name of a tool has a character that is not seen",
        ),
    ] {
        match of_message(message.clone(), "stop").await {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{message}: {said}"),
            other => panic!("{message}: {other:?}"),
        }
    }
    let own = &call(json!("1"), "find", json!("{}"))["tool_calls"][0];
    let many = json!({"tool_calls": vec![own; 129]});
    match of_message(many, "stop").await {
        Err(ModelError::Malformed(said)) => {
            assert_eq!(said, "it has 129 calls, and 128 are the most");
        }
        other => panic!("{other:?}"),
    }
    for (body, why) in [
        ("", "it cannot be read: EOF"),
        ("<html>", "it cannot be read: expected value"),
        ("{}", "it has no choice"),
        (r#"{"choices":[]}"#, "it has no choice"),
        (r#"{"choices":[{}]}"#, "missing field `message`"),
        (r#"{"choices":5}"#, "invalid type: integer"),
        (&"[".repeat(300), "it cannot be read"),
        (
            &format!(r#"{{"usage":{}"#, "[".repeat(300)),
            "recursion limit exceeded",
        ),
    ] {
        match of(body).await {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{body}: {said}"),
            other => panic!("{body}: {other:?}"),
        }
    }
}

/// A call that lacks something is a call all the same: whoever runs it tells the model what is wrong.
#[tokio::test]
async fn a_call_that_lacks_an_id_a_name_or_arguments_is_a_call() {
    let message = json!({"tool_calls": [
        {"function": {"name": "find", "arguments": "{}"}},
        {"id": "", "function": {"name": ""}},
        {"id": "1"},
    ]});
    let whole = of_message(message.clone(), "tool_calls").await.unwrap();
    let calls = whole.calls.iter();
    let calls = calls.map(|own| [&*own.id, &*own.name, &*own.arguments]);
    let calls: Vec<[&str; 3]> = calls.collect();
    let expected = [
        ["call_0", "find", "{}"],
        ["call_1", "unnamed", ""],
        ["1", "unnamed", ""],
    ];
    assert_eq!(calls, expected);
}

#[tokio::test]
async fn an_error_in_place_of_an_answer_is_a_refusal() {
    let answer = of(r#"{"error":{"message":"no\nroom"}}"#).await;
    let words = r#"{"message":"no\nroom"}"#.to_owned();
    assert_eq!(answer, Err(ModelError::Refused(words)));
}

#[tokio::test]
async fn what_passes_is_asked_again_and_a_wait_is_kept() {
    let least = Duration::from_millis(200);
    let server = Server::start(move |number, _| match number {
        0 => Reply::status(429, "busy"),
        1 => Reply::Status(429, vec![("Retry-After", "0.2".to_owned())], Vec::new()),
        2 => Reply::status(500, "flaw"),
        _ => said("hi"),
    })
    .await;
    let own = model_server(&server);
    let chat = HttpChat::new(own.clone(), ChatSettings::new("c".to_owned()));
    let answer = chat.answer(&hello(), LONG).await.unwrap();
    assert_eq!(answer.text.as_deref(), Some("hi"));
    let seen = server.seen();
    assert!(seen[2].at - seen[1].at >= least);
    assert_eq!((seen.len(), own.requests()), (4, 4));
}

#[tokio::test]
async fn a_server_may_be_asked_a_few_times_only() {
    for (status, expected) in [(429, "model_refused"), (500, "model_unreachable")] {
        let server = Server::start(move |_, _| Reply::status(status, "no")).await;
        let own = model_server(&server).with_attempts(NonZeroU32::new(3).unwrap());
        let chat = HttpChat::new(own.clone(), ChatSettings::new("c".to_owned()));
        let failed = chat.answer(&hello(), LONG).await.unwrap_err();
        assert_eq!((failed.code(), own.requests()), (expected, 3));
        let is_busy = matches!(failed, ModelError::Busy(_));
        assert_eq!(is_busy, status == 429, "{failed:?}");
    }
}

#[tokio::test]
async fn a_deadline_holds() {
    let within = Duration::from_millis(200);
    for reply in [(|| Reply::Silence) as fn() -> Reply, || Reply::Unended(200)] {
        let server = Server::start(move |_, _| reply()).await;
        let since = Instant::now();
        let answer = chat(&server).answer(&hello(), within).await;
        assert_eq!(answer, Err(ModelError::Timeout(within)));
        assert!(since.elapsed() < LONG / 2);
    }
}
