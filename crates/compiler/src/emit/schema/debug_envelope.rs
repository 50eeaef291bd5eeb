//! `DebugEnvelope`: how an answer came about; its own record, never part of the answer.

use cmec_executor::catalogue::ScopeMode;
use cmec_executor::taxonomy::{
    Confidence, DropReason, LimitedReason, MatchFailureStage, PeriodWindow, QueryShape,
    QuestionMode, Readiness, ResponseType, RowSource, ScopeMatchStrategy, ScopeOutcome,
};
use serde_json::{Value, json};

use super::finding::finding;
use super::{document, extended, list, nullable, object_but, one_of, text, trace_id, whole, word};

/// The schema of a debug envelope. Every field is always there; `null` where it does not apply.
pub(super) fn debug_envelope() -> Value {
    document(
        "DebugEnvelope",
        whole(json!({
            "version": { "const": 1 },
            "trace_id": trace_id(),
            "domain": text(),
            "reasoning": string(),
            "model_reasoning": string(),
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
            "assistant": whole(assistant()),
            "model": nullable(model()),
        })),
    )
}

/// What a model did for the answer.
fn model() -> Value {
    let step = whole(json!({
        "called": text(),
        "outcome": text(),
        "said": string(),
        "took_ms": count(),
        "prompt_tokens": nullable(count()),
        "completion_tokens": nullable(count()),
        "rows": count(),
    }));
    whole(json!({
        "text": string(),
        "made_up": string(),
        "steps": list(step),
        "intent_cost": list(whole(json!({
            "form": one_of(["line", "mec", "tool-call", "sql"]),
            "tokens": count(),
        }))),
        "tokenizer": string(),
    }))
}

fn decode() -> Value {
    let entry = object_but(
        &["span"],
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
    whole(extended(extended(detection(), evidence()), result()))
}

fn string() -> Value {
    nullable(json!({ "type": "string" }))
}

fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

fn detection() -> Value {
    let whys = [
        "said",
        "lowered_to_maximum",
        "default",
        "raised_for_account",
        "raised_for_all_time",
    ];
    let limit = whole(json!({ "said": nullable(count()), "limit": count(), "why": one_of(whys) }));
    json!({
        "detected_mode": word::<QuestionMode>(),
        "detected_mode_confidence": word::<Confidence>(),
        "query_shape": word::<QueryShape>(),
        "query_shape_confidence": word::<Confidence>(),
        "detected_intent": text(),
        "detected_intent_confidence": word::<Confidence>(),
        "extracted_filters": extracted_filters(),
        "defaulted_filters": list(text()),
        "missing_required_filters": list(text()),
        "selected_recipe": string(),
        "limit": nullable(limit),
        "anchor_type": string(),
        "anchor_value_raw": string(),
        "anchor_value_resolved": string(),
        "resolver_confidence": nullable(word::<Confidence>()),
        "ambiguity_count": nullable(count()),
    })
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

fn evidence() -> Value {
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
    let rows = || nullable(count());
    json!({
        "mcp_call_status": status(&split),
        "mcp_call_status_legacy": status(&joined),
        "match_failure_stage": word::<MatchFailureStage>(),
        "match_failure_reason": string(),
        "rows_fetched": rows(),
        "rows_unreadable": rows(),
        "raw_rows_received": rows(),
        "rows_after_account_scope": rows(),
        "rows_materialized": rows(),
        "rows_after_recipe_filter": rows(),
        "rows_matched": rows(),
        "ways_tried": nullable(list(way(status(&split)))),
        "raw_row_keys_sample": nullable(list(text())),
        "materialization_drop_reason": word::<DropReason>(),
        "account_scope_mode": nullable(word::<ScopeMode>()),
        "account_scope_fallback_applied": { "type": "boolean" },
        "account_token_raw": string(),
        "account_token_normalized": nullable(text()),
        "account_scope_accounts": nullable(list(text())),
        "account_scope_fields_checked": nullable(list(text())),
        "account_scope_match_strategy": nullable(word::<ScopeMatchStrategy>()),
        "account_scope_drop_reason": string(),
    })
}

/// A way to rows that was tried.
fn way(status: Value) -> Value {
    whole(json!({
        "source": word::<RowSource>(),
        "scope": word::<ScopeOutcome>(),
        "window": word::<PeriodWindow>(),
        "status": status,
        "rows_fetched": count(),
        "rows_matched": count(),
    }))
}

fn result() -> Value {
    json!({
        "runtime_readiness": word::<Readiness>(),
        "limited_reason_category": nullable(word::<LimitedReason>()),
        "response_type": word::<ResponseType>(),
        "limitations": list(text()),
        "limitation_data": list(json!({
            "type": "object",
            "properties": {
                "code": text(),
                "values": { "type": "object", "additionalProperties": text() },
            },
            "required": ["code", "values"],
            "additionalProperties": false,
        })),
        "reasons": list(text()),
    })
}

/// What the host knows of the turn.
fn assistant() -> Value {
    let flag = || nullable(json!({ "type": "boolean" }));
    json!({
        "llm_decomposition_attempted": flag(),
        "llm_decomposition_applied": flag(),
        "llm_provider_used": string(),
        "llm_decomposition_trace_id": string(),
        "llm_decomposition_effective_message": string(),
        "llm_decomposition_reason": string(),
        "fallback_rule_hit": string(),
        "sanitized_user_message": string(),
        "tool_gate_decision": string(),
        "tool_gate_reason": string(),
        "execution_lane": string(),
    })
}
