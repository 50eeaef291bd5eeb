//! `Clarify`: the question that goes back instead of a contract.

use serde_json::{Value, json};

use super::finding::candidate;
use super::{document, list, map_of, nullable, object, some, text, trace_id};

/// The schema of a clarify.
pub(super) fn clarify() -> Value {
    document("Clarify", body())
}

/// The same without its head, as a part of other schemas.
pub(super) fn body() -> Value {
    object(
        &["kind", "trace_id", "reasons", "question", "patchable"],
        json!({
            "kind": { "const": "clarify" },
            "trace_id": trace_id(),
            "reasons": some(reason()),
            "question": question(),
            "patchable": nullable(json!({ "type": "string" })),
        }),
    )
}

fn reason() -> Value {
    object(
        &["code", "path", "message", "candidates"],
        json!({
            "code": text(),
            "path": { "type": "string" },
            "message": text(),
            "candidates": list(candidate()),
        }),
    )
}

/// Language → question, in the codebook's languages; `und` for the model's own words.
fn question() -> Value {
    let mut question = map_of(text());
    if let Value::Object(question) = &mut question {
        question.insert("minProperties".to_owned(), json!(1));
        question.insert(
            "propertyNames".to_owned(),
            json!({ "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]+)*$" }),
        );
    }
    question
}
