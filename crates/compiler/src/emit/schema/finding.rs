//! A finding about a model's text, as clarify and reject carry it.

use cmec_decoder::tables::FindingClass;
use serde_json::{Value, json};

use super::{list, nullable, object_but, one_of, text, whole, word};

/// One finding.
pub(super) fn finding() -> Value {
    object_but(
        &["headline"],
        json!({
            "id": { "type": "string", "pattern": "^DEC[0-9]{3}$" },
            "slug": { "type": "string", "pattern": "^[a-z0-9-]+$" },
            "class": word::<FindingClass>(),
            "stage": one_of(["syntax", "shape", "vocabulary", "type", "semantics", "policy"]),
            "severity": one_of(["error", "warning", "note"]),
            "retry": one_of(["patch", "full", "never"]),
            "headline": text(),
            "message": text(),
            "span": span(),
            "pointer": { "type": "string" },
            "help": nullable(text()),
            "candidates": list(candidate()),
        }),
    )
}

/// What was probably meant.
pub(super) fn candidate() -> Value {
    object_but(
        &["example"],
        json!({
            "code": { "type": "string" },
            "label": { "type": "string" },
            "description": { "type": "string" },
            "example": { "const": true },
        }),
    )
}

fn span() -> Value {
    let count = |least: u32| json!({ "type": "integer", "minimum": least });
    whole(json!({
        "start": count(0),
        "end": count(0),
        "line": count(1),
        "column": count(1),
    }))
}
