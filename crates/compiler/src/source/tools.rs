//! `tools.yaml` as written.

use cmec_decoder::language::{Operator, Output, Scenario};
use cmec_decoder::tables::JsonType;

use super::node::Node;
use super::node_reader::NodeReader;
use crate::finding::Spanned;
use crate::words;

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["tools"];
/// Keys of a tool.
pub(crate) const TOOL_KEYS: &[&str] = &[
    "scenario",
    "without_filters",
    "output",
    "target",
    "description",
    "parameters",
];
/// Keys of a parameter.
pub(crate) const PARAMETER_KEYS: &[&str] = &[
    "field",
    "operator",
    "says",
    "type",
    "description",
    "required",
    "lower_bound_of",
];

/// The tools shaped by hand.
#[derive(Debug)]
pub(crate) struct Tools {
    pub(crate) tools: Vec<ToolSource>,
}

/// A tool.
#[derive(Debug)]
pub(crate) struct ToolSource {
    pub(crate) name: Spanned<String>,
    pub(crate) scenario: Spanned<Scenario>,
    pub(crate) without_filters: Option<Spanned<Scenario>>,
    pub(crate) output: Option<Spanned<Output>>,
    pub(crate) target: Option<Spanned<String>>,
    pub(crate) description: Spanned<String>,
    pub(crate) parameters: Vec<ParameterSource>,
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

/// A parameter: a filter's value, or the query text.
#[derive(Debug)]
pub(crate) struct ParameterSource {
    pub(crate) name: Spanned<String>,
    pub(crate) field: Option<Spanned<String>>,
    pub(crate) operator: Option<Spanned<Operator>>,
    pub(crate) says: Option<Spanned<ToolSays>>,
    pub(crate) json_type: Spanned<JsonType>,
    pub(crate) description: Option<Spanned<String>>,
    pub(crate) required: bool,
    pub(crate) lower_bound_of: Option<Spanned<String>>,
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
    let tools_node = r.required(&map, "tools");
    let tools = (r.named(tools_node, "`tools`").iter())
        .filter_map(|(name, body)| tool(name, body, r))
        .collect();
    Tools { tools }
}

fn tool(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<ToolSource> {
    let what = format!("tool `{name}`");
    let map = r.keyed(body, &what, TOOL_KEYS);
    let scenarios = words::scenarios();
    let scenario = r.required_word(&map, "scenario", scenarios);
    let without_filters = map
        .get("without_filters")
        .and_then(|node| r.word(node, "a scenario", scenarios));
    let output = map
        .get("output")
        .and_then(|node| r.word(node, "an output", words::outputs()));
    let target = r.optional_text(&map, "target");
    let description = r.required_text(&map, "description");
    let parameters_node = r.required(&map, "parameters");
    let parameters = (r.named(parameters_node, "`parameters`").iter())
        .filter_map(|(name, body)| parameter(name, body, r))
        .collect();
    Some(ToolSource {
        name: name.clone(),
        scenario: scenario?,
        without_filters,
        output,
        target,
        description: description?,
        parameters,
    })
}

fn parameter(
    name: &Spanned<String>,
    body: &Node,
    r: &mut NodeReader<'_>,
) -> Option<ParameterSource> {
    let called = format!("parameter `{name}`");
    let map = r.keyed(body, &called, PARAMETER_KEYS);
    let field = r.optional_text(&map, "field");
    let operator = map
        .get("operator")
        .and_then(|node| r.word(node, "an operator", words::operators()));
    let says = map
        .get("says")
        .and_then(|node| r.word(node, "what a parameter says", TOOL_SAYS));
    let json_type = r.required_word(&map, "type", words::json_types());
    let description = r.optional_text(&map, "description");
    let required = r.flag(&map, "required");
    let lower_bound_of = r.optional_text(&map, "lower_bound_of");
    Some(ParameterSource {
        name: name.clone(),
        field,
        operator,
        says,
        json_type: json_type?,
        description,
        required,
        lower_bound_of,
    })
}
