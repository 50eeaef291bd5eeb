//! `tools.yaml` as written.

use cmec_decoder::language::{Operator, Output, Scenario};
use cmec_decoder::tables::{JsonType, UnknownValue};
use serde::Deserialize;

use super::form::{NamedTexts, form};
use super::key::Holds;
use crate::finding::Spanned;

/// The names that providers accept.
const NAME: Holds = Holds::Pattern("^[A-Za-z0-9_-]{1,64}$");

form! {
    /// The tools shaped by hand.
    Tools: "the tools file" {
        /// Tools that a model may call, by name.
        tools: Vec<ToolSource> = Required "tools" holds Holds::MapBy(&NAME, &Holds::Keyed(ToolSource::KEYS)),
        /// Form in which answers to these tools go back to a model. Default: that of every other tool.
        results: Option<ResultsSource> = "results",
    }
}

form! {
    /// The form in which answers go back to a model.
    ResultsSource {
        /// Key of the list of rows.
        list: Spanned<String> = "list",
        /// Keys of a row whose value joins those of several fields, each with the paths of its fields.
        joined: NamedTexts = "joined" holds Holds::MapBy(&NAME, &Holds::List(&Holds::Text)),
    }
}

form! {
    /// A tool.
    ToolSource: "tool" name Spanned<String> {
        /// Scenario of the contract that a call becomes.
        scenario: Spanned<Scenario> = "scenario" as Word,
        /// Scenario of a call that says no filter, where it is another one.
        without_filters: Option<Spanned<Scenario>> = "without_filters" called "a scenario" as Word,
        /// Output of the contract. Default: that of the scenario.
        output: Option<Spanned<Output>> = "output" called "an output" as Word,
        /// Type that is asked for.
        target: Option<Spanned<String>> = "target",
        /// Most rows of an answer. Default: that of the scenario.
        limit: Option<Spanned<u32>> = "limit",
        /// Paths of the fields that rows are sorted by, the strongest first; with `-` before one the largest is first.
        sort: Vec<Spanned<String>> = "sort",
        /// Paths of the fields that an answer has. Default: all.
        fields: Vec<Spanned<String>> = "fields",
        /// What it is, in a sentence. Tool definitions and the reference page show it.
        description: Spanned<String> = "description",
        /// Parameters, by name.
        parameters: Vec<ParameterSource> = Required "parameters" called "`parameters`"
            holds Holds::MapBy(&NAME, &Holds::Keyed(ParameterSource::KEYS)),
    }
}

impl ToolSource {
    /// The sort paths without their sign.
    pub(crate) fn sorted_by(&self) -> impl Iterator<Item = (&str, &Spanned<String>)> {
        self.sort.iter().map(|said| {
            let path = said.text();
            (path.strip_prefix('-').unwrap_or(path), said)
        })
    }

    pub(crate) fn parameter(&self, name: &str) -> Option<&ParameterSource> {
        let mut parameters = self.parameters.iter();
        parameters.find(|parameter| parameter.name.value == name)
    }

    pub(crate) fn filters(&self) -> impl Iterator<Item = &ParameterSource> {
        let parameters = self.parameters.iter();
        parameters.filter(|parameter| parameter.field.is_some())
    }

    pub(crate) fn query_texts(&self) -> impl Iterator<Item = &ParameterSource> {
        let parameters = self.parameters.iter();
        parameters.filter(|parameter| parameter.says.is_some())
    }
}

form! {
    /// A parameter: a filter's value, or the query text.
    ParameterSource: "parameter" name Spanned<String> {
        /// Path of the field that the parameter filters.
        field: Option<Spanned<String>> = "field",
        /// Operator of that filter. Default: `eq`.
        operator: Option<Spanned<Operator>> = "operator" called "an operator" as Word,
        /// What it says where it is no filter: the text to look for.
        says: Option<Spanned<ToolSays>> = "says" called "what a parameter says" as Word,
        /// JSON type of the argument.
        json_type: Spanned<JsonType> = "type" as Word,
        /// What it is, in a sentence. Tool definitions and the reference page show it.
        description: Option<Spanned<String>> = "description",
        /// Whether a call must have it.
        required: bool = "required",
        /// What becomes of a value the field does not have: `drop` leaves the filter out and says so. Default: a question.
        on_unknown_value: Option<Spanned<UnknownValue>> =
            "on_unknown_value" called "what becomes of an unknown value" as Word,
        /// Parameter that is the upper bound. A lower bound that is not below it is left out, and that is said.
        lower_bound_of: Option<Spanned<String>> = "lower_bound_of",
    }
}

/// The target of a parameter that is not a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolSays {
    /// The text to search for.
    QueryText,
}
