//! The debug envelope: everything that is not in the contract and not in the response, joined by the trace id.
//!
//! Every field is always there, `null` where it does not apply. Row values never are in it; anchor and filter values
//! are, as they were said.

use cmec_decoder::Account;
use cmec_decoder::finding::Finding;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};
use cmec_decoder::vocabulary::QuestionKind;
use serde::Serialize;
use serde_json::Value;

use crate::address::account;
use crate::address::filters::{ExtractedFilter, Origin};
use crate::address::limits::LimitDecision;
use crate::address::materialise::ScopeAudit;
use crate::address::plan::{AddressPlan, Step};
use crate::address::resolve::Resolution;
use crate::address::stage::{Counts, Stage};
use crate::address::taxonomy::{
    Confidence, DropReason, LegacyStatus, LimitedReason, MatchFailureStage, QueryShape,
    QuestionMode, Readiness, ResponseType, ScopeMatchStrategy, StageStatus,
};
use crate::catalogue::ScopeMode;
use crate::plan::{LanePlan, Plan};
use crate::response::Response;
use crate::retrieval::kind::KindReason;
use crate::retrieval::request::RetrievalPlan;

/// Version of the envelope.
pub const ENVELOPE_VERSION: u32 = 1;

/// One record of the debug sink.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DebugEnvelope {
    /// [`ENVELOPE_VERSION`].
    pub version: u32,
    /// W3C trace id, as in the response.
    pub trace_id: String,
    /// Name of the domain.
    pub domain: String,
    /// What the model gave as its reasoning, where a notation carries it; `null` in c0.2, which bans it.
    pub reasoning: Option<String>,
    /// Why this plan.
    pub explain: Vec<String>,
    /// Estimated cost.
    pub metrics_estimate: Metrics,
    /// What was filled in.
    pub defaults_applied: Vec<DefaultApplied>,
    /// Guards that were held, and how each fared.
    pub guardrails: Vec<Guardrail>,
    /// Every recipe or kind considered, with its score.
    pub router_scores: Vec<RouterScore>,
    /// How the text was read.
    pub decode: DecodeBlock,
    /// How the address lane went; `null` in other lanes.
    pub address: Option<Box<AddressBlock>>,
    /// What the host knows of the turn; `null` where it says nothing.
    pub assistant: AssistantBlock,
}

/// Estimated cost of an intent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metrics {
    /// Bytes of the model's text.
    pub input_bytes: usize,
    /// Lexical tokens of the model's text.
    pub lexical_tokens: usize,
    /// Most rows the answer can have; `null` where no rows are asked for.
    pub expected_rows: Option<u32>,
}

/// Something that was filled in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DefaultApplied {
    /// Pointer into the contract, or name of a filter.
    pub what: String,
    /// The value.
    pub value: Value,
    /// Why.
    pub why: String,
}

/// A guard and how it fared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Guardrail {
    /// Its name.
    pub name: &'static str,
    /// Whether it held the request back.
    pub tripped: bool,
}

/// A candidate of the router.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RouterScore {
    /// Id of a recipe, or a kind of question.
    pub candidate: String,
    /// Its score, 0 or 1.
    pub score: u8,
    /// Why.
    pub why: String,
}

/// How the text was read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DecodeBlock {
    /// Notation of the text.
    pub notation: &'static str,
    /// Lexical tokens of the text.
    pub tokens: usize,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// What was filled in, derived, coerced or left out.
    pub ledger: Vec<LedgerEntry>,
    /// How long it took.
    pub timings: Timings,
}

/// Durations in microseconds, measured by the caller; `null` where a stage did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Timings {
    /// Reading the text.
    pub decode_us: Option<u64>,
    /// Planning.
    pub plan_us: Option<u64>,
    /// Running, all calls together.
    pub run_us: Option<u64>,
}

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

/// What the host knows of the turn; the executor passes it through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct AssistantBlock {
    /// Whether a model was asked to decompose the question.
    pub llm_decomposition_attempted: Option<bool>,
    /// Whether its decomposition is what was run.
    pub llm_decomposition_applied: Option<bool>,
    /// Which provider was asked.
    pub llm_provider_used: Option<String>,
    /// Trace id of that call.
    pub llm_decomposition_trace_id: Option<String>,
    /// The message the model saw.
    pub llm_decomposition_effective_message: Option<String>,
    /// Why the decomposition was applied or not.
    pub llm_decomposition_reason: Option<String>,
    /// Which rule stood in for the model.
    pub fallback_rule_hit: Option<String>,
    /// The person's message, sanitised.
    pub sanitized_user_message: Option<String>,
    /// What the host's tool gate decided.
    pub tool_gate_decision: Option<String>,
    /// Why.
    pub tool_gate_reason: Option<String>,
    /// Lane that answered.
    pub execution_lane: Option<String>,
}

/// How a run of the address lane went.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AddressTrail {
    pub(crate) resolutions: Vec<Resolution>,
    pub(crate) stage: Stage,
    pub(crate) counts: Option<Counts>,
    pub(crate) keys: Option<Vec<String>>,
    pub(crate) drop_reason: DropReason,
    pub(crate) scope: Option<ScopeAudit>,
    pub(crate) readiness: Readiness,
}

impl DebugEnvelope {
    /// An envelope that holds what decoding gave.
    #[must_use]
    pub fn of_decoding(trace_id: &str, domain: &str, account: Account, timings: Timings) -> Self {
        let ledger = account.ledger.entries();
        let defaults_applied = ledger
            .iter()
            .filter(|entry| entry.kind == LedgerKind::DefaultApplied)
            .map(|entry| DefaultApplied {
                what: entry.path.to_string(),
                value: entry.value.clone().into(),
                why: entry.why.to_owned(),
            })
            .collect();
        Self {
            version: ENVELOPE_VERSION,
            trace_id: trace_id.to_owned(),
            domain: domain.to_owned(),
            reasoning: None,
            explain: Vec::new(),
            metrics_estimate: Metrics {
                input_bytes: account.bytes,
                lexical_tokens: account.tokens,
                expected_rows: None,
            },
            defaults_applied,
            guardrails: vec![Guardrail {
                name: "strict_decoding",
                tripped: !account.findings.is_empty(),
            }],
            router_scores: Vec::new(),
            decode: DecodeBlock {
                notation: account.notation.name(),
                tokens: account.tokens,
                ledger: ledger.to_vec(),
                findings: account.findings,
                timings,
            },
            address: None,
            assistant: AssistantBlock::default(),
        }
    }

    /// Adds why this plan: what was considered, what was filled in. Running it adds how it went.
    pub fn add_plan(&mut self, plan: &Plan<'_>) {
        match plan.lane() {
            LanePlan::Address(plan) => self.add_address_plan(plan),
            LanePlan::Retrieval(plan) => self.add_retrieval_plan(plan),
            LanePlan::Unsupported(limited) => {
                self.explain.extend(limited.reasons.iter().cloned());
                self.guard("scenario_has_a_lane", true);
            }
        }
    }

    fn add_address_plan(&mut self, plan: &AddressPlan<'_>) {
        self.router_scores = plan
            .considered
            .iter()
            .map(|candidate| RouterScore {
                candidate: candidate.recipe.to_owned(),
                score: candidate.score,
                why: candidate.why.to_owned(),
            })
            .collect();
        self.explain.push(match plan.recipe {
            Some(recipe) => {
                format!(
                    "`{}` answers `{}`: {}",
                    recipe.id, recipe.intent, recipe.purpose
                )
            }
            None => "no recipe matches the scenario and the target type".to_owned(),
        });
        for filter in &plan.detection.filters.extracted {
            if filter.origin == Origin::Defaulted {
                self.default(
                    "filter",
                    &filter.filter,
                    Value::from(filter.value.as_str()),
                    "default of the recipe",
                );
            }
        }
        self.guard("whitelist_recipes_only", plan.recipe.is_none());
        let missing = !plan.detection.missing_required_filters.is_empty();
        self.guard("required_filters_said", missing);
        match &plan.step {
            Step::Call(call) => {
                self.metrics_estimate.expected_rows = Some(call.limit.limit);
                if call.limit.said.is_none() {
                    let limit = Value::from(call.limit.limit);
                    self.default("filter", "limit", limit, "limit of the recipe");
                }
                self.guard("recipe_sees_what_is_asked", false);
            }
            Step::Limit(limited) => {
                let gap = limited.category == LimitedReason::RecipeVisibilityGap;
                self.guard("recipe_sees_what_is_asked", gap);
                self.explain.extend(limited.limitations.iter().cloned());
            }
        }
    }

    fn add_retrieval_plan(&mut self, plan: &RetrievalPlan) {
        let chosen = plan.kind.kind;
        self.router_scores = QuestionKind::ALL
            .iter()
            .map(|kind| {
                let phrases: Vec<&str> = plan
                    .kind
                    .phrases
                    .iter()
                    .filter(|(_, told)| told == kind)
                    .map(|(phrase, _)| phrase.as_str())
                    .collect();
                let why = if *kind == chosen && phrases.is_empty() {
                    plan.kind.why.name().to_owned()
                } else {
                    format!("phrases: {}", phrases.join(", "))
                };
                RouterScore {
                    candidate: kind.name().to_owned(),
                    score: u8::from(*kind == chosen),
                    why,
                }
            })
            .collect();
        self.explain.push(format!(
            "kind `{}` ({}), mode `{}`",
            chosen.name(),
            plan.kind.why.name(),
            plan.request.mode.name()
        ));
        self.explain.extend(plan.notes.iter().cloned());
        if plan.kind.why != KindReason::Said {
            self.default(
                "rag",
                "kind",
                Value::from(chosen.name()),
                plan.kind.why.name(),
            );
        }
        self.metrics_estimate.expected_rows = Some(plan.request.top_k);
        self.guard("private_texts_excluded", false);
    }

    /// Adds how the address lane went.
    pub(crate) fn add_address(
        &mut self,
        plan: &AddressPlan<'_>,
        trail: AddressTrail,
        response: &Response,
    ) {
        let unconfirmed = |reason: &String| reason.starts_with("anchor_");
        self.guard(
            "anchors_confirmed",
            response.reasons.iter().any(unconfirmed),
        );
        let empty = response.limited_reason_category == Some(LimitedReason::EmptyMatch);
        self.guard("facts_need_matched_rows", empty);
        self.assistant.execution_lane = Some("address_query".to_owned());
        self.address = Some(Box::new(block(plan, trail, response)));
    }

    fn guard(&mut self, name: &'static str, tripped: bool) {
        self.guardrails.push(Guardrail { name, tripped });
    }

    fn default(&mut self, of: &str, what: &str, value: Value, why: &str) {
        self.defaults_applied.push(DefaultApplied {
            what: format!("{of}:{what}"),
            value,
            why: why.to_owned(),
        });
    }
}

fn block(plan: &AddressPlan<'_>, trail: AddressTrail, response: &Response) -> AddressBlock {
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
        match_failure_reason: response.reasons.first().cloned(),
        counts: trail
            .counts
            .as_ref()
            .map(CountsBlock::of)
            .unwrap_or_default(),
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
