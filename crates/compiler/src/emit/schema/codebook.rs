//! `codebook.yaml`, for editors.

use serde_json::{Map, Value, json};

use super::{core, document, list, map_of, names, object, one_of, some, text, with_definitions};
use crate::words::{LANES, PROFILES, names as words};

/// The schema of a domain's codebook.
pub(super) fn codebook() -> Value {
    let lanes: Map<String, Value> = (words(LANES).into_iter())
        .map(|lane| (lane.to_owned(), list(names!(Scenario))))
        .collect();
    document(
        "A codebook",
        with_definitions(
            object(
                &["name", "version", "languages", "lanes", "types", "fields"],
                json!({
                    "name": { "type": "string", "pattern": "^[a-z][a-z0-9_]*$" },
                    "version": { "type": ["string", "number"] },
                    "languages": some(text()),
                    "lanes": object(&[], Value::Object(lanes)),
                    "types": map_of(ty()),
                    "fields": map_of(field()),
                    "relations": map_of(relation()),
                    "reserved": list(text()),
                    "limits": core::limits(),
                    "policy": core::policy_of_domain(),
                    "profiles": list(one_of(words(PROFILES))),
                }),
            ),
            core::policy_rules(),
        ),
    )
}

/// `label` and `synonyms`, per language.
fn labels() -> [(&'static str, Value); 2] {
    [
        ("label", map_of(text())),
        ("synonyms", map_of(list(text()))),
    ]
}

fn labelled(required: &[&str], mut properties: Value) -> Value {
    if let Value::Object(properties) = &mut properties {
        for (name, schema) in labels() {
            properties.insert(name.to_owned(), schema);
        }
    }
    object(required, properties)
}

fn ty() -> Value {
    labelled(&[], json!({ "key": text(), "description": text() }))
}

fn field() -> Value {
    let value = json!({ "anyOf": [labelled(&[], json!({})), { "type": "null" }] });
    labelled(
        &["path", "type"],
        json!({
            "path": { "type": "string", "pattern": "^[^.]+\\.[^.]+$" },
            "type": names!(ValueType),
            "values": { "anyOf": [map_of(value), list(text())] },
            "reference": text(),
            "array": { "type": "boolean" },
            "unit": text(),
            "operators": list(names!(Operator)),
            "sortable": { "type": "boolean" },
            "groupable": { "type": "boolean" },
            "alias": text(),
            "description": text(),
        }),
    )
}

fn relation() -> Value {
    labelled(
        &["name", "from", "to"],
        json!({
            "name": text(),
            "from": text(),
            "to": text(),
            "inverse": text(),
            "alias": text(),
            "description": text(),
        }),
    )
}
