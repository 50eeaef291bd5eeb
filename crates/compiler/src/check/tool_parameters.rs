//! Checks the parameters of tools: each is one filter of a field, or the query text, and its JSON type fits the values.

use cmec_decoder::language::{Arity, Operator};
use cmec_decoder::tables::{JsonType, UnknownValue};

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::elements::FieldSource;
use crate::source::tools::{ParameterSource, ToolSource};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        for parameter in &tool.parameters {
            says(parameter, findings);
            compares(source, parameter, findings);
            bound(tool, parameter, findings);
            drops(parameter, findings);
        }
        let mut texts = tool.query_texts().map(|parameter| &parameter.name);
        if let Some(first) = texts.next() {
            for name in texts {
                let message = format!("`{name}` says the query text a second time");
                tell(findings, Rule::ToolSays, name.place, message).also(first.place, "first here");
            }
        }
    }
}

/// Checks that a parameter has a field and an operator, or is the query text.
fn says(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let what = match (&parameter.field, &parameter.operator, &parameter.says) {
        (Some(_), Some(_), None) | (None, None, Some(_)) => return,
        (_, _, Some(_)) => "says the query text and a filter",
        (Some(_), None, None) => "names a field and no operator",
        (None, Some(_), None) => "names an operator and no field",
        (None, None, None) => "says nothing",
    };
    let name = &parameter.name;
    let message = format!("the parameter `{name}` {what}");
    tell(findings, Rule::ToolSays, name.place, message)
        .help("give it `field` and `operator`, or `says: query_text`");
}

/// Checks that the field exists, has the operator, and has values of the JSON type.
fn compares(source: &Source, parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let Some(said) = &parameter.field else {
        if parameter.says.is_some() {
            typed(parameter, &[JsonType::String], findings);
        }
        return;
    };
    let Some(field) = source.codebook.field_at(said.text()) else {
        if source.codebook.lost.has_path(said.text()) {
            return;
        }
        let known = source.codebook.paths().map(Spanned::text);
        let message = format!("no field has the path `{said}`");
        tell(findings, Rule::DanglingField, said.place, message).nearest(said.text(), known);
        return;
    };
    let Some(operator) = &parameter.operator else {
        return;
    };
    let allowed = field.allowed();
    if allowed.contains(&operator.value) {
        typed(parameter, fitting(field, operator.value), findings);
        return;
    }
    let known = quoted(allowed.iter().map(|operator| operator.name()), ", ");
    let name = operator.value.name();
    let message = format!("`{said}` does not have the operator `{name}`");
    tell(findings, Rule::ToolOperator, operator.place, message)
        .also(field.path.place, "the field")
        .help(format!("it has {known}"));
}

fn typed(parameter: &ParameterSource, fitting: &[JsonType], findings: &mut Vec<Finding>) {
    let said = &parameter.json_type;
    if fitting.contains(&said.value) {
        return;
    }
    let known = quoted(fitting.iter().map(|known| known.name()), " or ");
    let (name, said_name) = (&parameter.name, said.value.name());
    let message = format!("the values of `{name}` are not of the JSON type `{said_name}`");
    tell(findings, Rule::ToolType, said.place, message).help(format!("write {known}"));
}

/// The JSON types whose every value can be read.
fn fitting(field: &FieldSource, operator: Operator) -> &'static [JsonType] {
    match operator.arity() {
        Arity::List | Arity::Pair => &[JsonType::Array],
        Arity::Flag => &[JsonType::Boolean],
        Arity::One | Arity::Piece => match JsonType::of(field.value_type.value) {
            // An integer is a valid decimal.
            JsonType::Number => &[JsonType::Number, JsonType::Integer],
            JsonType::Integer => &[JsonType::Integer],
            JsonType::Boolean => &[JsonType::Boolean],
            JsonType::String | JsonType::Array => &[JsonType::String],
        },
    }
}

/// Checks that only a field's value can be dropped as unknown.
fn drops(parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let dropping = |said: &&Spanned<UnknownValue>| said.value == UnknownValue::Drop;
    if let Some(said) = parameter.on_unknown_value.as_ref().filter(dropping)
        && parameter.field.is_none()
    {
        let name = &parameter.name;
        let message = format!("the parameter `{name}` drops and names no field");
        tell(findings, Rule::ToolDrops, said.place, message)
            .help("leave it out: only a value of a field can be none");
    }
}

/// Checks that a lower bound names an upper bound of the same field.
fn bound(tool: &ToolSource, parameter: &ParameterSource, findings: &mut Vec<Finding>) {
    let Some(said) = &parameter.lower_bound_of else {
        return;
    };
    let Some(upper) = tool.parameter(said.text()) else {
        let known = tool.parameters.iter().map(|known| known.name.text());
        let message = format!("the tool has no parameter `{said}`");
        tell(findings, Rule::ToolBound, said.place, message).nearest(said.text(), known);
        return;
    };
    let operator = |parameter: &ParameterSource| parameter.operator.as_ref().map(|said| said.value);
    let path = |parameter: &ParameterSource| parameter.field.clone().map(|said| said.value);
    let lower_bounds = matches!(operator(parameter), Some(Operator::Ge | Operator::Gt));
    let upper_bounds = matches!(operator(upper), Some(Operator::Le | Operator::Lt));
    // Only ordered values have these operators.
    if !(lower_bounds && upper_bounds && path(parameter) == path(upper)) {
        let message = format!("`{said}` is no upper bound of the same field");
        tell(findings, Rule::ToolBound, said.place, message)
            .also(upper.name.place, "this parameter")
            .help("the lower one compares by `ge` or `gt`, the upper one by `le` or `lt`");
    }
}
