//! `Response`: what a question was answered with.

use serde_json::{Value, json};

use super::{
    clarify, document, list, map_of, nullable, object, one_of, text, trace_id, whole, with_rules,
};

/// Kinds of answer.
pub(super) const RESPONSE_TYPES: &[&str] = &[
    "FACTUAL_LIST",
    "FACTUAL_SUMMARY",
    "LIMITED_WITH_REASON",
    "CLARIFY",
];
/// Why an answer is limited.
pub(super) const LIMITED_REASONS: &[&str] = &[
    "empty_match",
    "missing_anchor",
    "recipe_visibility_gap",
    "execution_error",
    "unsupported",
];

/// The schema of a response.
pub(super) fn response() -> Value {
    let required = [
        "response_type",
        "summary",
        "rows",
        "returned",
        "limit",
        "truncated",
        "filters_applied",
        "limited_reason_category",
        "missing_required_filters",
        "limitations",
        "reasons",
        "hints",
        "trace_id",
    ];
    let response = document(
        "Response",
        object(
            &required,
            json!({
                "response_type": one_of(RESPONSE_TYPES),
                "summary": { "type": "string" },
                "rows": list(row()),
                "returned": { "type": "integer", "minimum": 0 },
                "limit": nullable(json!({ "type": "integer", "minimum": 0 })),
                "truncated": { "type": "boolean" },
                "next_cursor": text(),
                "filters_applied": list(filter_applied()),
                "limited_reason_category": nullable(one_of(LIMITED_REASONS)),
                "missing_required_filters": list(text()),
                "limitations": list(text()),
                "reasons": list(text()),
                "hints": list(text()),
                "clarify": clarify::body(),
                "trace_id": trace_id(),
            }),
        ),
    );
    with_rules(response, by_type())
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

/// A row: its columns are those of what was asked for, its texts are data that nobody vouches for.
fn row() -> Value {
    whole(json!({ "trust": { "const": "untrusted" }, "values": map_of(json!(true)) }))
}
