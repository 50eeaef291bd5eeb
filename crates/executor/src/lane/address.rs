//! The address lane: whitelisted recipes over a 1C MCP server.
//!
//! ```text
//! Contract ─ decompose ─► AddressPlan ─ resolve ─► anchors ─ execute ─► rows ─ compose ─► Response
//! ```
//!
//! Decompose is pure, resolve and execute use the port, and compose is pure again. The lane knows filters and rows
//! only; it contains no name of a counterparty, contract or person.
//!
//! The files next to the folders hold types that several steps share, and `run` and `explain`.

pub mod account;
pub mod column_names;
#[cfg(feature = "run")]
pub mod compose;
pub mod cursor;
pub mod decompose;
pub mod detection;
#[cfg(feature = "run")]
pub mod execute;
pub mod explain;
#[cfg(feature = "run")]
mod names;
#[cfg(feature = "run")]
pub mod parameters;
pub mod plan;
mod question_fingerprint;
#[cfg(feature = "run")]
pub mod resolve;
#[cfg(feature = "run")]
mod run;
#[cfg(feature = "run")]
mod running_balance;
#[cfg(feature = "run")]
pub mod stage;
pub mod strategy;

use cmec_decoder::contract::{Contract, Valid};

use crate::catalogue;
use crate::debug_envelope::DebugEnvelope;
#[cfg(feature = "run")]
use crate::lane::Run;
use crate::lane::{Lane, Request};
#[cfg(feature = "run")]
use crate::ports::set::Ports;
#[cfg(feature = "run")]
use crate::response::Response;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

/// The address lane.
#[derive(Debug)]
pub struct AddressLane;

impl Lane for AddressLane {
    const NAME: catalogue::Lane = catalogue::Lane::Address;
    /// The contract itself, which includes the policy: a recipe returns only rows that its filters ask for.
    type Visible<'c> = Valid<Contract<'c>>;
    type Plan<'c> = plan::AddressPlan<'c>;
    type Cursor = cursor::Cursor;

    fn visible<'c>(
        policy: &RowPolicy<'c>,
        request: &Request<'_, 'c>,
    ) -> Result<Valid<Contract<'c>>, LimitedAnswer> {
        Ok(policy.said_in(request.contract, request.tables))
    }

    fn plan<'c>(
        request: &Request<'_, 'c>,
        visible: Valid<Contract<'c>>,
        cursor: Option<&cursor::Cursor>,
    ) -> Option<Result<plan::AddressPlan<'c>, LimitedAnswer>> {
        let catalogue = request.catalogue.address.as_ref()?;
        Some(Ok(decompose::decompose(
            &visible, catalogue, request, cursor,
        )))
    }

    fn refuses_cursor(plan: &plan::AddressPlan<'_>) -> bool {
        plan.refuses_cursor()
    }

    fn explain(plan: &plan::AddressPlan<'_>, debug: &mut DebugEnvelope) {
        explain::explain(plan, debug);
    }

    #[cfg(feature = "run")]
    async fn run(
        plan: &Self::Plan<'_>,
        ports: &Ports<'_>,
        run: Run<'_>,
        debug: &mut DebugEnvelope,
    ) -> Response {
        let mut record = run::record::RunRecord::default();
        let outcome = run::run(plan, ports.one_c, run.deadline, &mut record).await;
        let (response, readiness) =
            compose::compose(plan, outcome, &record.resolutions, run.audience);
        record.add_to(debug, plan, readiness, &response);
        response
    }
}
