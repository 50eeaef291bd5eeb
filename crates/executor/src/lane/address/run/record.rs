//! The record of a run of the address lane, for the debug envelope.

use crate::debug_envelope::DebugEnvelope;
use crate::debug_envelope::address_block::{AddressBlock, AttemptBlock, CountsBlock};
use crate::lane::address::account;
use crate::lane::address::execute::account_scope::ScopeAudit;
use crate::lane::address::execute::recipe_strategies;
use crate::lane::address::execute::{AttemptRecord, Execution};
use crate::lane::address::plan::{AddressPlan, Step};
use crate::lane::address::resolve::resolution::Resolution;
use crate::lane::address::stage::{RowCounts, Stage};
use crate::response::Response;
use crate::taxonomy::{DropReason, LimitedReason, MatchFailureStage, Readiness};

/// The record of a run; the default is a run without calls.
#[derive(Default)]
pub(in crate::lane::address) struct RunRecord {
    pub(in crate::lane::address) resolutions: Vec<Resolution>,
    pub(super) attempts: Vec<AttemptRecord>,
    pub(super) stage: Stage,
    pub(super) counts: Option<RowCounts>,
    keys: Option<Vec<String>>,
    drop_reason: DropReason,
    scope: Option<ScopeAudit>,
    /// The query of the rows, with its values inlined.
    query: Option<String>,
    pub(super) retries: usize,
    pub(super) failed: Option<String>,
}

impl RunRecord {
    pub(super) fn add_execution(&mut self, execution: &Execution) {
        let found = &execution.found;
        self.stage = execution.stage;
        self.counts = Some(found.counts);
        self.keys = Some(found.keys.clone());
        self.drop_reason = found.drop_reason;
        self.scope = Some(found.scope.clone());
        self.query = Some(execution.query.clone());
    }

    pub(in crate::lane::address) fn add_to(
        self,
        debug: &mut DebugEnvelope,
        plan: &AddressPlan<'_>,
        readiness: Readiness,
        response: &Response,
    ) {
        let unconfirmed = |reason: &String| reason.starts_with("anchor_");
        debug.add_guardrail(
            "anchors_confirmed",
            response.reasons.iter().any(unconfirmed),
        );
        let answered = (self.counts.as_ref()).map(|counts| counts.rows_matched);
        let empty = response.limited_reason_category == Some(LimitedReason::EmptyMatch);
        debug.add_guardrail("facts_need_matched_rows", empty || answered == Some(0));
        if let (Some(failed), Some(code)) = (&self.failed, response.reasons.first()) {
            debug.explain.push(format!("{failed} failed: {code}"));
        }
        debug.statements.extend(self.query.clone());
        debug.assistant.execution_lane = Some("address_query".to_owned());
        debug.address = Some(Box::new(self.into_block(plan, readiness, response)));
    }

    fn into_block(
        self,
        plan: &AddressPlan<'_>,
        readiness: Readiness,
        response: &Response,
    ) -> AddressBlock {
        let detection = &plan.detection;
        let call = match &plan.step {
            Step::Call(call) => Some(call),
            Step::Limit(_) => None,
        };
        let token = detection.filters.value("account");
        // The envelope has room for one anchor: the last one resolved decided the outcome.
        let anchor = self.resolutions.last();
        let scope = self.scope.as_ref();
        AddressBlock {
            detected_mode: detection.question_mode,
            detected_mode_confidence: detection.question_mode_confidence,
            query_shape: detection.query_shape,
            query_shape_confidence: detection.query_shape_confidence,
            detected_intent: detection.address_intent.clone(),
            detected_intent_confidence: detection.address_intent_confidence,
            filters: detection.filters.clone(),
            missing_required_filters: detection.missing_required_filters.clone(),
            selected_recipe: plan.recipe.map(|recipe| recipe.id.to_string()),
            limit: call.map(|call| call.limit),
            anchor_type: anchor.map(|anchor| anchor.anchor_type.clone()),
            anchor_value_raw: anchor.map(|anchor| anchor.raw.clone()),
            anchor_value_resolved: anchor
                .and_then(|anchor| anchor.resolved.as_ref())
                .map(|found| found.presentation.clone()),
            resolver_confidence: anchor.map(|anchor| anchor.confidence),
            ambiguity_count: anchor.map(|anchor| anchor.ambiguity_count),
            mcp_call_status: self.stage.mcp_call_status,
            mcp_call_status_legacy: self.stage.mcp_call_status.legacy(),
            match_failure_stage: self.stage.match_failure_stage,
            // An answer with the nearest rows has no reason code of its own.
            match_failure_reason: (response.reasons.first().cloned()).or_else(|| {
                (self.stage.match_failure_stage != MatchFailureStage::None)
                    .then(|| recipe_strategies::NEAREST.to_owned())
            }),
            counts: self.counts.as_ref().map(counts_block).unwrap_or_default(),
            mcp_retries: self.retries,
            attempts: (!self.attempts.is_empty())
                .then(|| self.attempts.iter().map(attempt_block).collect()),
            raw_row_keys_sample: self.keys,
            materialization_drop_reason: self.drop_reason,
            account_scope_mode: plan.recipe.map(|recipe| recipe.scope.mode),
            account_scope_fallback_applied: scope.is_some_and(|scope| scope.fallback_applied),
            account_token_raw: token.map(str::to_owned),
            account_token_normalized: token.and_then(account::normalise),
            account_scope_accounts: call.map(|call| call.accounts.clone()),
            account_scope_fields_checked: scope.map(|scope| scope.fields_checked.clone()),
            account_scope_match_strategy: scope.map(|scope| scope.match_strategy),
            account_scope_drop_reason: scope.and_then(|scope| scope.drop_reason),
            runtime_readiness: readiness,
            limited_reason_category: response.limited_reason_category,
            response_type: response.response_type,
            limitations: response.limitations.clone(),
            reasons: response.reasons.clone(),
        }
    }
}

fn attempt_block(attempt: &AttemptRecord) -> AttemptBlock {
    AttemptBlock {
        source: attempt.strategy.source,
        scope: attempt.strategy.scope,
        window: attempt.strategy.window,
        status: attempt.stage.mcp_call_status,
        rows_fetched: attempt.counts.rows_fetched,
        rows_matched: attempt.counts.rows_matched,
    }
}

fn counts_block(counts: &RowCounts) -> CountsBlock {
    CountsBlock {
        rows_fetched: Some(counts.rows_fetched),
        rows_unreadable: Some(counts.rows_unreadable),
        raw_rows_received: Some(counts.raw_rows_received),
        rows_after_account_scope: Some(counts.rows_after_account_scope),
        rows_materialized: Some(counts.rows_materialized),
        rows_after_recipe_filter: Some(counts.rows_after_recipe_filter),
        rows_matched: Some(counts.rows_matched),
    }
}
