//! `tools.yaml` as written.

use cmec_decoder::language::{Operator, Output, Scenario};
use cmec_decoder::tables::{JsonType, UnknownValue};

use super::form::{Form, form};
use super::node::Node;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["tools", "results"];
/// Keys of `results`.
pub(crate) const RESULTS_KEYS: &[&str] = &["list", "joined"];
/// The tools shaped by hand.
#[derive(Debug)]
pub(crate) struct Tools {
    pub(crate) tools: Vec<ToolSource>,
    pub(crate) results: Option<ResultsSource>,
}

/// The form in which answers go back to a model.
#[derive(Debug)]
pub(crate) struct ResultsSource {
    pub(crate) list: Spanned<String>,
    /// A key, and the paths of the fields that stand under it.
    pub(crate) joined: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
}

form! {
    /// A tool.
    ToolSource: "tool" name, TOOL_KEYS {
        scenario: Spanned<Scenario> = "scenario" in words::of(),
        without_filters: Option<Spanned<Scenario>> =
            "without_filters" called "a scenario" in words::of(),
        output: Option<Spanned<Output>> = "output" called "an output" in words::of(),
        target: Option<Spanned<String>> = "target",
        description: Spanned<String> = "description",
        parameters: Vec<ParameterSource> = "parameters" by parameters,
    }
}

impl ToolSource {
    /// The parameter with this name.
    pub(crate) fn parameter(&self, name: &str) -> Option<&ParameterSource> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name.value == name)
    }

    /// The parameters that say a filter.
    pub(crate) fn filters(&self) -> impl Iterator<Item = &ParameterSource> {
        let parameters = self.parameters.iter();
        parameters.filter(|parameter| parameter.field.is_some())
    }

    /// The parameters that say the query text.
    pub(crate) fn query_texts(&self) -> impl Iterator<Item = &ParameterSource> {
        let parameters = self.parameters.iter();
        parameters.filter(|parameter| parameter.says.is_some())
    }
}

form! {
    /// A parameter: a filter's value, or the query text.
    ParameterSource: "parameter" name, PARAMETER_KEYS {
        field: Option<Spanned<String>> = "field",
        operator: Option<Spanned<Operator>> =
            "operator" called "an operator" in words::of(),
        says: Option<Spanned<ToolSays>> = "says" called "what a parameter says" in TOOL_SAYS,
        json_type: Spanned<JsonType> = "type" in words::of(),
        description: Option<Spanned<String>> = "description",
        required: bool = "required",
        on_unknown_value: Option<Spanned<UnknownValue>> =
            "on_unknown_value" called "what becomes of an unknown value" in words::of(),
        lower_bound_of: Option<Spanned<String>> = "lower_bound_of",
    }
}

/// What a parameter says that is no filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolSays {
    /// The text to look for.
    QueryText,
}

/// What a tool's parameter says that is no filter.
pub(crate) const TOOL_SAYS: &[(&str, ToolSays)] = &[("query_text", ToolSays::QueryText)];

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Tools {
    let map = r.keyed(node, "the tools file", KEYS);
    let tools = r.required(&map, "tools");
    Tools {
        tools: Form::all(tools, "`tools`", r),
        results: map.get("results").and_then(|node| results(node, r)),
    }
}

fn results(node: &Node, r: &mut NodeReader<'_>) -> Option<ResultsSource> {
    let map = r.keyed(node, "`results`", RESULTS_KEYS);
    let list = r.required_text(&map, "list");
    let joined = r.named(map.get("joined"), map.called("joined"));
    let joined = joined.iter().map(|(key, node)| {
        let what = format!("`{key}` of `joined`");
        (key.clone(), r.texts(Some(node), what.as_str()))
    });
    let joined = joined.collect();
    Some(ResultsSource {
        list: list?,
        joined,
    })
}

fn parameters(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Vec<ParameterSource>> {
    let parameters = r.required(map, "parameters");
    Some(Form::all(parameters, "`parameters`", r))
}
