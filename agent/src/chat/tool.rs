//! Tools that a chat model may call, its calls of them, and both as the API of OpenAI has them.
//!
//! The forms are those of the API reference of OpenAI, page "Create chat completion".

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A tool that a model may call, as the `function` of a definition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name: Latin letters, digits, `_` and `-`, 64 at most, as OpenAI wants it.
    pub name: String,
    /// What the model is told of it.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
    /// Whether the server has to hold the arguments to the schema; otherwise that is the model's matter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// What the result of the call names it by: 1 to 1,024 bytes, all of them seen.
    #[serde(default)]
    pub id: String,
    /// The name of the tool: 1 to 256 bytes, all of them seen. It may be that of no tool of the request.
    pub name: String,
    /// What it is called with, as the model wrote it. Whether it is JSON is for the decoder to say.
    pub arguments: String,
}

impl Tool {
    /// As it stands in a request.
    #[must_use]
    pub fn sent(&self) -> Value {
        json!({"type": "function", "function": self})
    }
}

impl ToolCall {
    /// As it stands in a message of the assistant.
    pub(crate) fn sent(&self) -> Value {
        let function = json!({"name": self.name, "arguments": self.arguments});
        json!({"id": self.id, "type": "function", "function": function})
    }
}
