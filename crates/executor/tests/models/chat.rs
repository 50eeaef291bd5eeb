//! Chat: what is sent, what an answer must be, and the faults of a server.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use cmec_executor::ports::chat::Chat;
use cmec_executor::ports::chat::answer::{ChatAnswer, FinishReason, Usage};
use cmec_executor::ports::chat::constraint::{Bounds, Constraint, Mechanism};
use cmec_executor::ports::chat::http::{ChatSettings, HttpChat, TokenLimit};
use cmec_executor::ports::chat::request::{ChatRequest, Message};
use cmec_executor::ports::chat::tool::{Tool, ToolCall, ToolChoice, ToolForm, ToolKind};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{LONG, chat, model_server};

fn hello() -> ChatRequest {
    ChatRequest::new(vec![Message::User("hello".to_owned())])
}

fn said(text: &str) -> Reply {
    Reply::json(&json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}))
}

/// What is sent of a request.
async fn sent(request: &ChatRequest) -> Value {
    let server = Server::start(|_, _| said("hi")).await;
    chat(&server).answer(request, LONG).await.unwrap();
    server.bodies().remove(0)
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

fn call(kind: ToolKind) -> ToolCall {
    ToolCall {
        id: "call_1".to_owned(),
        name: "find".to_owned(),
        arguments: "{\"q\":1}".to_owned(),
        kind,
    }
}

#[tokio::test]
async fn a_request_is_of_the_form_of_openai() {
    let server = Server::start(|_, _| said("hi")).await;
    let chat = chat(&server);
    assert_eq!(chat.model(), "c");
    chat.answer(&hello(), LONG).await.unwrap();
    assert_eq!(server.seen()[0].line, "POST /v1/chat/completions HTTP/1.1");
    let plain = json!({
        "model": "c",
        "messages": [{"role": "user", "content": "hello"}],
        "temperature": 0.0,
    });
    assert_eq!(server.bodies(), [plain]);

    let schema = json!({"type": "object"});
    let tool = |name: &str, form| Tool {
        name: name.to_owned(),
        description: "d".to_owned(),
        form,
    };
    let request = ChatRequest {
        messages: vec![
            Message::System("s".to_owned()),
            Message::User("u".to_owned()),
            Message::Assistant {
                text: None,
                calls: vec![call(ToolKind::Function), call(ToolKind::Custom)],
            },
            Message::ToolResult {
                call: "call_1".to_owned(),
                text: "r".to_owned(),
            },
            Message::Assistant {
                text: Some("a".to_owned()),
                calls: Vec::new(),
            },
        ],
        tools: vec![
            tool("find", ToolForm::Function(schema.clone())),
            tool("held", ToolForm::StrictFunction(schema.clone())),
            tool("line", ToolForm::Lark("start: \"a\"".to_owned())),
        ],
        tool_choice: ToolChoice::Named("line".to_owned()),
        max_tokens: NonZeroU32::new(7),
        temperature: None,
        seed: Some(-1),
        constraint: None,
        extra: [("top_k".to_owned(), json!(1))].into_iter().collect(),
    };
    let grammar = json!({"syntax": "lark", "definition": "start: \"a\""});
    let expected = json!({
        "model": "c",
        "messages": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": "u"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "call_1", "type": "function",
                 "function": {"name": "find", "arguments": "{\"q\":1}"}},
                {"id": "call_1", "type": "custom",
                 "custom": {"name": "find", "input": "{\"q\":1}"}},
            ]},
            {"role": "tool", "tool_call_id": "call_1", "content": "r"},
            {"role": "assistant", "content": "a"},
        ],
        "tools": [
            {"type": "function",
             "function": {"name": "find", "description": "d", "parameters": schema}},
            {"type": "function", "function":
             {"name": "held", "description": "d", "parameters": schema, "strict": true}},
            {"type": "custom", "custom": {"name": "line", "description": "d",
             "format": {"type": "grammar", "grammar": grammar}}},
        ],
        "tool_choice": {"type": "custom", "custom": {"name": "line"}},
        "max_tokens": 7,
        "seed": -1,
        "top_k": 1,
    });
    assert_eq!(sent(&request).await, expected);
    for (choice, expected) in [
        (ToolChoice::Auto, None),
        (ToolChoice::None, Some(json!("none"))),
        (ToolChoice::Required, Some(json!("required"))),
        (
            ToolChoice::Named("find".to_owned()),
            Some(json!({"type": "function", "function": {"name": "find"}})),
        ),
    ] {
        let request = ChatRequest {
            tool_choice: choice,
            ..request.clone()
        };
        assert_eq!(sent(&request).await.get("tool_choice"), expected.as_ref());
    }
}

#[tokio::test]
async fn the_most_tokens_have_the_name_that_the_server_knows() {
    let server = Server::start(|_, _| said("hi")).await;
    let settings = ChatSettings {
        token_limit: TokenLimit::MaxCompletionTokens,
        ..ChatSettings::new("c".to_owned())
    };
    let chat = HttpChat::new(model_server(&server), settings);
    let request = ChatRequest {
        max_tokens: NonZeroU32::new(7),
        ..hello()
    };
    chat.answer(&request, LONG).await.unwrap();
    let sent = server.bodies().remove(0);
    assert_eq!(sent["max_completion_tokens"], json!(7));
    assert_eq!(sent.get("max_tokens"), None);
}

#[tokio::test]
async fn an_extra_parameter_takes_no_place_of_another() {
    let server = Server::start(|_, _| said("hi")).await;
    let request = ChatRequest {
        extra: [("messages".to_owned(), json!([]))].into_iter().collect(),
        ..hello()
    };
    let answer = chat(&server).answer(&request, LONG).await;
    assert!(matches!(answer, Err(ModelError::Unasked(_))), "{answer:?}");
    assert!(server.bodies().is_empty());
}

#[tokio::test]
async fn a_constraint_stands_where_its_mechanism_has_it() {
    let text = || "x".to_owned();
    let schema = json!({"const": "x"});
    let tag = json!({"type": "const_string", "value": "x"});
    let whole = json!({"type": "structural_tag", "format": tag});
    let tool = |form: Value| json!({"tools": [form], "tool_choice": "required"});
    let list = || Bounds::Choice(vec![text()]);
    for (mechanism, bounds, expected) in [
        (
            Mechanism::StructuredGrammar,
            Bounds::Lark(text()),
            json!({"structured_outputs": {"grammar": "x"}}),
        ),
        (
            Mechanism::StructuredJson,
            Bounds::Schema(schema.clone()),
            json!({"structured_outputs": {"json": schema}}),
        ),
        (
            Mechanism::StructuredChoice,
            list(),
            json!({"structured_outputs": {"choice": ["x"]}}),
        ),
        (
            Mechanism::StructuredRegex,
            Bounds::Regex(text()),
            json!({"structured_outputs": {"regex": "x"}}),
        ),
        (
            Mechanism::StructuredTag,
            Bounds::Tag(tag.clone()),
            json!({"structured_outputs": {"structural_tag": whole.to_string()}}),
        ),
        (
            Mechanism::GuidedGrammar,
            Bounds::Gbnf(text()),
            json!({"guided_grammar": "x"}),
        ),
        (
            Mechanism::GuidedJson,
            Bounds::Schema(schema.clone()),
            json!({"guided_json": schema}),
        ),
        (
            Mechanism::GuidedChoice,
            list(),
            json!({"guided_choice": ["x"]}),
        ),
        (
            Mechanism::ResponseSchema,
            Bounds::Schema(schema.clone()),
            json!({"response_format": {"type": "json_schema", "json_schema":
                {"name": "n", "strict": true, "schema": schema}}}),
        ),
        (
            Mechanism::ResponseTag,
            Bounds::Tag(tag.clone()),
            json!({"response_format": whole}),
        ),
        (
            Mechanism::Grammar,
            Bounds::Gbnf(text()),
            json!({"grammar": "x"}),
        ),
        (Mechanism::Ebnf, Bounds::Gbnf(text()), json!({"ebnf": "x"})),
        (
            Mechanism::StrictTool,
            Bounds::Schema(schema.clone()),
            tool(json!({"type": "function", "function":
                {"name": "n", "description": "d", "parameters": schema, "strict": true}})),
        ),
        (
            Mechanism::CustomTool,
            Bounds::Lark(text()),
            tool(
                json!({"type": "custom", "custom": {"name": "n", "description": "d", "format":
                {"type": "grammar", "grammar": {"syntax": "lark", "definition": "x"}}}}),
            ),
        ),
    ] {
        let constraint = Constraint::new(mechanism, bounds).unwrap();
        let request = ChatRequest {
            constraint: Some(constraint.named("n".to_owned(), "d".to_owned())),
            ..hello()
        };
        let mut sent = sent(&request).await;
        for own in ["model", "messages", "temperature"] {
            sent.as_object_mut().unwrap().remove(own);
        }
        assert_eq!(sent, expected, "{mechanism:?}");
    }
    assert_eq!(Constraint::new(Mechanism::Ebnf, list()), None);
}

#[tokio::test]
async fn a_tool_that_has_to_be_called_is_named_beside_others() {
    let schema = Bounds::Schema(json!({}));
    let request = ChatRequest {
        tools: vec![Tool {
            name: "find".to_owned(),
            description: String::new(),
            form: ToolForm::Function(json!({})),
        }],
        constraint: Constraint::new(Mechanism::StrictTool, schema),
        ..hello()
    };
    let sent = sent(&request).await;
    let named = json!({"type": "function", "function": {"name": "answer"}});
    assert_eq!(sent["tool_choice"], named);
    assert_eq!(sent["tools"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_answer_is_read_in_every_part() {
    let called = |kind: &str, own: Value| json!({"id": "call_1", "type": kind, kind: own});
    let function = called(
        "function",
        json!({"name": "find", "arguments": "{\"q\":1}"}),
    );
    let custom = called("custom", json!({"name": "find", "input": "{\"q\":1}"}));
    let message = json!({
        "role": "system",
        "content": null,
        "refusal": "no",
        "tool_calls": [function, custom],
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
    assert!(answer.latency > Duration::ZERO);
    let expected = ChatAnswer {
        text: None,
        refusal: Some("no".to_owned()),
        calls: vec![call(ToolKind::Function), call(ToolKind::Custom)],
        finish: FinishReason::ToolCalls,
        usage: Usage {
            prompt: Some(9),
            cached: Some(8),
            completion: Some(4),
        },
        latency: answer.latency,
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
async fn an_answer_that_is_none_is_told() {
    let call = |id: Value, name: &str, arguments: Value| {
        let function = json!({"name": name, "arguments": arguments});
        json!({"tool_calls": [{"id": id, "type": "function", "function": function}]})
    };
    let long = "i".repeat(1_025);
    for (message, why) in [
        (json!({}), "it has no text, no call and no refusal"),
        (
            json!({"content": null, "tool_calls": []}),
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
            call(json!(""), "find", json!("{}")),
            "the id of a call has 0 bytes, and 1 to 1024 are wanted",
        ),
        (
            call(json!(long), "find", json!("{}")),
            "the id of a call has 1025 bytes",
        ),
        (
            call(json!("1"), "\u{1b}[2J", json!("{}")),
            "the name of a tool has a character that is not seen",
        ),
        (
            json!({"tool_calls": [{"id": "1"}]}),
            "a call has neither a function nor a custom tool",
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
    assert!(answer.latency >= least, "{:?}", answer.latency);
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
