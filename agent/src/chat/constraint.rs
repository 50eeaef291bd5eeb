//! The JSON Schema that an answer is held to, and the mechanisms by which servers take one: each with its place in a request.
//!
//! | mechanism | source |
//! |---|---|
//! | `response_format` of `json_schema` | OpenAI, "Structured model outputs"; vLLM, SGLang and llama.cpp have it, too |
//! | `structured_outputs` | vLLM, page "Structured Outputs" |
//! | `guided_json` | the same page up to v0.11; v0.12.0 took it out |
//! | `tools[].function.strict` | OpenAI, "Function calling", strict mode |
//!
//! No server has to say that it does not know a parameter, so that whoever relies on one asks a canary first.

use serde_json::{Map, Value, json};

use super::tool::Tool;

/// A mechanism by which a server takes the schema of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mechanism {
    /// `response_format: {type: json_schema}`.
    ResponseSchema,
    /// `structured_outputs: {json}`.
    StructuredJson,
    /// `guided_json`.
    GuidedJson,
    /// A function tool with `strict`, which has to be called.
    StrictTool,
}

impl Mechanism {
    /// All, the strongest first: a schema of the answer, then one of a call, which comes through the tool format of a model as
    /// well.
    pub const ALL: [Self; 4] = [
        Self::ResponseSchema,
        Self::StructuredJson,
        Self::GuidedJson,
        Self::StrictTool,
    ];

    /// Its place in a request.
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

/// What an answer is held to, and how the server gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// How the server gets it.
    pub mechanism: Mechanism,
    /// JSON Schema of the answer, or of the arguments of the call.
    pub schema: Value,
    /// Name of the schema or the tool.
    pub name: String,
    /// What the model reads of the tool.
    pub description: String,
}

impl Constraint {
    /// The tool that has to be called, where the constraint is one.
    pub(super) fn tool(&self) -> Option<Tool> {
        (self.mechanism == Mechanism::StrictTool).then(|| Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            parameters: self.schema.clone(),
            strict: true,
        })
    }

    /// Puts it into a request; a tool is put there as tools are.
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
