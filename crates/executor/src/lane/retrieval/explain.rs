//! Describes a plan of the retrieval lane for the debug envelope.

use cmec_decoder::language::QuestionKind;
use serde_json::Value;

use crate::debug_envelope::{DebugEnvelope, RouterScore};
use crate::lane::retrieval::plan::{KindReason, RetrievalPlan};
use crate::taxonomy::name;

/// Adds the possible kinds, the reason for the chosen one, and deviations from the contract.
pub fn explain(plan: &RetrievalPlan, debug: &mut DebugEnvelope) {
    debug.assistant.execution_lane = Some("retrieval".to_owned());
    let chosen = plan.kind.kind;
    let reason = name(&plan.kind.why);
    let kinds = QuestionKind::ALL.iter().map(|kind| {
        let phrases = plan.kind.phrases.iter().filter(|(_, own)| own == kind);
        let phrases: Vec<&str> = phrases.map(|(phrase, _)| phrase.as_str()).collect();
        let why = match phrases.as_slice() {
            [] if *kind == chosen => reason.clone(),
            [] => "none of its phrases".to_owned(),
            phrases => format!("phrases: {}", phrases.join(", ")),
        };
        RouterScore {
            candidate: kind.name().to_owned(),
            score: u8::from(*kind == chosen),
            why,
        }
    });
    debug.router_scores.extend(kinds);
    debug.explain.push(format!(
        "kind `{}` ({}), mode `{}`",
        chosen.name(),
        reason,
        plan.request.mode.name()
    ));
    debug.explain.extend(plan.notes.iter().cloned());
    for own in &plan.narrowed {
        let is = if own.none { "other than" } else { "one of" };
        let (field, values) = (own.field.name(), own.values().join("`, `"));
        debug.explain.push(format!("`{field}` is {is} `{values}`"));
    }
    if plan.kind.why != KindReason::Said {
        debug.add_default("rag", "kind", Value::from(chosen.name()), &reason);
    }
    debug.metrics_estimate.expected_rows = Some(plan.request.top_k);
    debug.add_guardrail("private_texts_excluded", false);
}
