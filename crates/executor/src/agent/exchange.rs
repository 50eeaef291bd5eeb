//! What went to a model and what came back, as a record of a finished run: JSON without keys, headers and secrets.
//!
//! A record answers in the place of a model, request by request. It holds no state, so no loop is ever resumed from one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ports::chat::Chat;
use crate::ports::chat::answer::{ChatAnswer, FinishReason, Usage};
use crate::ports::chat::piece::Heard;
use crate::ports::chat::request::{ChatRequest, Message};
use crate::ports::chat::tool::{ToolCall, ToolKind};
use crate::ports::model_error::ModelError;
use crate::redaction;

/// A request and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// The messages, the names of the tools, and the mechanism of the constraint; `null` in a record written by hand.
    pub request: Value,
    /// What came of it.
    pub response: Recorded,
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recorded {
    /// The text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<RecordedCall>,
    /// Why it ended: `stop`, `length`, `content_filter`, `stopped`, `other`; `tool_calls` where tools are called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
    /// Tokens of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u64>,
    /// Those that the server still had from before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_tokens: Option<u64>,
    /// Tokens of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u64>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Its reason code; without one the model could not be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A call as it was recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCall {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// As the model wrote them.
    pub arguments: String,
}

/// Most letters of an error that is kept.
const ERROR_LETTERS: usize = 500;

impl Recorded {
    fn of(answered: &Result<ChatAnswer, ModelError>) -> Self {
        let answer = match answered {
            Ok(answer) => answer,
            Err(error) => {
                let said = said_by(error).chars().take(ERROR_LETTERS).collect();
                return Self {
                    error: Some(said),
                    code: Some(error.code().to_owned()),
                    ..Self::default()
                };
            }
        };
        let calls = answer.calls.iter().map(|call| RecordedCall {
            id: call.id.clone(),
            name: call.name.clone(),
            arguments: redaction::secrets(&call.arguments),
        });
        let finish = match answer.finish {
            FinishReason::Stop => "stop",
            FinishReason::Length => "length",
            FinishReason::ToolCalls => "tool_calls",
            FinishReason::ContentFilter => "content_filter",
            FinishReason::Stopped => "stopped",
            FinishReason::Other => "other",
        };
        Self {
            text: answer.text.as_deref().map(redaction::secrets),
            refusal: answer.refusal.as_deref().map(redaction::secrets),
            calls: calls.collect(),
            finish: Some(finish.to_owned()),
            prompt_tokens: answer.usage.prompt,
            cached_tokens: answer.usage.cached,
            completion_tokens: answer.usage.completion,
            error: None,
            code: None,
        }
    }

    fn answer(&self) -> Result<ChatAnswer, ModelError> {
        if let Some(error) = &self.error {
            return Err(again(self.code.as_deref(), error.clone()));
        }
        let calls = self.calls.iter().map(|call| ToolCall {
            id: call.id.clone(),
            name: call.name.clone(),
            arguments: call.arguments.clone(),
            kind: ToolKind::Function,
        });
        Ok(ChatAnswer {
            text: self.text.clone(),
            refusal: self.refusal.clone(),
            calls: calls.collect(),
            finish: match self.finish.as_deref() {
                Some("length") => FinishReason::Length,
                Some("content_filter") => FinishReason::ContentFilter,
                Some("stopped") => FinishReason::Stopped,
                Some("other") => FinishReason::Other,
                _ if !self.calls.is_empty() => FinishReason::ToolCalls,
                _ => FinishReason::Stop,
            },
            usage: Usage {
                prompt: self.prompt_tokens,
                cached: self.cached_tokens,
                completion: self.completion_tokens,
            },
            latency: Duration::ZERO,
        })
    }
}

/// What an error says besides its reason.
fn said_by(error: &ModelError) -> String {
    match error {
        ModelError::Unreachable(said)
        | ModelError::Refused(said)
        | ModelError::Busy(said)
        | ModelError::Malformed(said) => said.clone(),
        ModelError::Unasked(_) | ModelError::Timeout(_) | ModelError::Stalled(_) => {
            error.to_string()
        }
    }
}

/// The error of a record, by its reason code and what it said. How long was waited is not recorded.
fn again(code: Option<&str>, said: String) -> ModelError {
    match code {
        Some("model_refused") => ModelError::Refused(said),
        Some("model_malformed") => ModelError::Malformed(said),
        Some("model_timeout") => ModelError::Timeout(Duration::ZERO),
        _ => ModelError::Unreachable(said),
    }
}

/// What a request says, without what belongs to its server and without the secrets that somebody wrote into it.
fn request(request: &ChatRequest) -> Value {
    let mut messages: Vec<Value> = request.messages.iter().map(Message::sent).collect();
    messages.iter_mut().for_each(without_secrets);
    let tools: Vec<&str> = request
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    let constraint = request.constraint.as_ref();
    let constraint = constraint.map(|own| own.mechanism().name());
    json!({"messages": messages, "tools": tools, "constraint": constraint})
}

fn without_secrets(value: &mut Value) {
    match value {
        Value::String(text) => *text = redaction::secrets(text),
        Value::Array(members) => members.iter_mut().for_each(without_secrets),
        Value::Object(members) => members.values_mut().for_each(without_secrets),
        _ => {}
    }
}

/// A model that answers as it did before.
#[derive(Debug)]
pub struct Replay {
    model: String,
    exchanges: Vec<Exchange>,
    next: AtomicUsize,
    differing: AtomicUsize,
}

impl Replay {
    /// A model of recorded answers.
    #[must_use]
    pub const fn new(model: String, exchanges: Vec<Exchange>) -> Self {
        Self {
            model,
            exchanges,
            next: AtomicUsize::new(0),
            differing: AtomicUsize::new(0),
        }
    }

    /// How many requests were others than those that were recorded: the card, the rows or the day changed since.
    #[must_use]
    pub fn differing(&self) -> usize {
        self.differing.load(Ordering::Relaxed)
    }
}

impl Chat for Replay {
    fn model(&self) -> &str {
        &self.model
    }

    async fn answer(&self, asked: &ChatRequest, _: Duration) -> Result<ChatAnswer, ModelError> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(exchange) = self.exchanges.get(number) else {
            return Err(ModelError::Unasked("the record has no more answers"));
        };
        if !exchange.request.is_null() && exchange.request != request(asked) {
            self.differing.fetch_add(1, Ordering::Relaxed);
        }
        exchange.response.answer()
    }
}

/// A model whose exchanges are kept.
#[derive(Debug)]
pub struct Recording<C> {
    chat: C,
    exchanges: Mutex<Vec<Exchange>>,
}

impl<C> Recording<C> {
    /// A model whose exchanges are kept.
    #[must_use]
    pub const fn new(chat: C) -> Self {
        Self {
            chat,
            exchanges: Mutex::new(Vec::new()),
        }
    }

    /// What went to it and came back so far.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        let kept = self.exchanges.lock();
        kept.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The model itself.
    #[must_use]
    pub const fn chat(&self) -> &C {
        &self.chat
    }
}

impl<C: Chat> Chat for Recording<C> {
    fn model(&self) -> &str {
        self.chat.model()
    }

    async fn answer(
        &self,
        asked: &ChatRequest,
        within: Duration,
    ) -> Result<ChatAnswer, ModelError> {
        self.kept(asked, self.chat.answer(asked, within).await)
    }

    async fn stream(
        &self,
        asked: &ChatRequest,
        within: Duration,
        heard: Heard<'_>,
    ) -> Result<ChatAnswer, ModelError> {
        self.kept(asked, self.chat.stream(asked, within, heard).await)
    }
}

impl<C> Recording<C> {
    fn kept(
        &self,
        asked: &ChatRequest,
        answered: Result<ChatAnswer, ModelError>,
    ) -> Result<ChatAnswer, ModelError> {
        let exchange = Exchange {
            request: request(asked),
            response: Recorded::of(&answered),
        };
        let kept = self.exchanges.lock();
        kept.unwrap_or_else(PoisonError::into_inner).push(exchange);
        answered
    }
}
