//! `Clarify`: the question that goes back instead of a contract.

use serde_json::{Value, json};

use super::finding::candidate;
use super::{document, extended, list, map_of, nullable, number, object_but, some, text, trace_id};

/// The schema of a clarify.
pub(super) fn clarify() -> Value {
    document("Clarify", body())
}

/// The same without its head, as a part of other schemas.
pub(super) fn body() -> Value {
    object_but(
        &["more"],
        json!({
            "kind": { "const": "clarify" },
            "trace_id": trace_id(),
            "reasons": some(reason()),
            "more": number(1, u32::MAX),
            "question": question(),
            "patchable": nullable(json!({ "type": "string" })),
        }),
    )
}

fn reason() -> Value {
    object_but(
        &["headline"],
        json!({
            "code": text(),
            "path": { "type": "string" },
            "headline": text(),
            "message": text(),
            "candidates": list(candidate()),
        }),
    )
}

/// Language → question, in the codebook's languages; `und` for the model's own words.
fn question() -> Value {
    let language = json!({ "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]+)*$" });
    extended(
        map_of(text()),
        json!({ "minProperties": 1, "propertyNames": language }),
    )
}
