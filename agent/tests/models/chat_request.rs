//! Chat: what is sent of a request.

use std::num::NonZeroU32;

use cmec_agent::chat::Chat;
use cmec_agent::chat::constraint::{Constraint, Mechanism};
use cmec_agent::chat::http::{ChatSettings, HttpChat, TokenLimit};
use cmec_agent::chat::request::{ChatRequest, Message};
use cmec_agent::chat::tool::Tool;
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
    let tool = |name: &str, strict| Tool {
        name: name.to_owned(),
        description: "d".to_owned(),
        parameters: schema.clone(),
        strict,
    };
    let request = ChatRequest {
        messages: vec![
            Message::System("s".to_owned()),
            Message::User("u".to_owned()),
            Message::Assistant {
                text: None,
                calls: vec![call()],
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
        tools: vec![tool("find", false), tool("held", true)],
        max_tokens: NonZeroU32::new(7),
        temperature: None,
        logprobs: true,
        constraint: None,
    };
    let expected = json!({
        "model": "c",
        "messages": [
            {"role": "system", "content": "s"},
            {"role": "user", "content": "u"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "call_1", "type": "function",
                 "function": {"name": "find", "arguments": "{\"q\":1}"}},
            ]},
            {"role": "tool", "tool_call_id": "call_1", "content": "r"},
            {"role": "assistant", "content": "a"},
        ],
        "tools": [
            {"type": "function",
             "function": {"name": "find", "description": "d", "parameters": schema}},
            {"type": "function", "function":
             {"name": "held", "description": "d", "parameters": schema, "strict": true}},
        ],
        "max_tokens": 7,
        "logprobs": true,
    });
    assert_eq!(sent(&request).await, expected);
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
async fn a_constraint_has_the_place_of_its_mechanism() {
    let schema = json!({"const": "x"});
    let tool = json!({"type": "function", "function":
        {"name": "n", "description": "d", "parameters": schema, "strict": true}});
    for (mechanism, expected) in [
        (
            Mechanism::ResponseSchema,
            json!({"response_format": {"type": "json_schema", "json_schema":
                {"name": "n", "strict": true, "schema": schema}}}),
        ),
        (
            Mechanism::StructuredJson,
            json!({"structured_outputs": {"json": schema}}),
        ),
        (Mechanism::GuidedJson, json!({"guided_json": schema})),
        (
            Mechanism::StrictTool,
            json!({"tools": [tool], "tool_choice": "required"}),
        ),
    ] {
        let constraint = Constraint {
            mechanism,
            schema: schema.clone(),
            name: "n".to_owned(),
            description: "d".to_owned(),
        };
        let request = ChatRequest {
            constraint: Some(constraint),
            ..hello()
        };
        let mut sent = sent(&request).await;
        for own in ["model", "messages", "temperature"] {
            sent.as_object_mut().unwrap().remove(own);
        }
        assert_eq!(sent, expected, "{mechanism:?}");
    }
}
