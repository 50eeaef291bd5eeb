//! Chat: what is sent of a request.

use std::num::NonZeroU32;

use cmec_executor::ports::chat::Chat;
use cmec_executor::ports::chat::constraint::{Bounds, Constraint, Mechanism};
use cmec_executor::ports::chat::http::{ChatSettings, HttpChat, TokenLimit};
use cmec_executor::ports::chat::request::{ChatRequest, Message};
use cmec_executor::ports::chat::tool::{Tool, ToolChoice, ToolForm, ToolKind};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::chat_answer::{call, hello, said};
use super::server::Server;
use super::{LONG, chat, model_server};

/// What is sent of a request.
async fn sent(request: &ChatRequest) -> Value {
    let server = Server::start(|_, _| said("hi")).await;
    chat(&server).answer(request, LONG).await.unwrap();
    server.bodies().remove(0)
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
        logprobs: true,
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
        "logprobs": true,
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
