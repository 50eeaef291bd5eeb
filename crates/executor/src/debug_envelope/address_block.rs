//! The address block: the fields of the debug contract of Address Runtime Contracts V1.

use serde::{Serialize, Serializer};

use crate::catalogue::ScopeMode;
use crate::debug_envelope::hidden_names::hide;
use crate::filters::{ExtractedFilters, ExtractedLimit, LimitDecision};
use crate::limitation::{Limitation, LimitationData};
use crate::redaction::{self, HIDDEN};
use crate::response::Response;
use crate::taxonomy::{
    Confidence, DropReason, LegacyStatus, LimitedReason, MatchFailureStage, PeriodWindow,
    QueryShape, QuestionMode, Readiness, ResponseType, RowSource, ScopeMatchStrategy, ScopeOutcome,
    StageStatus,
};

/// The debug contract of Address Runtime Contracts V1.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Filters of the contract and of the recipe's defaults: `extracted_filters` and, beside it, `defaulted_filters`.
    #[serde(flatten)]
    pub filters: ExtractedFilters,
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
    /// Outcome of the row query.
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
    /// How often the server was asked again: it was busy or not ready, a call was late, or a session was forgotten.
    pub mcp_retries: usize,
    /// Every attempt in order; `null` where no row query was made.
    #[serde(rename = "ways_tried")]
    pub attempts: Option<Vec<AttemptBlock>>,
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
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
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
    /// What it does not see: as texts, and in `limitation_data` as codes and values.
    #[serde(flatten, serialize_with = "texts_and_data")]
    #[cfg_attr(feature = "schema", schemars(with = "LimitationForms<'_>"))]
    pub limitations: Vec<Limitation>,
    /// Reason codes.
    pub reasons: Vec<String>,
}

/// An attempt: the strategy, and how far its rows came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptBlock {
    /// Whose rows.
    pub source: RowSource,
    /// Outcome of the account scope of a recipe that only prefers it.
    pub scope: ScopeOutcome,
    /// In which time.
    pub window: PeriodWindow,
    /// Outcome of its row query.
    pub status: StageStatus,
    /// Rows the server gave.
    pub rows_fetched: usize,
    /// Rows that could be answered.
    pub rows_matched: usize,
}

/// Rows at each stage; `null` where no row query was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountsBlock {
    /// Rows the server gave.
    pub rows_fetched: Option<usize>,
    /// Of these, rows the codec could not read.
    pub rows_unreadable: Option<usize>,
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

impl AddressBlock {
    /// The block of a text that reaches no recipe: it gets a clarifying question, or is no intent.
    #[must_use]
    pub(super) fn without_question(default_limit: u32, response: &Response) -> Self {
        Self {
            detected_intent: "unknown".to_owned(),
            filters: ExtractedFilters {
                entries: Vec::new(),
                limit: ExtractedLimit::of(None, default_limit),
            },
            limited_reason_category: response.limited_reason_category,
            response_type: response.response_type,
            limitations: response.limitations.clone(),
            reasons: response.reasons.clone(),
            ..Self::default()
        }
    }

    /// Hides values that may name somebody.
    pub(super) fn hide_names(&mut self) {
        hide(&mut self.anchor_value_raw);
        hide(&mut self.anchor_value_resolved);
        let token = self.account_token_raw.as_deref();
        if token.is_some_and(|token| redaction::names_somebody("account", token)) {
            hide(&mut self.account_token_raw);
        }
        for filter in &mut self.filters.entries {
            if redaction::names_somebody(&filter.filter, &filter.value) {
                HIDDEN.clone_into(&mut filter.value);
            }
        }
        self.limitations.iter_mut().for_each(Limitation::hide);
    }
}

/// Limitations in two forms.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LimitationForms<'l> {
    /// What the answer does not see, as texts.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    limitations: &'l [Limitation],
    /// The same as codes and values.
    limitation_data: Vec<LimitationData>,
}

#[allow(clippy::ptr_arg, reason = "serde hands the member itself")]
fn texts_and_data<S: Serializer>(
    limitations: &Vec<Limitation>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let forms = LimitationForms {
        limitations,
        limitation_data: limitations.iter().map(Limitation::data).collect(),
    };
    forms.serialize(serializer)
}
