//! `DebugEnvelope`: how an answer came about; its own record, never part of the answer.

use serde_json::{Map, Value, json};

use super::finding::finding;
use super::response::{LIMITED_REASONS, RESPONSE_TYPES};
use super::{document, list, nullable, object, one_of, text, trace_id, whole};

/// The schema of a debug envelope. Every field is always there; `null` where it does not apply.
pub(super) fn debug_envelope() -> Value {
    document(
        "DebugEnvelope",
        whole(json!({
            "version": { "const": 1 },
            "trace_id": trace_id(),
            "domain": text(),
            "reasoning": string(),
            "explain": list(text()),
            "metrics_estimate": whole(json!({
                "input_bytes": count(),
                "lexical_tokens": count(),
                "expected_rows": nullable(count()),
            })),
            "defaults_applied": list(whole(json!({ "what": text(), "value": true, "why": text() }))),
            "guardrails": list(whole(json!({ "name": text(), "tripped": { "type": "boolean" } }))),
            "router_scores": list(whole(json!({ "candidate": text(), "score": count(), "why": text() }))),
            "decode": decode(),
            "address": nullable(address()),
            "assistant": fields(assistant()),
        })),
    )
}

fn decode() -> Value {
    let entry = object(
        &["kind", "path", "value", "why"],
        json!({
            "kind": one_of([
                "default_applied",
                "derived",
                "synonym_resolved",
                "left_out",
                "dropped",
                "cut_away",
                "contract_upgraded",
                "extracted",
                "added_by_host",
            ]),
            "path": { "type": "string" },
            "value": true,
            "span": whole(json!({ "start": count(), "end": count() })),
            "why": text(),
        }),
    );
    whole(json!({
        "notation": text(),
        "tokens": count(),
        "findings": list(finding()),
        "ledger": list(entry),
        "timings": whole(json!({
            "decode_us": nullable(count()),
            "plan_us": nullable(count()),
            "run_us": nullable(count()),
        })),
    }))
}

/// The address lane's debug contract, in its order.
fn address() -> Value {
    fields(detection().into_iter().chain(evidence()).chain(result()))
}

fn fields(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let fields: Map<String, Value> = (fields.into_iter())
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    whole(Value::Object(fields))
}

fn string() -> Value {
    nullable(json!({ "type": "string" }))
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn confidence() -> Value {
    one_of(["high", "medium", "low"])
}

type Fields = Vec<(&'static str, Value)>;

fn detection() -> Fields {
    let modes = ["address_query", "deep_analysis", "unsupported"];
    let shapes = [
        "SINGLE_FACTUAL_QUERY",
        "COMPOUND_FACTUAL_QUERY",
        "OTHER_QUERY",
    ];
    let whys = [
        "said",
        "lowered_to_maximum",
        "default",
        "raised_for_account",
        "raised_for_all_time",
    ];
    let limit = whole(json!({ "said": nullable(count()), "limit": count(), "why": one_of(whys) }));
    vec![
        ("detected_mode", one_of(modes)),
        ("detected_mode_confidence", confidence()),
        ("query_shape", one_of(shapes)),
        ("query_shape_confidence", confidence()),
        ("detected_intent", text()),
        ("detected_intent_confidence", confidence()),
        ("extracted_filters", extracted_filters()),
        ("defaulted_filters", list(text())),
        ("missing_required_filters", list(text())),
        ("selected_recipe", string()),
        ("limit", nullable(limit)),
        ("anchor_type", string()),
        ("anchor_value_raw", string()),
        ("anchor_value_resolved", string()),
        ("resolver_confidence", nullable(confidence())),
        ("ambiguity_count", nullable(count())),
    ]
}

/// Values by name of the filter; the limit is the one number.
fn extracted_filters() -> Value {
    json!({
        "type": "object",
        "required": ["limit"],
        "additionalProperties": { "type": "string" },
        "properties": { "limit": count() },
    })
}

fn evidence() -> Fields {
    let split = [
        "materialized_but_not_anchor_matched",
        "materialized_but_filtered_out_by_recipe",
    ];
    let joined = ["materialized_but_not_matched"];
    let common = [
        "skipped",
        "error",
        "no_raw_rows",
        "raw_rows_received_but_not_materialized",
        "matched_non_empty",
    ];
    let status = |own: &[&str]| one_of(common.iter().chain(own));
    let stages = [
        "none",
        "resolve",
        "mcp_call",
        "materialize",
        "anchor_match",
        "recipe_filter",
    ];
    let drops = [
        "none",
        "dropped_by_account_scope_filter",
        "missing_period_and_registrator_fields",
        "missing_period_field",
        "missing_registrator_field",
        "unknown_row_shape",
    ];
    let rows = || nullable(count());
    vec![
        ("mcp_call_status", status(&split)),
        ("mcp_call_status_legacy", status(&joined)),
        ("match_failure_stage", one_of(stages)),
        ("match_failure_reason", string()),
        ("rows_fetched", rows()),
        ("raw_rows_received", rows()),
        ("rows_after_account_scope", rows()),
        ("rows_materialized", rows()),
        ("rows_after_recipe_filter", rows()),
        ("rows_matched", rows()),
        ("ways_tried", nullable(list(way(status(&split))))),
        ("raw_row_keys_sample", nullable(list(text()))),
        ("materialization_drop_reason", one_of(drops)),
        (
            "account_scope_mode",
            nullable(one_of(["strict", "preferred"])),
        ),
        (
            "account_scope_fallback_applied",
            json!({ "type": "boolean" }),
        ),
        ("account_token_raw", string()),
        ("account_token_normalized", nullable(text())),
        ("account_scope_accounts", nullable(list(text()))),
        ("account_scope_fields_checked", nullable(list(text()))),
        (
            "account_scope_match_strategy",
            nullable(one_of(["none", "exact_or_child"])),
        ),
        ("account_scope_drop_reason", string()),
    ]
}

/// A way to rows that was tried.
fn way(status: Value) -> Value {
    whole(json!({
        "source": one_of(["own", "bank_rows", "owners_rows"]),
        "scope": one_of(["held", "raw_rows_stay"]),
        "window": one_of(["said", "available"]),
        "status": status,
        "rows_fetched": count(),
        "rows_matched": count(),
    }))
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
        ("runtime_readiness", one_of(readiness)),
        ("limited_reason_category", nullable(one_of(LIMITED_REASONS))),
        ("response_type", one_of(RESPONSE_TYPES)),
        ("limitations", list(text())),
        ("reasons", list(text())),
    ]
}

/// What the host knows of the turn.
fn assistant() -> Fields {
    let flag = || nullable(json!({ "type": "boolean" }));
    vec![
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
