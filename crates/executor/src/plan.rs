//! `Plan`: the operations of a contract. Only [`plan`](crate::contract_to_plan::plan) creates it.

use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::tables::Tables;
use serde::Serialize;

use crate::cursor::{Cursor, OwnCursor};
use crate::debug_envelope::{DebugEnvelope, RouterScore};
#[cfg(feature = "run")]
use crate::lane::Run;
use crate::lane::address::AddressLane;
use crate::lane::part::{self, Part, Use};
use crate::lane::retrieval::{DocumentLane, TextLane};
use crate::lane::structured::StructuredLane;
use crate::lane::{Lane, Request};
use crate::limitation::Limitation;
#[cfg(feature = "run")]
use crate::ports::set::Ports;
#[cfg(feature = "run")]
use crate::response::Response;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

/// The plan of a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Plan<'c> {
    pub(crate) lane: LanePlan<'c>,
    /// Parts of the contract without effect, which the answer names.
    #[serde(skip)]
    pub(crate) without_effect: Vec<Part>,
    /// The scenarios that the codebook assigns to lanes, with a score for the contract's.
    #[serde(skip)]
    pub(crate) routes: Vec<RouterScore>,
}

/// Lists the lanes, each with its variant and its type. A contract goes to the first lane that its codebook assigns the
/// scenario to and that supports it.
macro_rules! lanes {
    ($visibility:vis enum LanePlan { $($(#[$doc:meta])* $name:ident: $lane:ty,)+ }) => {
        /// A plan of one lane.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        $visibility enum LanePlan<'c> {
            $($(#[$doc])* $name(Box<<$lane as Lane>::Plan<'c>>),)+
            /// No lane of this domain answers the contract.
            Unsupported(LimitedAnswer),
        }

        impl<'c> LanePlan<'c> {
            /// Plans a contract; `None` where no lane has anything to answer it with.
            pub(crate) fn of(
                request: &Request<'_, 'c>,
                policy: &RowPolicy<'c>,
                cursor: Option<&Cursor>,
            ) -> Option<Self> {
                let scenario = request.contract.intent.scenario;
                let lane = request.catalogue.lane(scenario)?;
                $(if lane == <$lane>::NAME && <$lane>::serves(scenario) {
                    let plan = planned::<$lane>(request, policy, cursor)?;
                    return Some(plan.map_or_else(Self::Unsupported, |plan| {
                        Self::$name(Box::new(plan))
                    }));
                })+
                None
            }

            /// The parts of its contract that change nothing of the answer.
            pub(crate) fn without_effect(&self, said: (&Valid<Contract<'c>>, &Tables)) -> Vec<Part> {
                match self {
                    $(Self::$name(_) => {
                        part::used(said, <$lane>::use_of, Use::WithoutEffect)
                    })+
                    Self::Unsupported(_) => Vec::new(),
                }
            }

            /// Whether it is the answer to a cursor that was given for another question.
            pub(crate) fn refuses_cursor(&self) -> bool {
                match self {
                    $(Self::$name(plan) => <$lane>::refuses_cursor(plan),)+
                    Self::Unsupported(limited) => limited.refuses_cursor(),
                }
            }

            /// Adds to an envelope why this plan.
            pub(crate) fn explain(&self, debug: &mut DebugEnvelope) {
                match self {
                    $(Self::$name(plan) => <$lane>::explain(plan, debug),)+
                    Self::Unsupported(limited) => explain_unsupported(limited, debug),
                }
            }

            /// Runs the plan.
            #[cfg(feature = "run")]
            pub(crate) async fn run(
                &self,
                ports: &Ports<'_>,
                run: Run<'_>,
                debug: &mut DebugEnvelope,
            ) -> Response {
                match self {
                    $(Self::$name(plan) => <$lane>::run(plan, ports, run, debug).await,)+
                    Self::Unsupported(limited) => Response::of_limited(limited, run.audience),
                }
            }
        }
    };
}

lanes! {
    pub enum LanePlan {
        /// A recipe, or why none.
        Address: AddressLane,
        /// A question to a database.
        Structured: StructuredLane,
        /// A request to a text index.
        Retrieval: TextLane,
        /// A contract about the documents of a text index.
        Documents: DocumentLane,
    }
}

/// The plan of a lane. A cursor of another lane belongs to another question.
fn planned<'c, L: Lane>(
    request: &Request<'_, 'c>,
    policy: &RowPolicy<'c>,
    cursor: Option<&Cursor>,
) -> Option<Result<L::Plan<'c>, LimitedAnswer>>
where
    L::Cursor: OwnCursor,
{
    let own = cursor.and_then(L::Cursor::of);
    let visible = match L::visible(policy, request) {
        Ok(visible) => visible,
        Err(limited) => return Some(Err(limited)),
    };
    let plan = L::plan(request, visible, own)?;
    if cursor.is_some() && own.is_none() {
        return Some(Err(LimitedAnswer::cursor_of_another_question()));
    }
    let unknown = part::used((request.contract, request.tables), L::use_of, Use::Unknown);
    Some(match unknown.is_empty() {
        true => plan,
        false => Err(part::unsupported(L::NAME, &unknown)),
    })
}

fn explain_unsupported(limited: &LimitedAnswer, debug: &mut DebugEnvelope) {
    debug.explain.extend(limited.reasons.iter().cloned());
    let limitations = limited.limitations.iter();
    debug.explain.extend(limitations.map(Limitation::text));
    let guardrail = if limited.refuses_cursor() {
        "cursor_is_of_this_question"
    } else if limited.lacks_principal() {
        "every_principal_is_said"
    } else {
        "scenario_has_a_lane"
    };
    debug.add_guardrail(guardrail, true);
}

impl<'c> Plan<'c> {
    /// The lane's plan.
    #[must_use]
    pub const fn lane(&self) -> &LanePlan<'c> {
        &self.lane
    }

    /// True where it refuses a cursor of another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        self.lane.refuses_cursor()
    }

    /// Adds the reasons for this plan to an envelope. Running the plan adds the record of the run.
    pub fn explain(&self, debug: &mut DebugEnvelope) {
        debug.router_scores.clone_from(&self.routes);
        self.lane.explain(debug);
        debug.add_reasoning();
    }
}

#[cfg(test)]
mod tests;
