//! Reference tables: the exported tools, and how they fit the providers' budgets.

use cmec_decoder::tables::{Tables, ToolDef, ToolParameter, UnknownValue};

use super::{code, table};
use crate::emit::profile::{Over, Profile};
use crate::text::joined;

/// The handwritten tools with their arguments.
pub(super) fn tools(tables: &Tables) -> String {
    let columns = ["tool", "scenario", "argument", "type", "says"];
    table(
        "Tools",
        &columns,
        tables.tools.iter().flat_map(|tool| {
            let rows = tool.parameters.iter();
            rows.map(move |parameter| row(tool, parameter))
        }),
    )
}

fn row(tool: &ToolDef, parameter: &ToolParameter) -> Vec<String> {
    let mut scenario = code(tool.scenario.name());
    if let Some(without) = tool.without_filters {
        scenario.push_str(&format!(", without filters `{}`", without.name()));
    }
    let mut name = code(&parameter.name);
    if parameter.required {
        name.push_str(" (required)");
    }
    let mut says = match &parameter.filter {
        Some(filter) => format!("`{}` {}", filter.field, filter.operator.name()),
        None => "the query text".to_owned(),
    };
    if parameter.on_unknown_value == UnknownValue::Drop {
        says.push_str(", ignored where it is no value of the field");
    }
    if let Some(upper) = &parameter.lower_bound_of {
        says.push_str(&format!(", below `{upper}`"));
    }
    vec![
        code(&tool.name),
        scenario,
        name,
        parameter.json_type.name().to_owned(),
        says,
    ]
}

/// The budget status of the cMEC and of each tool, by provider.
pub(super) fn profiles(tables: &Tables) -> String {
    table(
        "Provider profiles",
        &["profile", "rules of", "schema", "budgets"],
        Profile::all().iter().flat_map(|profile| {
            let documents = profile.documents(tables).into_iter();
            documents.map(|document| {
                vec![
                    code(profile.name),
                    profile.date.to_owned(),
                    code(&document.name),
                    outcome(&document.over),
                ]
            })
        }),
    )
}

fn outcome(over: &[Over]) -> String {
    if over.is_empty() {
        return "kept".to_owned();
    }
    let said = |over: &Over| format!("{} {}, {} allowed", over.have, over.what, over.most);
    joined(over.iter().map(said), "; ")
}
