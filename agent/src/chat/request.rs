//! Requests to a chat model.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use super::constraint::Constraint;
use super::tool::{Tool, ToolCall};

/// A request to a chat model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The conversation.
    pub messages: Vec<Message>,
    /// The tools that it may call.
    pub tools: Vec<Tool>,
    /// Most tokens of the answer; `None` for the server's limit.
    pub max_tokens: Option<NonZeroU32>,
    /// Sampling temperature: 0 takes the likeliest token. `None` sends none, for models that reject the parameter.
    pub temperature: Option<f64>,
    /// `true` requests log-probabilities, which some servers reject.
    pub logprobs: bool,
    /// The constraint on the answer, if any.
    pub constraint: Option<Constraint>,
}

impl ChatRequest {
    /// A request without tools, at temperature 0.
    #[must_use]
    pub fn new(messages: Vec<Message>) -> Self {
        Self {
            messages,
            tools: Vec::new(),
            max_tokens: None,
            temperature: Some(0.0),
            logprobs: false,
            constraint: None,
        }
    }
}

/// A message. The variant is its role, which is never read from text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// The host's instructions.
    System(String),
    /// The question.
    User(String),
    /// An earlier answer of the model.
    Assistant {
        /// Its text, if any.
        text: Option<String>,
        /// Its tool calls.
        calls: Vec<ToolCall>,
    },
    /// The result of a call.
    ToolResult {
        /// The id of the call.
        call: String,
        /// The result.
        text: String,
    },
}

impl Message {
    /// A question with its answer.
    #[must_use]
    pub fn turn(question: String, answer: String) -> [Self; 2] {
        let text = Some(answer);
        let calls = Vec::new();
        [Self::User(question), Self::Assistant { text, calls }]
    }

    /// The message as JSON for a request.
    #[must_use]
    pub fn sent(&self) -> Value {
        match self {
            Self::System(text) => json!({"role": "system", "content": text}),
            Self::User(text) => json!({"role": "user", "content": text}),
            // Some servers reject an empty list.
            Self::Assistant { text, calls } if calls.is_empty() => {
                json!({"role": "assistant", "content": text.as_deref().unwrap_or_default()})
            }
            Self::Assistant { text, calls } => {
                let calls: Vec<Value> = calls.iter().map(ToolCall::sent).collect();
                json!({"role": "assistant", "content": text, "tool_calls": calls})
            }
            Self::ToolResult { call, text } => {
                json!({"role": "tool", "tool_call_id": call, "content": text})
            }
        }
    }
}
