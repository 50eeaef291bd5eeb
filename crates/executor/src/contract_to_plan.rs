//! A contract → a plan, by the lane of its scenario. Pure and total: the same contract and context give the same plan.

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::tables::Tables;

use crate::catalogue::{Catalogue, Lane};
use crate::cursor::{Cursor, OwnCursor};
use crate::debug_envelope::routes;
use crate::lane::Request;
use crate::lane::address::decompose::outside_lane;
use crate::limitation::Limitation;
use crate::plan::{LanePlan, Plan};
use crate::principals::Principals;
use crate::response::limited_answer::{LimitedAnswer, NO_LANE, NO_LANE_YET};
use crate::row_policy::RowPolicy;
use crate::taxonomy::LimitedReason;

/// The inputs of a plan besides the contract.
#[derive(Debug, Clone)]
pub struct PlanContext<'c> {
    /// The tables of the domain's codebook.
    pub tables: &'c Tables,
    /// The catalogue of the domain.
    pub catalogue: &'c Catalogue,
    /// The principals that the host binds; [`Principals::NONE`] where the codebook names none.
    pub principals: &'c Principals,
    /// The current day, for defaults.
    pub today: NaiveDate,
    /// A limit of the host that overrides the contract's.
    pub limit: Option<u32>,
    /// The cursor of the page; `None` for the first page.
    pub cursor: Option<Cursor>,
}

/// Plans a contract: binds the row-level security policy, then calls the lane of the scenario.
#[must_use]
pub fn plan<'c>(contract: &Valid<Contract<'c>>, context: &PlanContext<'c>) -> Plan<'c> {
    let request = Request {
        contract,
        tables: context.tables,
        catalogue: context.catalogue,
        principals: context.principals,
        today: context.today,
        limit: context.limit,
    };
    let lane = match RowPolicy::bind(context.tables, context.principals) {
        Ok(policy) => {
            let planned = LanePlan::of(&request, &policy, context.cursor.as_ref());
            planned.unwrap_or_else(|| without_lane(&request, &policy, context.cursor.as_ref()))
        }
        Err(limited) => LanePlan::Unsupported(limited),
    };
    Plan {
        without_effect: lane.without_effect((contract, context.tables)),
        routes: routes(context.catalogue, Some(contract.intent.scenario)),
        lane,
    }
}

/// The plan of a contract that no lane supports. In a domain with recipes it still reports what was detected.
fn without_lane<'c>(
    request: &Request<'_, 'c>,
    policy: &RowPolicy<'c>,
    cursor: Option<&Cursor>,
) -> LanePlan<'c> {
    let scenario = request.contract.intent.scenario;
    let lane = request.catalogue.lane(scenario);
    let why = no_lane(request.contract, lane);
    match (&request.catalogue.address, cursor) {
        (Some(addresses), None | Some(Cursor::Address(_))) => {
            let cursor = cursor.and_then(OwnCursor::of);
            let contract = policy.said_in(request.contract, request.tables);
            let request = (request, cursor);
            let plan = outside_lane(&contract, addresses, request, why);
            LanePlan::Address(Box::new(plan))
        }
        (_, Some(_)) => LanePlan::Unsupported(LimitedAnswer::cursor_of_another_question()),
        (None, None) => LanePlan::Unsupported(why),
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
