//! `DebugEnvelope`: how an answer came about; its own record, never part of the answer.

use serde_json::{Map, Value, json};

use super::response::{LIMITED_REASONS, RESPONSE_TYPES};
use super::{document, list, map_of, nullable, one_of, text, trace_id, whole};

/// The schema of a debug envelope. Every field is always there; `null` where it does not apply.
pub(super) fn debug_envelope() -> Value {
    let open = || map_of(json!(true));
    document(
        "DebugEnvelope",
        whole(json!({
            "format": { "const": 1 },
            "trace_id": trace_id(),
            "reasoning": nullable(text()),
            "explain": nullable(text()),
            "metrics_estimate": nullable(open()),
            "defaults_applied": list(open()),
            "guardrails": list(json!(true)),
            "router_scores": list(open()),
            "decode": nullable(decode()),
            "address": nullable(address()),
        })),
    )
}

fn decode() -> Value {
    let open = || map_of(json!(true));
    whole(json!({
        "notation": nullable(text()),
        "tokens": nullable(json!({ "type": "integer", "minimum": 0 })),
        "findings": list(open()),
        "ledger": list(open()),
        "timings": nullable(open()),
    }))
}

/// The fields of the address lane, in the order of the runtime contract.
fn address() -> Value {
    let mut fields = Map::new();
    for (name, schema) in detection().into_iter().chain(evidence()).chain(result()) {
        fields.insert(name.to_owned(), schema);
    }
    whole(Value::Object(fields))
}

fn string() -> Value {
    nullable(json!({ "type": "string" }))
}

fn count() -> Value {
    nullable(json!({ "type": "integer", "minimum": 0 }))
}

fn flag() -> Value {
    nullable(json!({ "type": "boolean" }))
}

fn said(words: &[&str]) -> Value {
    nullable(one_of(words))
}

type Fields = Vec<(&'static str, Value)>;

fn detection() -> Fields {
    let confidence = || {
        nullable(
            json!({ "anyOf": [{ "type": "string" }, { "type": "number", "minimum": 0, "maximum": 1 }] }),
        )
    };
    vec![
        (
            "detected_mode",
            said(&["address_query", "deep_analysis", "unsupported"]),
        ),
        ("detected_mode_confidence", confidence()),
        ("query_shape", string()),
        ("query_shape_confidence", confidence()),
        ("detected_intent", string()),
        ("detected_intent_confidence", confidence()),
        ("extracted_filters", nullable(map_of(json!(true)))),
        ("missing_required_filters", list(text())),
        ("selected_recipe", string()),
        ("anchor_type", string()),
        ("anchor_value_raw", string()),
        ("anchor_value_resolved", string()),
        ("resolver_confidence", confidence()),
        ("ambiguity_count", count()),
    ]
}

fn evidence() -> Fields {
    let statuses = [
        "skipped",
        "error",
        "no_raw_rows",
        "raw_rows_received_but_not_materialized",
        "materialized_but_not_anchor_matched",
        "materialized_but_filtered_out_by_recipe",
        "matched_non_empty",
    ];
    let mut legacy = statuses.to_vec();
    legacy.push("materialized_but_not_matched");
    let drops = [
        "none",
        "dropped_by_account_scope_filter",
        "missing_period_and_registrator_fields",
        "missing_period_field",
        "missing_registrator_field",
        "unknown_row_shape",
    ];
    vec![
        ("mcp_call_status", said(&statuses)),
        ("mcp_call_status_legacy", said(&legacy)),
        ("match_failure_stage", string()),
        ("match_failure_reason", string()),
        ("rows_fetched", count()),
        ("raw_rows_received", count()),
        ("rows_after_account_scope", count()),
        ("rows_materialized", count()),
        ("rows_after_recipe_filter", count()),
        ("rows_matched", count()),
        ("raw_row_keys_sample", list(text())),
        ("materialization_drop_reason", said(&drops)),
        ("account_scope_mode", said(&["strict", "preferred"])),
        ("account_scope_fallback_applied", flag()),
        ("account_token_raw", string()),
        ("account_token_normalized", string()),
        ("account_scope_fields_checked", list(text())),
        ("account_scope_match_strategy", string()),
        ("account_scope_drop_reason", string()),
    ]
}

fn result() -> Fields {
    let readiness = [
        "LIVE_QUERYABLE",
        "LIVE_QUERYABLE_WITH_LIMITS",
        "REQUIRES_SPECIALIZED_RECIPE",
        "DEEP_ONLY",
        "UNKNOWN",
    ];
    vec![
        ("runtime_readiness", said(&readiness)),
        ("limited_reason_category", said(LIMITED_REASONS)),
        ("response_type", said(RESPONSE_TYPES)),
        ("limitations", list(text())),
        ("reasons", list(text())),
        ("llm_decomposition_attempted", flag()),
        ("llm_decomposition_applied", flag()),
        ("llm_provider_used", string()),
        ("llm_decomposition_trace_id", string()),
        ("llm_decomposition_effective_message", string()),
        ("llm_decomposition_reason", string()),
        ("fallback_rule_hit", string()),
        ("sanitized_user_message", string()),
        ("tool_gate_decision", string()),
        ("tool_gate_reason", string()),
        ("execution_lane", string()),
    ]
}
