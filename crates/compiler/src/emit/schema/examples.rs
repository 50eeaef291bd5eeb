//! `examples.yaml`, for editors.

use serde_json::{Value, json};

use super::{document, map_of, object, some, text};

/// The schema of the questions that a model is shown.
pub(super) fn examples() -> Value {
    // A language may have any name.
    let example = json!({
        "type": "object",
        "required": ["intent"],
        "properties": { "intent": { "anyOf": [text(), map_of(text())] } },
        "additionalProperties": text(),
        "minProperties": 2,
    });
    document(
        "Questions that a model is shown, and the lines that say them",
        object(&["examples"], json!({ "examples": some(example) })),
    )
}
