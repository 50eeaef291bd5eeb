//! A request as `/chat/completions` takes it.

use serde_json::{Map, Value, json};

use super::{ChatSettings, StreamUsage};
use crate::ports::chat::constraint::Constraint;
use crate::ports::chat::request::{ChatRequest, Message};
use crate::ports::chat::tool::{Tool, ToolChoice};
use crate::ports::model_error::ModelError;

/// How the answer to a request is to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delivery {
    Whole,
    Pieces,
}

/// The body of a request.
pub(super) fn body(
    request: &ChatRequest,
    settings: &ChatSettings,
    delivery: Delivery,
) -> Result<Map<String, Value>, ModelError> {
    let mut body = Map::new();
    let mut say = |key: &str, value: Value| body.insert(key.to_owned(), value);
    say("model", json!(settings.model));
    let messages: Vec<Value> = request.messages.iter().map(Message::sent).collect();
    say("messages", json!(messages));
    let forced = request.constraint.as_ref().and_then(Constraint::tool);
    let tools = request.tools.iter().chain(&forced);
    let tools: Vec<Value> = tools.map(Tool::sent).collect();
    if let Some(choice) = choice(request, forced.as_ref()) {
        say("tool_choice", choice);
    }
    // Some servers refuse an empty list.
    if !tools.is_empty() {
        say("tools", json!(tools));
    }
    if let Some(most) = request.max_tokens {
        say(settings.token_limit.name(), json!(most));
    }
    if let Some(temperature) = request.temperature {
        say("temperature", json!(temperature));
    }
    if let Some(seed) = request.seed {
        say("seed", json!(seed));
    }
    if request.logprobs {
        say("logprobs", json!(true));
    }
    if delivery == Delivery::Pieces {
        say("stream", json!(true));
        if settings.stream_usage == StreamUsage::Asked {
            say("stream_options", json!({"include_usage": true}));
        }
    }
    if let Some(constraint) = &request.constraint {
        constraint.put(&mut body);
    }
    for (key, value) in &request.extra {
        if body.insert(key.clone(), value.clone()).is_some() {
            let why = "an extra parameter has the name of one that the request has by itself";
            return Err(ModelError::Unasked(why));
        }
    }
    Ok(body)
}

/// Which tool has to be called. The only one is not named: llama.cpp reads a word here and no name.
fn choice(request: &ChatRequest, forced: Option<&Tool>) -> Option<Value> {
    match forced {
        None => request.tool_choice.sent(),
        Some(_) if request.tools.is_empty() => ToolChoice::Required.sent(),
        Some(tool) => ToolChoice::Named(tool.name.clone()).sent(),
    }
}
