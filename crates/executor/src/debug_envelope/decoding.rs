//! Decoding, a plan and a run → the fields of the envelope.

use cmec_decoder::Account;
use cmec_decoder::ledger::{LedgerEntry, LedgerKind};
use cmec_decoder::vocabulary::QuestionKind;
use serde_json::Value;

use crate::debug_envelope::address_block::{AddressTrail, block};
use crate::debug_envelope::{
    AssistantBlock, DebugEnvelope, DecodeBlock, DefaultApplied, ENVELOPE_VERSION, Guardrail,
    Metrics, RouterScore, Timings,
};
use crate::lane::address::decompose::extraction::Origin;
use crate::lane::address::plan::{AddressPlan, Step};
use crate::lane::retrieval::decompose::RetrievalPlan;
use crate::lane::retrieval::decompose::question_kind::KindReason;
use crate::plan::{LanePlan, Plan};
use crate::redaction;
use crate::response::Response;
use crate::taxonomy::LimitedReason;

impl DebugEnvelope {
    /// An envelope that holds what decoding gave.
    #[must_use]
    pub fn of_decoding(
        trace_id: &str,
        domain: &str,
        account: Account<'_>,
        timings: Timings,
    ) -> Self {
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
            reasoning: account.reasoning.as_deref().map(redaction::secrets),
            explain: Vec::new(),
            metrics_estimate: Metrics {
                input_bytes: account.bytes,
                lexical_tokens: account.tokens.count(),
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
                tokens: account.tokens.count(),
                ledger: ledger.into_iter().map(LedgerEntry::into_owned).collect(),
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
                self.explain.extend(limited.limitations.iter().cloned());
                if limited.refuses_cursor() {
                    self.guard("cursor_is_of_this_question", true);
                } else {
                    self.guard("scenario_has_a_lane", true);
                }
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
                if let Some(cursor) = &call.after {
                    self.guard("cursor_is_of_this_question", false);
                    self.explain.push(format!(
                        "a cursor was used: rows given before {}, of the moment it stands at {}",
                        cursor.before, cursor.place.given
                    ));
                }
            }
            Step::Limit(limited) if limited.refuses_cursor() => {
                self.guard("cursor_is_of_this_question", true);
                self.explain.extend(limited.limitations.iter().cloned());
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
        let answered = (trail.counts.as_ref()).map(|counts| counts.rows_matched);
        let empty = response.limited_reason_category == Some(LimitedReason::EmptyMatch);
        self.guard("facts_need_matched_rows", empty || answered == Some(0));
        if let (Some(_), Step::Call(call)) = (&response.next_cursor, &plan.step) {
            let shown = u32::try_from(response.returned).unwrap_or(u32::MAX);
            let end = call.before().saturating_add(shown);
            self.explain
                .push(format!("more rows follow row {end}: a cursor was given"));
        }
        if let (Some(failed), Some(code)) = (&trail.failed, response.reasons.first()) {
            self.explain.push(format!("{failed} failed: {code}"));
        }
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
