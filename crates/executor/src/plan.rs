//! `Plan`: what is to be done for a contract. Made by [`plan`](crate::contract_to_plan::plan) only.

use serde::Serialize;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::address::plan::AddressPlan;
use crate::lane::retrieval::documents::{self, DocumentsPlan};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::{address, retrieval, structured};
use crate::limitation::Limitation;
use crate::response::limited_answer::LimitedAnswer;

/// What is to be done for a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Plan<'c> {
    pub(crate) lane: LanePlan<'c>,
}

/// A plan of one lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LanePlan<'c> {
    /// A recipe, or why none.
    Address(Box<AddressPlan<'c>>),
    /// A question to a database.
    Structured(Box<StructuredPlan<'c>>),
    /// A request to a text index.
    Retrieval(Box<RetrievalPlan>),
    /// A contract about the documents of a text index.
    Documents(Box<DocumentsPlan<'c>>),
    /// No lane of this domain answers the contract.
    Unsupported(LimitedAnswer),
}

impl<'c> Plan<'c> {
    /// The lane's plan.
    #[must_use]
    pub const fn lane(&self) -> &LanePlan<'c> {
        &self.lane
    }

    /// Whether it is the answer to a cursor that was given for another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        match &self.lane {
            LanePlan::Address(plan) => plan.refuses_cursor(),
            LanePlan::Structured(_) | LanePlan::Retrieval(_) | LanePlan::Documents(_) => false,
            LanePlan::Unsupported(limited) => limited.refuses_cursor(),
        }
    }

    /// Adds to an envelope why this plan. Running it adds how it went.
    pub fn explain(&self, debug: &mut DebugEnvelope) {
        // The address lane has the word of its seed, and says it when it has run.
        let lane = match &self.lane {
            LanePlan::Structured(_) => Some("structured"),
            LanePlan::Retrieval(_) | LanePlan::Documents(_) => Some("retrieval"),
            LanePlan::Address(_) | LanePlan::Unsupported(_) => None,
        };
        if let Some(lane) = lane {
            debug.assistant.execution_lane = Some(lane.to_owned());
        }
        match &self.lane {
            LanePlan::Address(plan) => address::explain::explain(plan, debug),
            LanePlan::Structured(plan) => structured::explain::explain(plan, debug),
            LanePlan::Retrieval(plan) => retrieval::explain::explain(plan, debug),
            LanePlan::Documents(plan) => documents::explain(plan, &mut debug.explain),
            LanePlan::Unsupported(limited) => {
                debug.explain.extend(limited.reasons.iter().cloned());
                debug
                    .explain
                    .extend(limited.limitations.iter().map(Limitation::text));
                let guardrail = if limited.refuses_cursor() {
                    "cursor_is_of_this_question"
                } else if limited.lacks_principal() {
                    "every_principal_is_said"
                } else {
                    "scenario_has_a_lane"
                };
                debug.add_guardrail(guardrail, true);
            }
        }
    }
}
