//! The weight of the arguments of a tool shaped by hand.

use cmec_decoder::tables::{FieldDef, JsonType, Tables, ToolDef, ToolParameter};

use super::weight::{Scale, Tally, Weight};

/// Linear in the tool and in the values of the fields it names.
pub(super) fn arguments(tables: &Tables, tool: &ToolDef, scale: Scale) -> Weight {
    scale.object(tool.parameters.iter().map(|parameter| {
        let weight = argument(tables, parameter);
        (parameter.name.as_ref(), weight, parameter.required)
    }))
}

fn argument(tables: &Tables, parameter: &ToolParameter) -> Option<Weight> {
    let filter = parameter.filter.as_ref();
    let field = filter.and_then(|filter| tables.field_by_path(&filter.field));
    match parameter.json_type {
        JsonType::Array => Weight::list(field.map(values)),
        JsonType::String => Some(field.map_or(Weight::NOTHING, values)),
        _ => Some(Weight::NOTHING),
    }
}

/// A field without values is any text.
fn values(field: &FieldDef) -> Weight {
    Tally::of(field.values.iter().map(|value| value.value.as_ref())).one_of()
}
