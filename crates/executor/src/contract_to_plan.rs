//! Contract → plan, by the lane of its scenario. Pure and total: same contract, same context, same plan.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use crate::catalogue::{Catalogue, Lane};
use crate::cursor::Cursor;
use crate::lane::address::decompose::DecomposeContext;
use crate::lane::retrieval::documents::{self, Asked as DocumentsAsked};
use crate::lane::structured::decompose::Asked as DecomposeAsked;
use crate::lane::{address, retrieval, structured};
use crate::limitation::Limitation;
use crate::plan::{LanePlan, Plan};
use crate::principals::Principals;
use crate::response::limited_answer::{LimitedAnswer, NO_LANE, NO_LANE_YET};
use crate::row_policy::RowPolicy;
use crate::taxonomy::LimitedReason;

/// What a plan depends on beside the contract.
#[derive(Debug, Clone)]
pub struct PlanContext<'c> {
    /// What the domain's contracts can say.
    pub tables: &'c Tables,
    /// What the domain lets the executor do.
    pub catalogue: &'c Catalogue,
    /// What the host says of whoever asks; [`Principals::NONE`] where the codebook names no principals.
    pub principals: &'c Principals,
    /// Today, for defaults.
    pub today: NaiveDate,
    /// A limit the host says in place of the contract's.
    pub limit: Option<u32>,
    /// Where the page starts; `None` for the first one.
    pub cursor: Option<Cursor>,
}

/// Plans a contract.
#[must_use]
pub fn plan<'c>(contract: &Valid<Contract<'c>>, context: &PlanContext<'c>) -> Plan<'c> {
    let policy = match RowPolicy::bind(context.tables, context.principals) {
        Ok(policy) => policy,
        Err(limited) => {
            return Plan {
                lane: LanePlan::Unsupported(limited),
            };
        }
    };
    let narrowed = || policy.said_in(contract, context.tables);
    let lane = context.catalogue.lane(contract.intent.scenario);
    let catalogue = context.catalogue;
    let (cursor, keyset) = match &context.cursor {
        None => (None, None),
        Some(Cursor::Address(cursor)) => (Some(*cursor), None),
        Some(Cursor::Structured(cursor)) => (None, Some(cursor.as_ref())),
    };
    let planned = match lane {
        Some(Lane::Address) => catalogue.address.as_ref().map(|catalogue| {
            let context = DecomposeContext {
                today: context.today,
                limit: context.limit,
                cursor,
            };
            let plan = address::decompose::decompose(&narrowed(), catalogue, context);
            LanePlan::Address(Box::new(plan))
        }),
        Some(Lane::Retrieval) => catalogue.retrieval.as_ref().map(|catalogue| {
            let policy = retrieval::decompose::policy(&policy, context.tables);
            let plan = policy.and_then(|policy| match contract.intent.scenario {
                Scenario::TextRag => {
                    let limit = context.limit;
                    let plan = retrieval::decompose::decompose(contract, catalogue, policy, limit);
                    plan.map(|plan| LanePlan::Retrieval(Box::new(plan)))
                }
                _ => {
                    let asked = DocumentsAsked {
                        today: context.today,
                        limit: context.limit,
                    };
                    let codebook = (context.tables, catalogue);
                    let plan = documents::decompose(contract, codebook, policy, asked);
                    plan.map(|plan| LanePlan::Documents(Box::new(plan)))
                }
            });
            plan.unwrap_or_else(LanePlan::Unsupported)
        }),
        Some(Lane::Structured) if catalogue.structured.is_some() => {
            catalogue.structured.as_ref().and_then(|catalogue| {
                let codebook = (context.tables, catalogue);
                let asked = DecomposeAsked {
                    today: context.today,
                    limit: context.limit,
                    cursor: keyset,
                    principals: context.principals,
                };
                let policy = policy.clone();
                let plan = structured::decompose::decompose(contract, codebook, policy, asked);
                plan.map(|plan| {
                    plan.map_or_else(LanePlan::Unsupported, |plan| {
                        LanePlan::Structured(Box::new(plan))
                    })
                })
            })
        }
        Some(Lane::Structured) | None => catalogue.address.as_ref().map(|addresses| {
            let context = DecomposeContext {
                today: context.today,
                limit: context.limit,
                cursor,
            };
            let plan = address::decompose::outside_lane(
                &narrowed(),
                addresses,
                context,
                no_lane(contract, lane),
            );
            LanePlan::Address(Box::new(plan))
        }),
    };
    let planned = planned.unwrap_or_else(|| LanePlan::Unsupported(no_lane(contract, lane)));
    // A cursor of one lane is of no question of another.
    let is_refused = match &planned {
        LanePlan::Address(_) => keyset.is_some(),
        LanePlan::Structured(_) => cursor.is_some(),
        LanePlan::Retrieval(_) | LanePlan::Documents(_) | LanePlan::Unsupported(_) => {
            context.cursor.is_some()
        }
    };
    Plan {
        lane: match is_refused {
            true => LanePlan::Unsupported(LimitedAnswer::cursor_of_another_question()),
            false => planned,
        },
    }
}

fn no_lane(contract: &Contract<'_>, lane: Option<Lane>) -> LimitedAnswer {
    let reason = match lane {
        Some(_) => NO_LANE_YET,
        None => NO_LANE,
    };
    let scenario = contract.intent.scenario.name().to_owned();
    let limitations = vec![Limitation::ScenarioWithoutLane { scenario }];
    LimitedAnswer::new(LimitedReason::Unsupported, reason, limitations)
}
