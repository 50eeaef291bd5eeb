//! The address block: every field of Address Runtime Contracts V1, and how it is filled.

use serde::Serialize;

use crate::catalogue::ScopeMode;
use crate::lane::address::account;
use crate::lane::address::decompose::extraction::ExtractedFilter;
use crate::lane::address::decompose::limit::LimitDecision;
use crate::lane::address::execute::Tried;
use crate::lane::address::execute::account_scope::ScopeAudit;
use crate::lane::address::execute::strategies;
use crate::lane::address::plan::{AddressPlan, Step};
use crate::lane::address::resolve::Resolution;
use crate::lane::address::stage::{Counts, Stage};
use crate::lane::address::strategy::Way;
use crate::response::Response;
use crate::taxonomy::{
    Confidence, DropReason, LegacyStatus, LimitedReason, MatchFailureStage, QueryShape,
    QuestionMode, Readiness, ResponseType, ScopeMatchStrategy, StageStatus,
};

/// The debug contract of Address Runtime Contracts V1.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddressBlock {
    /// How the question is treated.
    pub detected_mode: QuestionMode,
    /// How sure that is.
    pub detected_mode_confidence: Confidence,
    /// Its shape.
    pub query_shape: QueryShape,
    /// How sure that is.
    pub query_shape_confidence: Confidence,
    /// Name of the intent.
    pub detected_intent: String,
    /// How sure that is.
    pub detected_intent_confidence: Confidence,
    /// Filters of the contract and of the recipe's defaults.
    pub extracted_filters: Vec<ExtractedFilter>,
    /// Filters the recipe needs and the contract lacks.
    pub missing_required_filters: Vec<String>,
    /// Id of the recipe.
    pub selected_recipe: Option<String>,
    /// The limit, as it was decided.
    pub limit: Option<LimitDecision>,
    /// The anchor's filter.
    pub anchor_type: Option<String>,
    /// The anchor as it was said.
    pub anchor_value_raw: Option<String>,
    /// The element it means.
    pub anchor_value_resolved: Option<String>,
    /// How sure that is.
    pub resolver_confidence: Option<Confidence>,
    /// How many elements it could mean.
    pub ambiguity_count: Option<usize>,
    /// What became of the rows.
    pub mcp_call_status: StageStatus,
    /// The same, before two statuses were split.
    pub mcp_call_status_legacy: LegacyStatus,
    /// Where matching ended without rows.
    pub match_failure_stage: MatchFailureStage,
    /// Why.
    pub match_failure_reason: Option<String>,
    /// Rows at each stage.
    #[serde(flatten)]
    pub counts: CountsBlock,
    /// Every way to rows that was tried, in order; `null` where no row query was made.
    pub ways_tried: Option<Vec<WayBlock>>,
    /// Columns of the first raw row.
    pub raw_row_keys_sample: Option<Vec<String>>,
    /// Why none was materialised.
    pub materialization_drop_reason: DropReason,
    /// How hard the account scope is.
    pub account_scope_mode: Option<ScopeMode>,
    /// Whether the raw rows stayed because the scope left none.
    pub account_scope_fallback_applied: bool,
    /// The account as it was said.
    pub account_token_raw: Option<String>,
    /// The account as a code of the chart.
    pub account_token_normalized: Option<String>,
    /// Accounts a row must touch, from the recipe or from the account said.
    pub account_scope_accounts: Option<Vec<String>>,
    /// Columns that were looked at.
    pub account_scope_fields_checked: Option<Vec<&'static str>>,
    /// How they were compared.
    pub account_scope_match_strategy: Option<ScopeMatchStrategy>,
    /// Why rows were lost.
    pub account_scope_drop_reason: Option<&'static str>,
    /// Whether the intent can be answered live.
    pub runtime_readiness: Readiness,
    /// Why the answer is limited.
    pub limited_reason_category: Option<LimitedReason>,
    /// What the answer consists of.
    pub response_type: ResponseType,
    /// What it does not see.
    pub limitations: Vec<String>,
    /// Reason codes.
    pub reasons: Vec<String>,
}

/// A way to rows that was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WayBlock {
    /// The way.
    #[serde(flatten)]
    pub way: Way,
    /// What became of its rows.
    pub status: StageStatus,
    /// Rows the server gave.
    pub rows_fetched: usize,
    /// Rows that could be answered.
    pub rows_matched: usize,
}

/// Rows at each stage; `null` where no row query was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CountsBlock {
    /// Rows the server gave.
    pub rows_fetched: Option<usize>,
    /// Rows the codec could read.
    pub raw_rows_received: Option<usize>,
    /// Rows in the account scope.
    pub rows_after_account_scope: Option<usize>,
    /// Rows with the fields a row must have.
    pub rows_materialized: Option<usize>,
    /// Rows that pass the recipe's filter.
    pub rows_after_recipe_filter: Option<usize>,
    /// Rows answered.
    pub rows_matched: Option<usize>,
}

impl WayBlock {
    fn of(tried: &Tried) -> Self {
        Self {
            way: tried.way,
            status: tried.stage.mcp_call_status,
            rows_fetched: tried.counts.rows_fetched,
            rows_matched: tried.counts.rows_matched,
        }
    }
}

impl CountsBlock {
    fn of(counts: &Counts) -> Self {
        Self {
            rows_fetched: Some(counts.rows_fetched),
            raw_rows_received: Some(counts.raw_rows_received),
            rows_after_account_scope: Some(counts.rows_after_account_scope),
            rows_materialized: Some(counts.rows_materialized),
            rows_after_recipe_filter: Some(counts.rows_after_recipe_filter),
            rows_matched: Some(counts.rows_matched),
        }
    }
}

/// How a run of the address lane went.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AddressTrail {
    pub(crate) resolutions: Vec<Resolution>,
    pub(crate) tried: Vec<Tried>,
    pub(crate) stage: Stage,
    pub(crate) counts: Option<Counts>,
    pub(crate) keys: Option<Vec<String>>,
    pub(crate) drop_reason: DropReason,
    pub(crate) scope: Option<ScopeAudit>,
    pub(crate) readiness: Readiness,
    /// What failed, where the server did.
    pub(crate) failed: Option<String>,
}

pub(super) fn block(
    plan: &AddressPlan<'_>,
    trail: AddressTrail,
    response: &Response,
) -> AddressBlock {
    let detection = &plan.detection;
    let limit = match &plan.step {
        Step::Call(call) => Some(call.limit),
        Step::Limit(_) => None,
    };
    let token = detection.filters.value("account");
    // The seed has room for one anchor: the last one looked at is the one that decided.
    let anchor = trail.resolutions.last();
    let scope = trail.scope.as_ref();
    AddressBlock {
        detected_mode: detection.question_mode,
        detected_mode_confidence: detection.question_mode_confidence,
        query_shape: detection.query_shape,
        query_shape_confidence: detection.query_shape_confidence,
        detected_intent: detection.address_intent.clone(),
        detected_intent_confidence: detection.address_intent_confidence,
        extracted_filters: detection.filters.extracted.clone(),
        missing_required_filters: detection.missing_required_filters.clone(),
        selected_recipe: plan.recipe.map(|recipe| recipe.id.to_string()),
        limit,
        anchor_type: anchor.map(|anchor| anchor.anchor_type.clone()),
        anchor_value_raw: anchor.map(|anchor| anchor.raw.clone()),
        anchor_value_resolved: anchor
            .and_then(|anchor| anchor.resolved.as_ref())
            .map(|found| found.presentation.clone()),
        resolver_confidence: anchor.map(|anchor| anchor.confidence),
        ambiguity_count: anchor.map(|anchor| anchor.ambiguity_count),
        mcp_call_status: trail.stage.mcp_call_status,
        mcp_call_status_legacy: trail.stage.mcp_call_status_legacy,
        match_failure_stage: trail.stage.match_failure_stage,
        // The nearest rows are an answer and have no reason of their own.
        match_failure_reason: (response.reasons.first().cloned()).or_else(|| {
            (trail.stage.match_failure_stage != MatchFailureStage::None)
                .then(|| strategies::NEAREST.to_owned())
        }),
        counts: trail
            .counts
            .as_ref()
            .map(CountsBlock::of)
            .unwrap_or_default(),
        ways_tried: (!trail.tried.is_empty())
            .then(|| trail.tried.iter().map(WayBlock::of).collect()),
        raw_row_keys_sample: trail.keys,
        materialization_drop_reason: trail.drop_reason,
        account_scope_mode: plan.recipe.map(|recipe| recipe.scope.mode),
        account_scope_fallback_applied: scope.is_some_and(|scope| scope.fallback_applied),
        account_token_raw: token.map(str::to_owned),
        account_token_normalized: token.and_then(account::normalise),
        account_scope_accounts: match &plan.step {
            Step::Call(call) => Some(call.accounts.clone()),
            Step::Limit(_) => None,
        },
        account_scope_fields_checked: scope.map(|scope| scope.fields_checked.clone()),
        account_scope_match_strategy: scope.map(|scope| scope.match_strategy),
        account_scope_drop_reason: scope.and_then(|scope| scope.drop_reason),
        runtime_readiness: trail.readiness,
        limited_reason_category: response.limited_reason_category,
        response_type: response.response_type,
        limitations: response.limitations.clone(),
        reasons: response.reasons.clone(),
    }
}
