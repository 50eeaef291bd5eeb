//! What an answer is held to, and the mechanisms by which servers can be told: each with its place in a request.
//!
//! | mechanism | source |
//! |---|---|
//! | `structured_outputs` | vLLM, page "Structured Outputs": choice, regex, json, grammar, structural_tag (a text of JSON) |
//! | `guided_…` | the same page up to v0.11; v0.12.0 took them out |
//! | `response_format` of `json_schema` | OpenAI, "Structured model outputs"; vLLM, SGLang and llama.cpp have it, too |
//! | `response_format` of `structural_tag` | XGrammar, "Structural Tag"; vLLM and SGLang take `format`, and `structures` of before |
//! | `grammar` | llama.cpp, README of the server. It refuses `grammar` beside tools |
//! | `ebnf` | SGLang, "Structured Outputs": XGrammar reads GBNF |
//! | `tools[].function.strict` | OpenAI, "Function calling", strict mode |
//! | `tools[].custom` | OpenAI, "Function calling", custom tools: Lark as llguidance reads it |
//!
//! Which language a grammar of vLLM has is the matter of its backend: GBNF for XGrammar, Lark for guidance. No server has to
//! say that it does not know a parameter, so that whoever relies on one asks a canary first.

use serde_json::{Map, Value, json};

use super::tool::{Tool, ToolForm};

/// A mechanism by which a server can be told what an answer is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mechanism {
    /// `structured_outputs: {grammar}`.
    StructuredGrammar,
    /// `structured_outputs: {json}`.
    StructuredJson,
    /// `structured_outputs: {choice}`.
    StructuredChoice,
    /// `structured_outputs: {regex}`.
    StructuredRegex,
    /// `structured_outputs: {structural_tag}`.
    StructuredTag,
    /// `guided_grammar`.
    GuidedGrammar,
    /// `guided_json`.
    GuidedJson,
    /// `guided_choice`.
    GuidedChoice,
    /// `response_format: {type: json_schema}`.
    ResponseSchema,
    /// `response_format: {type: structural_tag}`.
    ResponseTag,
    /// `grammar`.
    Grammar,
    /// `ebnf`.
    Ebnf,
    /// A function tool with `strict`, which has to be called.
    StrictTool,
    /// A custom tool with a grammar, which has to be called.
    CustomTool,
}

impl Mechanism {
    /// Where it stands in a request.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StructuredGrammar => "structured_outputs.grammar",
            Self::StructuredJson => "structured_outputs.json",
            Self::StructuredChoice => "structured_outputs.choice",
            Self::StructuredRegex => "structured_outputs.regex",
            Self::StructuredTag => "structured_outputs.structural_tag",
            Self::GuidedGrammar => "guided_grammar",
            Self::GuidedJson => "guided_json",
            Self::GuidedChoice => "guided_choice",
            Self::ResponseSchema => "response_format.json_schema",
            Self::ResponseTag => "response_format.structural_tag",
            Self::Grammar => "grammar",
            Self::Ebnf => "ebnf",
            Self::StrictTool => "tools.function.strict",
            Self::CustomTool => "tools.custom.format",
        }
    }

    /// The languages in which it is told.
    #[must_use]
    pub const fn languages(self) -> &'static [Language] {
        match self {
            Self::StructuredGrammar | Self::GuidedGrammar => &[Language::Gbnf, Language::Lark],
            Self::Grammar | Self::Ebnf => &[Language::Gbnf],
            Self::CustomTool => &[Language::Lark],
            Self::StructuredJson | Self::GuidedJson | Self::ResponseSchema | Self::StrictTool => {
                &[Language::JsonSchema]
            }
            Self::StructuredChoice | Self::GuidedChoice => &[Language::Choice],
            Self::StructuredRegex => &[Language::Regex],
            Self::StructuredTag | Self::ResponseTag => &[Language::StructuralTag],
        }
    }
}

/// A language that says what an answer is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// GBNF, as llama.cpp and XGrammar read it.
    Gbnf,
    /// Lark, as llguidance reads it.
    Lark,
    /// A regular expression.
    Regex,
    /// A list of texts.
    Choice,
    /// JSON Schema.
    JsonSchema,
    /// A format of XGrammar's structural tags.
    StructuralTag,
}

impl Language {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gbnf => "gbnf",
            Self::Lark => "lark",
            Self::Regex => "regex",
            Self::Choice => "choice",
            Self::JsonSchema => "json-schema",
            Self::StructuralTag => "structural-tag",
        }
    }
}

/// What an answer is held to, in a language.
#[derive(Debug, Clone, PartialEq)]
pub enum Bounds {
    /// A grammar in GBNF, from `root`.
    Gbnf(String),
    /// A grammar in Lark, from `start`.
    Lark(String),
    /// A regular expression for the whole answer.
    Regex(String),
    /// The answers that there are.
    Choice(Vec<String>),
    /// A JSON Schema.
    Schema(Value),
    /// The `format` of a structural tag, as `{"type": "grammar", "grammar": "root ::= …"}`.
    Tag(Value),
}

impl Bounds {
    /// Its language.
    #[must_use]
    pub const fn language(&self) -> Language {
        match self {
            Self::Gbnf(_) => Language::Gbnf,
            Self::Lark(_) => Language::Lark,
            Self::Regex(_) => Language::Regex,
            Self::Choice(_) => Language::Choice,
            Self::Schema(_) => Language::JsonSchema,
            Self::Tag(_) => Language::StructuralTag,
        }
    }

    fn sent(&self) -> Value {
        match self {
            Self::Gbnf(text) | Self::Lark(text) | Self::Regex(text) => json!(text),
            Self::Choice(texts) => json!(texts),
            Self::Schema(schema) => schema.clone(),
            Self::Tag(format) => json!({"type": "structural_tag", "format": format}),
        }
    }

    fn tool_form(&self) -> ToolForm {
        match self {
            Self::Lark(definition) => ToolForm::Lark(definition.clone()),
            other => ToolForm::StrictFunction(other.sent()),
        }
    }
}

/// What an answer is held to, and how the server is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    mechanism: Mechanism,
    bounds: Bounds,
    name: String,
    description: String,
}

impl Constraint {
    /// Bounds by a mechanism; `None`: it has another language.
    #[must_use]
    pub fn new(mechanism: Mechanism, bounds: Bounds) -> Option<Self> {
        let fits = mechanism.languages().contains(&bounds.language());
        fits.then(|| Self {
            mechanism,
            bounds,
            name: "answer".to_owned(),
            description: String::new(),
        })
    }

    /// The same with a name and a description, for the mechanisms that have them: the name of a schema or a tool, which is
    /// `answer` otherwise, and what the model is told of the tool.
    #[must_use]
    pub fn named(self, name: String, description: String) -> Self {
        Self {
            name,
            description,
            ..self
        }
    }

    /// Its mechanism.
    #[must_use]
    pub const fn mechanism(&self) -> Mechanism {
        self.mechanism
    }

    /// The tool that has to be called, where the constraint is one.
    pub(super) fn tool(&self) -> Option<Tool> {
        matches!(
            self.mechanism,
            Mechanism::StrictTool | Mechanism::CustomTool
        )
        .then(|| Tool {
            name: self.name.clone(),
            description: self.description.clone(),
            form: self.bounds.tool_form(),
        })
    }

    /// Puts it into a request; a tool is put there as tools are.
    pub(super) fn put(&self, body: &mut Map<String, Value>) {
        let own = self.bounds.sent();
        let (key, value) = match self.mechanism {
            Mechanism::StructuredGrammar => ("structured_outputs", json!({"grammar": own})),
            Mechanism::StructuredJson => ("structured_outputs", json!({"json": own})),
            Mechanism::StructuredChoice => ("structured_outputs", json!({"choice": own})),
            Mechanism::StructuredRegex => ("structured_outputs", json!({"regex": own})),
            Mechanism::StructuredTag => (
                "structured_outputs",
                json!({"structural_tag": own.to_string()}),
            ),
            Mechanism::GuidedGrammar => ("guided_grammar", own),
            Mechanism::GuidedJson => ("guided_json", own),
            Mechanism::GuidedChoice => ("guided_choice", own),
            Mechanism::ResponseSchema => (
                "response_format",
                json!({
                    "type": "json_schema",
                    "json_schema": {"name": self.name, "strict": true, "schema": own},
                }),
            ),
            Mechanism::ResponseTag => ("response_format", own),
            Mechanism::Grammar => ("grammar", own),
            Mechanism::Ebnf => ("ebnf", own),
            Mechanism::StrictTool | Mechanism::CustomTool => return,
        };
        body.insert(key.to_owned(), value);
    }
}
