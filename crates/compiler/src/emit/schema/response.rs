//! `Response`: what a question was answered with.

use serde_json::{Value, json};

use super::{clarify, document, list, map_of, nullable, object, one_of, text, trace_id};

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
        "missing_required_filters",
        "limitations",
        "reasons",
        "hints",
        "trace_id",
    ];
    document(
        "Response",
        object(
            &required,
            json!({
                "response_type": one_of(RESPONSE_TYPES),
                "summary": { "type": "string" },
                // Rows have the shape of what was asked for; their texts are data.
                "rows": list(map_of(json!(true))),
                "returned": { "type": "integer", "minimum": 0 },
                "limit": { "type": "integer", "minimum": 0 },
                "truncated": { "type": "boolean" },
                "next_cursor": nullable(text()),
                "filters_applied": list(json!(true)),
                "limited_reason_category": nullable(one_of(LIMITED_REASONS)),
                "missing_required_filters": list(text()),
                "limitations": list(text()),
                "reasons": list(text()),
                "hints": list(text()),
                "clarify": nullable(clarify::body()),
                "trace_id": trace_id(),
            }),
        ),
    )
}
