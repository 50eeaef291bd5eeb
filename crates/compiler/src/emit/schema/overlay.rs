//! `overlay.yaml`, for editors: the schema of the codebook with elements known by path and name, and nothing required.

use serde_json::{Value, json};

use super::codebook::codebook;
use super::text;
use crate::source::overlay::CODE;
use crate::source::overlay_bindings::BINDINGS;

/// The keys that say what a code means; only an element of the overlay's own has them, and its path is its key.
const KNOWN_BY: &[(&str, &str)] = &[
    ("fields", "path"),
    ("relations", "name"),
    ("metrics", "name"),
];

/// The schema of an overlay.
pub(super) fn overlay() -> Value {
    let mut schema = codebook();
    if let Some(title) = schema.get_mut("title") {
        *title = json!("What people write over a codebook that an import makes");
    }
    nothing_required(&mut schema);
    for (section, known_by) in KNOWN_BY {
        let element = format!("/properties/{section}/additionalProperties");
        let Some(element) = schema.pointer_mut(&element) else {
            continue;
        };
        nothing_required(element);
        if let Some(Value::Object(properties)) = element.get_mut("properties") {
            properties.remove(*known_by);
            properties.insert(CODE.to_owned(), text());
        }
    }
    // Every part of the bindings may be left out, but for the parts of one that is the overlay's own.
    let mut bindings = super::bindings::bindings_body();
    nothing_required(&mut bindings);
    for element in ["types", "relations"] {
        let element = format!("/properties/{element}/additionalProperties");
        if let Some(element) = bindings.pointer_mut(&element) {
            nothing_required(element);
        }
    }
    let columns =
        "/properties/types/additionalProperties/properties/columns/additionalProperties/anyOf/1";
    if let Some(columns) = bindings.pointer_mut(columns) {
        nothing_required(columns);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.insert(BINDINGS.to_owned(), bindings);
    }
    schema
}

fn nothing_required(schema: &mut Value) {
    if let Some(required) = schema.get_mut("required") {
        *required = json!([]);
    }
}
