//! The model calls of an answer: each call with its tokens and time, and the cost of the intent in other forms.

use serde::Serialize;

/// What a model did for an answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelBlock {
    /// What the model said last, whether it was shown or not; `null` where it called tools alone.
    pub text: Option<String>,
    /// What of that text was neither found nor asked; `null` where all of it was.
    pub made_up: Option<String>,
    /// Each call of the model or of a tool, in its order.
    pub steps: Vec<ModelStep>,
    /// What the intent takes in each form, in tokens.
    pub intent_cost: Vec<FormCost>,
    /// The tokenizer that counts these; `null` where they were not counted.
    pub tokenizer: Option<String>,
}

/// A call of a model or of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelStep {
    /// `model`, `list`, or the name of a tool.
    pub called: String,
    /// `ok`, or why it has no answer.
    pub outcome: String,
    /// The beginning of the text that the model gave, or of the arguments that it called the tool with; `null`: it gave none.
    pub said: Option<String>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// Tokens of the request; `null` where the server does not tell.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the answer.
    pub completion_tokens: Option<u64>,
    /// The mean of their log-probabilities; `null` where these were not asked for, or the server does not tell.
    pub mean_logprob: Option<f64>,
    /// The least of them.
    pub least_logprob: Option<f64>,
    /// Rows that were found.
    pub rows: usize,
}

/// What an intent takes in one form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FormCost {
    /// `mec`, `tool-call` or `sql`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["mec", "tool-call", "sql"])))]
    pub form: &'static str,
    /// Tokens.
    pub tokens: usize,
}
