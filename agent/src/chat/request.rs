//! What a chat model is asked.

use std::num::NonZeroU32;

use serde_json::{Value, json};

use super::constraint::Constraint;
use super::tool::{Tool, ToolCall};

/// A request to a chat model.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// What was said so far.
    pub messages: Vec<Message>,
    /// The tools that it may call.
    pub tools: Vec<Tool>,
    /// Most tokens of the answer; `None`: as many as the server gives.
    pub max_tokens: Option<NonZeroU32>,
    /// How freely it chooses: 0 takes the likeliest token. `None`: nothing is sent, for models that refuse to be told.
    pub temperature: Option<f64>,
    /// Whether the log-probabilities of the answer's tokens are asked for, which some servers refuse.
    pub logprobs: bool,
    /// What the answer is held to; `None`: nothing.
    pub constraint: Option<Constraint>,
}

impl ChatRequest {
    /// A request of messages alone, with the temperature 0.
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

/// A message. Who says it is its member here, and never read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// What the model is told by its host.
    System(String),
    /// What is asked.
    User(String),
    /// What the model answered before.
    Assistant {
        /// Its text, where it had one.
        text: Option<String>,
        /// The tools it called.
        calls: Vec<ToolCall>,
    },
    /// What came of a call.
    ToolResult {
        /// The id of the call.
        call: String,
        /// The result.
        text: String,
    },
}

impl Message {
    /// A question and the answer to it.
    #[must_use]
    pub fn turn(question: String, answer: String) -> [Self; 2] {
        let text = Some(answer);
        let calls = Vec::new();
        [Self::User(question), Self::Assistant { text, calls }]
    }

    /// As it stands in a request.
    #[must_use]
    pub fn sent(&self) -> Value {
        match self {
            Self::System(text) => json!({"role": "system", "content": text}),
            Self::User(text) => json!({"role": "user", "content": text}),
            // Some servers refuse an empty list.
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
