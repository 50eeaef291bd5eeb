//! `tools.yaml`, for editors.

use cmec_decoder::language::{Operator, Output, Scenario};
use cmec_decoder::tables::{JsonType, UnknownValue};
use serde_json::{Value, json};

use super::{document, map_by, object, one_of, text, whole, word};
use crate::source::tools::TOOL_SAYS;
use crate::words;

/// Characters and length of a name that providers take.
const NAME: &str = "^[A-Za-z0-9_-]{1,64}$";

/// The schema of the tools shaped by hand.
pub(super) fn tools() -> Value {
    let parameter = object(
        &["type"],
        json!({
            "field": text(),
            "operator": word::<Operator>(),
            "says": one_of(words::names(TOOL_SAYS)),
            "type": word::<JsonType>(),
            "description": text(),
            "required": { "type": "boolean" },
            "on_unknown_value": word::<UnknownValue>(),
            "lower_bound_of": text(),
        }),
    );
    let tool = object(
        &["scenario", "description", "parameters"],
        json!({
            "scenario": word::<Scenario>(),
            "without_filters": word::<Scenario>(),
            "output": word::<Output>(),
            "target": text(),
            "description": text(),
            "parameters": named(parameter),
        }),
    );
    let results = object(
        &["list"],
        json!({
            "list": text(),
            "joined": map_by(json!({ "pattern": NAME }), json!({ "type": "array", "items": text() })),
        }),
    );
    document(
        "Tools shaped by hand",
        whole(json!({ "tools": named(tool), "results": results })),
    )
}

fn named(values: Value) -> Value {
    map_by(json!({ "pattern": NAME }), values)
}
