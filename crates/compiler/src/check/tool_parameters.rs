//! A tool's parameter says one filter of a field, or the query text, in a JSON type that its values have.

use cmec_decoder::language::{Arity, Operator};
use cmec_decoder::tables::JsonType;

use crate::finding::{Finding, Rule};
use crate::source::Source;
use crate::source::elements::FieldSource;
use crate::source::tools::{ParameterSource, ToolSource};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for tool in source.tools.iter().flat_map(|tools| &tools.tools) {
        for parameter in &tool.parameters {
            findings.extend(says(parameter));
            findings.extend(compares(source, parameter));
            findings.extend(bound(tool, parameter));
        }
        if let Some((first, more)) = tool.query_texts().collect::<Vec<_>>().split_first() {
            findings.extend(more.iter().map(|parameter| {
                let message = format!(
                    "`{}` says the query text a second time",
                    parameter.name.value
                );
                Finding::new(Rule::ToolSays, parameter.name.place, message)
                    .also(first.name.place, "first here")
            }));
        }
    }
}

/// A field with its operator, or the query text.
fn says(parameter: &ParameterSource) -> Option<Finding> {
    let ParameterSource {
        name,
        field,
        operator,
        says,
        ..
    } = parameter;
    let what = match (field, operator, says) {
        (Some(_), Some(_), None) | (None, None, Some(_)) => return None,
        (_, _, Some(_)) => "says the query text and a filter",
        (Some(_), None, None) => "names a field and no operator",
        (None, Some(_), None) => "names an operator and no field",
        (None, None, None) => "says nothing",
    };
    let message = format!("the parameter `{}` {what}", name.value);
    Some(
        Finding::new(Rule::ToolSays, name.place, message)
            .help("give it `field` and `operator`, or `says: query_text`"),
    )
}

/// The field is there, has the operator, and has values of the JSON type.
fn compares(source: &Source, parameter: &ParameterSource) -> Option<Finding> {
    let Some(said) = &parameter.field else {
        let says = parameter.says.as_ref();
        return says.and_then(|_| misfit(parameter, &[JsonType::String]));
    };
    let Some(field) = source.codebook.field_at(said.text()) else {
        let known = source.codebook.fields.iter().map(|field| field.path.text());
        let message = format!("no field has the path `{}`", said.value);
        return Some(
            Finding::new(Rule::DanglingField, said.place, message).nearest(said.text(), known),
        );
    };
    let operator = parameter.operator.as_ref()?;
    let allowed = field.allowed();
    if !allowed.contains(&operator.value) {
        let known: Vec<String> = (allowed.iter())
            .map(|operator| format!("`{}`", operator.name()))
            .collect();
        let name = operator.value.name();
        let message = format!("`{}` does not have the operator `{name}`", said.value);
        return Some(
            Finding::new(Rule::ToolOperator, operator.place, message)
                .also(field.path.place, "the field")
                .help(format!("it has {}", known.join(", "))),
        );
    }
    misfit(parameter, fitting(field, operator.value))
}

fn misfit(parameter: &ParameterSource, fitting: &[JsonType]) -> Option<Finding> {
    let said = &parameter.json_type;
    if fitting.contains(&said.value) {
        return None;
    }
    let known: Vec<String> = (fitting.iter())
        .map(|known| format!("`{}`", known.name()))
        .collect();
    let message = format!(
        "the values of `{}` are not of the JSON type `{}`",
        parameter.name.value,
        said.value.name()
    );
    Some(
        Finding::new(Rule::ToolType, said.place, message)
            .help(format!("write {}", known.join(" or "))),
    )
}

/// The JSON types an argument can have whose every value can be read.
fn fitting(field: &FieldSource, operator: Operator) -> &'static [JsonType] {
    match operator.arity() {
        Arity::List | Arity::Pair => &[JsonType::Array],
        Arity::Flag => &[JsonType::Boolean],
        Arity::One | Arity::Piece => match JsonType::of(field.value_type.value) {
            // A whole number is a decimal, too.
            JsonType::Number => &[JsonType::Number, JsonType::Integer],
            JsonType::Integer => &[JsonType::Integer],
            JsonType::Boolean => &[JsonType::Boolean],
            JsonType::String | JsonType::Array => &[JsonType::String],
        },
    }
}

/// A lower bound names the upper bound of the same field.
fn bound(tool: &ToolSource, parameter: &ParameterSource) -> Option<Finding> {
    let said = parameter.lower_bound_of.as_ref()?;
    let finding = |message: String| Finding::new(Rule::ToolBound, said.place, message);
    let Some(upper) = tool.parameter(said.text()) else {
        let known: Vec<&str> = (tool.parameters.iter())
            .map(|parameter| parameter.name.text())
            .collect();
        let message = format!("the tool has no parameter `{}`", said.value);
        return Some(finding(message).nearest(said.text(), known));
    };
    let operator = |parameter: &ParameterSource| parameter.operator.as_ref().map(|said| said.value);
    let path =
        |parameter: &ParameterSource| parameter.field.as_ref().map(|said| said.value.clone());
    let lower_bounds = matches!(operator(parameter), Some(Operator::Ge | Operator::Gt));
    let upper_bounds = matches!(operator(upper), Some(Operator::Le | Operator::Lt));
    // Only values with an order have such operators.
    if lower_bounds && upper_bounds && path(parameter) == path(upper) {
        return None;
    }
    let message = format!("`{}` is no upper bound of the same field", said.value);
    Some(
        finding(message)
            .also(upper.name.place, "this parameter")
            .help("the lower one compares by `ge` or `gt`, the upper one by `le` or `lt`"),
    )
}
