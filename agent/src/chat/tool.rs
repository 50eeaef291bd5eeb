//! Tools and tool calls in the form of OpenAI's API reference, page "Create chat completion".

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A tool definition: the `function` member.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name: Latin letters, digits, `_` and `-`, at most 64, as OpenAI requires.
    pub name: String,
    /// The description for the model.
    pub description: String,
    /// JSON Schema of its arguments.
    pub parameters: Value,
    /// `true` if the server must enforce the schema of the arguments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The id that the result refers to: 1 to 1,024 visible bytes.
    #[serde(default)]
    pub id: String,
    /// The name of the tool: 1 to 256 visible bytes. It may be unknown.
    pub name: String,
    /// The arguments as the model wrote them; the decoder checks if they are JSON.
    pub arguments: String,
}

impl Tool {
    /// The tool as JSON for a request.
    #[must_use]
    pub fn sent(&self) -> Value {
        json!({"type": "function", "function": self})
    }
}

impl ToolCall {
    /// The call as JSON for a message of the assistant.
    pub(crate) fn sent(&self) -> Value {
        let function = json!({"name": self.name, "arguments": self.arguments});
        json!({"id": self.id, "type": "function", "function": function})
    }
}
