//! `retrieval.yaml`, for editors.

use serde_json::{Map, Value, json};

use super::{document, list, map_of, names, number, object, one_of, some, text};
use crate::words::{MODES, names as words};

/// The schema of the profiles of the retrieval lane.
pub(super) fn retrieval() -> Value {
    let count = || number(1, u32::MAX);
    let mode = object(
        &["top_k_min", "top_k_max"],
        json!({
            "top_k_min": count(),
            "top_k_max": count(),
        }),
    );
    let profile = object(
        &["mode", "type_in", "top_k"],
        json!({
            "mode": one_of(words(MODES)),
            "type_in": some(text()),
            "top_k": count(),
        }),
    );
    let modes = each(&words(MODES), &mode);
    document(
        "Profiles of the retrieval lane",
        object(
            &["document_types", "modes", "profiles"],
            json!({
                "document_types": some(text()),
                "corpora": map_of(list(text())),
                "modes": modes,
                "always_excluded": list(text()),
                "profiles": by_kind(profile),
                "questions": by_kind(list(text())),
                "tags": map_of(list(text())),
            }),
        ),
    )
}

fn each(names: &[&str], schema: &Value) -> Value {
    let properties: Map<String, Value> = (names.iter())
        .map(|name| ((*name).to_owned(), schema.clone()))
        .collect();
    object(names, Value::Object(properties))
}

fn by_kind(schema: Value) -> Value {
    let mut map = map_of(schema);
    if let Value::Object(map) = &mut map {
        map.insert("propertyNames".to_owned(), names!(QuestionKind));
    }
    map
}
