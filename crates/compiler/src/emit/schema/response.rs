//! `Response`: what a question was answered with.

use cmec_executor::taxonomy::{Confidence, LimitedReason, MatchedBy, ResponseType};
use serde_json::{Value, json};

use super::{
    clarify, document, extended, list, map_of, nullable, object_but, one_of, text, trace_id, whole,
    word,
};

/// The parts whose texts may come from outside.
const UNTRUSTED: [&str; 7] = [
    "/summary",
    "/rows",
    "/anchors",
    "/filters_applied",
    "/limitations",
    "/hints",
    "/clarify",
];

/// The schema of a response.
pub(super) fn response() -> Value {
    let response = document(
        "Response",
        object_but(
            &["total", "next_cursor", "clarify"],
            json!({
                "response_type": word::<ResponseType>(),
                "summary": { "type": "string" },
                "rows": list(row()),
                "returned": { "type": "integer", "minimum": 0 },
                "limit": nullable(json!({ "type": "integer", "minimum": 0 })),
                "truncated": { "type": "boolean" },
                "total": { "type": "integer", "minimum": 0 },
                "next_cursor": text(),
                "filters_applied": list(filter_applied()),
                "anchors": list(anchor()),
                "limited_reason_category": nullable(word::<LimitedReason>()),
                "missing_required_filters": list(text()),
                "limitations": list(text()),
                "reasons": list(text()),
                "hints": list(text()),
                "clarify": clarify::body(),
                "untrusted": list(one_of(UNTRUSTED)),
                "trace_id": trace_id(),
            }),
        ),
    );
    extended(response, json!({ "allOf": by_type() }))
}

/// Facts have rows; what is no fact has none, and says why or asks.
fn by_type() -> Value {
    let rule = |types: Value, then: Value| json!({ "if": { "properties": { "response_type": types } }, "then": then });
    let no_rows = json!({ "maxItems": 0 });
    let nothing = json!({ "const": 0 });
    json!([
        rule(
            json!({ "enum": ["FACTUAL_LIST", "FACTUAL_SUMMARY"] }),
            json!({ "properties": {
                "rows": { "minItems": 1 },
                "returned": { "minimum": 1 },
                "limited_reason_category": { "type": "null" },
            } }),
        ),
        rule(
            json!({ "const": "LIMITED_WITH_REASON" }),
            json!({ "properties": {
                "rows": no_rows,
                "returned": nothing,
                "limited_reason_category": { "type": "string" },
            } }),
        ),
        rule(
            json!({ "const": "CLARIFY" }),
            json!({
                "required": ["clarify"],
                "properties": {
                    "rows": no_rows,
                    "returned": nothing,
                    "limited_reason_category": { "type": "null" },
                },
            }),
        ),
    ])
}

/// A filter in force, and whether the contract says it.
fn filter_applied() -> Value {
    whole(json!({
        "filter": text(),
        "value": { "type": "string" },
        "origin": one_of(["said", "defaulted"]),
    }))
}

/// An anchor, with the element it means; its texts are data that nobody vouches for.
fn anchor() -> Value {
    let element = whole(
        json!({ "id": text(), "type": { "type": "string" }, "presentation": { "type": "string" } }),
    );
    whole(json!({
        "trust": { "const": "untrusted" },
        "filter": text(),
        "said": { "type": "string" },
        "element": nullable(element),
        "details": { "type": "string" },
        "matched_by": nullable(word::<MatchedBy>()),
        "confidence": word::<Confidence>(),
    }))
}

/// A row: its columns are those of what was asked for, its texts are data that nobody vouches for.
fn row() -> Value {
    whole(json!({ "trust": { "const": "untrusted" }, "values": map_of(json!(true)) }))
}
