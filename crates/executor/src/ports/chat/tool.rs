//! Tools that a chat model may call, its calls of them, and both as the API of OpenAI has them.
//!
//! The forms are those of the API reference of OpenAI, page "Create chat completion". Its Responses API has a flat form of
//! custom tools; Chat Completions nests them below `custom`, and the grammar below `grammar` once more.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Its name: Latin letters, digits, `_` and `-`, 64 at most, as OpenAI wants it.
    pub name: String,
    /// What the model is told of it.
    pub description: String,
    /// What a call of it has.
    pub form: ToolForm,
}

/// What a call of a tool has.
#[derive(Debug, Clone, PartialEq)]
pub enum ToolForm {
    /// Arguments that a JSON Schema describes. Whether the model keeps to it is the server's matter.
    Function(Value),
    /// Arguments that the server has to hold to a JSON Schema (`strict`).
    StrictFunction(Value),
    /// A text that the server has to hold to a Lark grammar (a custom tool).
    Lark(String),
}

/// Whether a model has to call a tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolChoice {
    /// As the model likes. Nothing is sent: it is the default of every server.
    #[default]
    Auto,
    /// It calls none.
    None,
    /// It calls one at least.
    Required,
    /// It calls this one.
    Named(String),
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// What the result of the call names it by: 1 to 1,024 bytes, all of them seen.
    #[serde(default)]
    pub id: String,
    /// The name of the tool: 1 to 256 bytes, all of them seen. It may be that of no tool of the request.
    pub name: String,
    /// What it is called with, as the model wrote it. Whether it is JSON is for the decoder to say.
    pub arguments: String,
    /// What kind of tool is called.
    #[serde(default)]
    pub kind: ToolKind,
}

/// A kind of tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolKind {
    /// One with arguments as JSON.
    #[default]
    Function,
    /// One with a text (a custom tool).
    Custom,
}

impl ToolKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Custom => "custom",
        }
    }

    /// The choice of the tool with a name.
    pub(super) fn choice(self, name: &str) -> Value {
        let kind = self.name();
        json!({"type": kind, kind: {"name": name}})
    }
}

impl Tool {
    pub(super) const fn kind(&self) -> ToolKind {
        match self.form {
            ToolForm::Function(_) | ToolForm::StrictFunction(_) => ToolKind::Function,
            ToolForm::Lark(_) => ToolKind::Custom,
        }
    }

    /// As it stands in a request.
    #[must_use]
    pub fn sent(&self) -> Value {
        let (name, description) = (&self.name, &self.description);
        let own = match &self.form {
            ToolForm::Function(schema) => {
                json!({"name": name, "description": description, "parameters": schema})
            }
            ToolForm::StrictFunction(schema) => json!({
                "name": name,
                "description": description,
                "parameters": schema,
                "strict": true,
            }),
            ToolForm::Lark(definition) => json!({
                "name": name,
                "description": description,
                "format": {
                    "type": "grammar",
                    "grammar": {"syntax": "lark", "definition": definition},
                },
            }),
        };
        let kind = self.kind().name();
        json!({"type": kind, kind: own})
    }
}

impl ToolCall {
    /// As it stands in a message of the assistant.
    pub(crate) fn sent(&self) -> Value {
        let said = match self.kind {
            ToolKind::Function => "arguments",
            ToolKind::Custom => "input",
        };
        let kind = self.kind.name();
        json!({"id": self.id, "type": kind, kind: {"name": self.name, said: self.arguments}})
    }
}
