//! The JSON Schema that constrains an answer, and the mechanisms for sending it to servers.
//!
//! | mechanism | source |
//! |---|---|
//! | `response_format` of `json_schema` | OpenAI, "Structured model outputs"; vLLM, SGLang and llama.cpp have it, too |
//! | `structured_outputs` | vLLM, page "Structured Outputs" |
//! | `guided_json` | the same page up to v0.11; v0.12.0 took it out |
//! | `tools[].function.strict` | OpenAI, "Function calling", strict mode |
//!
//! A server need not report an unknown parameter, so enforcement is tested with a canary first.

use serde_json::{Map, Value, json};

use super::tool::Tool;

/// A mechanism for sending the schema of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mechanism {
    /// `response_format: {type: json_schema}`.
    ResponseSchema,
    /// `structured_outputs: {json}`.
    StructuredJson,
    /// `guided_json`.
    GuidedJson,
    /// A function tool with `strict` that must be called.
    StrictTool,
}

impl Mechanism {
    /// All mechanisms, the most reliable first: a schema of the answer, then a schema of a call, which also depends on
    /// the model's tool format.
    pub const ALL: [Self; 4] = [
        Self::ResponseSchema,
        Self::StructuredJson,
        Self::GuidedJson,
        Self::StrictTool,
    ];

    /// The name of the parameter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ResponseSchema => "response_format.json_schema",
            Self::StructuredJson => "structured_outputs.json",
            Self::GuidedJson => "guided_json",
            Self::StrictTool => "tools.function.strict",
        }
    }
}

/// A constraint on an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// JSON Schema of the answer, or of the arguments of the call.
    pub schema: Value,
    /// Name of the schema or the tool.
    pub name: String,
    /// The tool description that the model reads.
    pub description: String,
}

impl Constraint {
    /// The tool that must be called, if the mechanism is one.
    pub(super) fn tool(&self) -> Option<Tool> {
        (self.mechanism == Mechanism::StrictTool).then(|| Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            parameters: self.schema.clone(),
            strict: true,
        })
    }

    /// Adds the constraint to a request; a tool is added with the other tools.
    pub(super) fn put(&self, body: &mut Map<String, Value>) {
        let schema = &self.schema;
        let (key, value) = match self.mechanism {
            Mechanism::ResponseSchema => (
                "response_format",
                json!({
                    "type": "json_schema",
                    "json_schema": {"name": self.name, "strict": true, "schema": schema},
                }),
            ),
            Mechanism::StructuredJson => ("structured_outputs", json!({"json": schema})),
            Mechanism::GuidedJson => ("guided_json", schema.clone()),
            Mechanism::StrictTool => return,
        };
        body.insert(key.to_owned(), value);
    }
}
