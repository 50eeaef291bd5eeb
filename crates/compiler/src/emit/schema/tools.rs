//! `tools.yaml`, for editors.

use serde_json::{Value, json};

use super::{document, map_of, names, object, one_of, text};
use crate::source::tools::TOOL_SAYS;
use crate::words::{json_types, names as words};

/// Characters and length of a name that providers take.
const NAME: &str = "^[A-Za-z0-9_-]{1,64}$";

/// The schema of the tools shaped by hand.
pub(super) fn tools() -> Value {
    let parameter = object(
        &["type"],
        json!({
            "field": text(),
            "operator": names!(Operator),
            "says": one_of(words(TOOL_SAYS)),
            "type": one_of(words(json_types())),
            "description": text(),
            "required": { "type": "boolean" },
            "lower_bound_of": text(),
        }),
    );
    let tool = object(
        &["scenario", "description", "parameters"],
        json!({
            "scenario": names!(Scenario),
            "without_filters": names!(Scenario),
            "output": names!(Output),
            "target": text(),
            "description": text(),
            "parameters": named(parameter),
        }),
    );
    document(
        "Tools shaped by hand",
        object(&["tools"], json!({ "tools": named(tool) })),
    )
}

fn named(values: Value) -> Value {
    let mut map = map_of(values);
    if let Value::Object(map) = &mut map {
        map.insert("propertyNames".to_owned(), json!({ "pattern": NAME }));
    }
    map
}
