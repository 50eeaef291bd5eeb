//! A `/chat/completions` answer → the port's answer, or an error.
//!
//! The model's output is taken as it is; only the server's metadata is checked. An unreadable token count is treated as
//! missing, since it must not cost an answer. The role of the message is ignored.

use cmec_decoder::blank::is_unseen;
use serde::Deserialize;
use serde_json::Value;

use crate::chat::answer::{ChatAnswer, FinishReason, Usage};
use crate::chat::confidence::Logprobs;
use crate::chat::tool::ToolCall;
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::ModelServer;

const MOST_CALLS: usize = 128;

/// Most bytes of a call id: some servers keep a signature in it.
const ID_BYTES: usize = 1 << 10;

/// Most bytes of the name of a tool.
const NAME_BYTES: usize = 256;

/// The body of an answer.
#[derive(Deserialize)]
pub(super) struct Completion {
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Value,
    /// OpenRouter returns status 200 if its provider fails.
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    finish_reason: Value,
    #[serde(default)]
    logprobs: Value,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Value,
    refusal: Option<String>,
    tool_calls: Option<Vec<Call>>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    id: String,
    #[serde(default)]
    function: Function,
}

#[derive(Deserialize, Default)]
struct Function {
    #[serde(default)]
    name: String,
    #[serde(default)]
    arguments: String,
}

impl Completion {
    /// The answer in the first choice; other choices were not requested.
    pub(super) fn answer(self, server: &ModelServer) -> Result<ChatAnswer, ModelError> {
        let Some(choice) = self.choices.and_then(|all| all.into_iter().next()) else {
            return Err(match self.error {
                Value::Null => malformed("it has no choice"),
                error => refused(server, &error),
            });
        };
        let calls = choice.message.tool_calls.unwrap_or_default();
        countable(calls.len())?;
        let mut logprobs = Logprobs::default();
        logprobs.add(&choice.logprobs);
        judged(ChatAnswer {
            text: text(choice.message.content)?,
            refusal: choice.message.refusal,
            calls: (calls.into_iter().enumerate().map(call)).collect::<Result<_, _>>()?,
            finish: finish(&choice.finish_reason),
            usage: usage(&self.usage),
            confidence: logprobs.confidence(),
        })
    }
}

/// Rejects an answer without content.
pub(super) fn judged(answer: ChatAnswer) -> Result<ChatAnswer, ModelError> {
    let answer = spoken(answer);
    let says_nothing = answer.text.is_none() && answer.refusal.is_none() && answer.calls.is_empty();
    // Hidden reasoning may use up all tokens.
    let ended_early = [FinishReason::Length, FinishReason::ContentFilter].contains(&answer.finish);
    match says_nothing && !ended_early {
        true => Err(malformed("it has no text, no call and no refusal")),
        false => Ok(answer),
    }
}

/// Removes the empty texts that some servers add: an empty refusal, and an empty text next to a refusal or a call.
pub(super) fn spoken(mut answer: ChatAnswer) -> ChatAnswer {
    let is_said = |text: &String| !text.is_empty();
    answer.refusal = answer.refusal.filter(is_said);
    if answer.refusal.is_some() || !answer.calls.is_empty() {
        answer.text = answer.text.filter(is_said);
    }
    answer
}

/// The server returned an error instead of an answer.
pub(super) fn refused(server: &ModelServer, error: &Value) -> ModelError {
    ModelError::Refused(server.heard(&error.to_string()))
}

/// Checks the number of calls.
pub(super) fn countable(calls: usize) -> Result<(), ModelError> {
    match calls > MOST_CALLS {
        true => Err(malformed(format!(
            "it has {calls} calls, and {MOST_CALLS} are the most"
        ))),
        false => Ok(()),
    }
}

pub(super) fn malformed(why: impl Into<String>) -> ModelError {
    ModelError::Malformed(why.into())
}

/// The text of a message. Mistral returns parts for a reasoning model; those of kind `text` are the text.
pub(super) fn text(content: Value) -> Result<Option<String>, ModelError> {
    let parts = match content {
        Value::Null => return Ok(None),
        Value::String(text) => return Ok(Some(text)),
        Value::Array(parts) => parts,
        _ => {
            return Err(malformed(
                "`content` is neither a text nor a list of its parts",
            ));
        }
    };
    let mut said = None::<String>;
    for part in &parts {
        if part.get("type").and_then(Value::as_str) != Some("text") {
            continue;
        }
        let Some(text) = part.get("text").and_then(Value::as_str) else {
            return Err(malformed("a part of `content` has no text"));
        };
        said.get_or_insert_default().push_str(text);
    }
    Ok(said)
}

fn call((place, call): (usize, Call)) -> Result<ToolCall, ModelError> {
    Ok(ToolCall {
        id: call_id(call.id, place)?,
        name: tool_name(call.function.name)?,
        arguments: call.function.arguments,
    })
}

/// The id of a call. A missing id is replaced, since the result refers to it.
pub(super) fn call_id(text: String, place: usize) -> Result<String, ModelError> {
    match text.is_empty() {
        true => Ok(format!("call_{place}")),
        false => bounded("the id of a call", text, ID_BYTES),
    }
}

/// The name of a call without a name; the model learns that no such tool exists.
const UNNAMED: &str = "unnamed";

pub(super) fn tool_name(text: String) -> Result<String, ModelError> {
    match text.is_empty() {
        true => Ok(UNNAMED.to_owned()),
        false => bounded("the name of a tool", text, NAME_BYTES),
    }
}

fn bounded(what: &str, text: String, most: usize) -> Result<String, ModelError> {
    if text.len() > most {
        return Err(malformed(format!(
            "{what} has {} bytes, and {most} are the most",
            text.len()
        )));
    }
    match text.contains(is_unseen) {
        true => Err(malformed(format!(
            "{what} has a character that is not seen"
        ))),
        false => Ok(text),
    }
}

pub(super) fn finish(said: &Value) -> FinishReason {
    match said.as_str() {
        Some("stop") => FinishReason::Stop,
        Some("length") => FinishReason::Length,
        Some("tool_calls") => FinishReason::ToolCalls,
        Some("content_filter") => FinishReason::ContentFilter,
        _ => FinishReason::Other,
    }
}

pub(super) fn usage(said: &Value) -> Usage {
    let number = |path: &str| said.pointer(path).and_then(Value::as_u64);
    Usage {
        prompt: number("/prompt_tokens"),
        // The second is DeepSeek's name.
        cached: number("/prompt_tokens_details/cached_tokens")
            .or_else(|| number("/prompt_cache_hit_tokens")),
        completion: number("/completion_tokens"),
    }
}
