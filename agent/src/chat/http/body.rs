//! The body of a `/chat/completions` request.

use serde_json::{Map, Value, json};

use super::ChatSettings;
use crate::chat::constraint::Constraint;
use crate::chat::request::{ChatRequest, Message};
use crate::chat::tool::Tool;

/// Delivery of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    Whole,
    Pieces,
}

pub(super) fn body(
    request: &ChatRequest,
    settings: &ChatSettings,
    delivery: Delivery,
) -> Map<String, Value> {
    let mut body = Map::new();
    let mut say = |key: &str, value: Value| body.insert(key.to_owned(), value);
    say("model", json!(settings.model));
    let messages: Vec<Value> = request.messages.iter().map(Message::sent).collect();
    say("messages", json!(messages));
    let forced = request.constraint.as_ref().and_then(Constraint::tool);
    let tools = request.tools.iter().chain(&forced);
    let tools: Vec<Value> = tools.map(Tool::sent).collect();
    // Not by name: llama.cpp accepts only a word here.
    if forced.is_some() {
        say("tool_choice", json!("required"));
    }
    // Some servers reject an empty list.
    if !tools.is_empty() {
        say("tools", json!(tools));
    }
    if let Some(most) = request.max_tokens {
        say(settings.token_limit.name(), json!(most));
    }
    if let Some(temperature) = request.temperature {
        say("temperature", json!(temperature));
    }
    if request.logprobs {
        say("logprobs", json!(true));
    }
    if delivery == Delivery::Pieces {
        say("stream", json!(true));
        // OpenAI and vLLM report the usage of a stream only on request.
        say("stream_options", json!({"include_usage": true}));
    }
    if let Some(constraint) = &request.constraint {
        constraint.put(&mut body);
    }
    body
}
