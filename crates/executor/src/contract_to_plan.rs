//! Contract → plan. Pure and total: same contract, same context, same plan.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Defaultable, Valid};

use crate::catalogue::{Catalogue, Lane};
use crate::lane::address::cursor::Cursor;
use crate::lane::address::decompose::decompose;
use crate::lane::address::plan::Limited;
use crate::lane::retrieval::decompose::{RequestLimit, request};
use crate::plan::{LanePlan, Plan};
use crate::taxonomy::{LimitedReason, Readiness};

/// What a plan depends on beside the contract.
#[derive(Debug, Clone, Copy)]
pub struct PlanContext<'c> {
    /// What the domain lets the executor do.
    pub catalogue: &'c Catalogue,
    /// Today, for defaults.
    pub today: NaiveDate,
    /// A limit the host says in place of the contract's.
    pub limit: Option<u32>,
    /// Where the page starts; `None` for the first one.
    pub cursor: Option<Cursor>,
}

/// Plans a contract.
#[must_use]
pub fn plan<'c>(contract: &Valid<Contract<'_>>, context: &PlanContext<'c>) -> Plan<'c> {
    let lane = context.catalogue.lane(contract.intent.scenario);
    let lane = match (
        lane,
        &context.catalogue.address,
        &context.catalogue.retrieval,
    ) {
        (Some(Lane::Address), Some(catalogue), _) => LanePlan::Address(Box::new(decompose(
            contract,
            catalogue,
            context.today,
            context.limit,
        ))),
        (Some(Lane::Retrieval), _, Some(catalogue)) => {
            let limit = RequestLimit {
                host: context.limit,
                page_is_said: !contract.is_defaulted(Defaultable::Limit),
            };
            match request(contract, limit, catalogue) {
                Ok(plan) => LanePlan::Retrieval(Box::new(plan)),
                Err(none) => LanePlan::Unsupported(Limited {
                    category: LimitedReason::RecipeVisibilityGap,
                    readiness: Readiness::RequiresSpecializedRecipe,
                    reasons: vec!["part_unknown_to_retrieval".to_owned()],
                    limitations: none.parts,
                }),
            }
        }
        (lane, ..) => LanePlan::Unsupported(Limited {
            category: LimitedReason::Unsupported,
            readiness: Readiness::Unknown,
            reasons: vec![
                if lane.is_some() {
                    "lane_not_executable_yet"
                } else {
                    "scenario_has_no_lane"
                }
                .to_owned(),
            ],
            limitations: vec![format!("scenario: {}", contract.intent.scenario.name())],
        }),
    };
    Plan {
        lane: match context.cursor {
            Some(cursor) => turned(lane, cursor),
            None => lane,
        },
    }
}

/// The plan of the page where a cursor stands.
fn turned(lane: LanePlan<'_>, cursor: Cursor) -> LanePlan<'_> {
    match lane {
        LanePlan::Address(mut plan) => {
            plan.turn(cursor);
            LanePlan::Address(plan)
        }
        // No other lane gives cursors.
        LanePlan::Retrieval(_) | LanePlan::Unsupported(_) => {
            LanePlan::Unsupported(Limited::cursor_of_another_question())
        }
    }
}
