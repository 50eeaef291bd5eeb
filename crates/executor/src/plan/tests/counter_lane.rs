//! A minimal lane that answers with the number of the contract's targets.

use cmec_decoder::language::Scenario;
use serde::Serialize;

use crate::catalogue;
use crate::debug_envelope::DebugEnvelope;
#[cfg(feature = "run")]
use crate::lane::Run;
use crate::lane::retrieval::NoCursor;
use crate::lane::{Lane, Request};
#[cfg(feature = "run")]
use crate::ports::set::Ports;
#[cfg(feature = "run")]
use crate::response::Response;
use crate::response::limited_answer::LimitedAnswer;
use crate::row_policy::RowPolicy;

#[derive(Debug)]
pub(super) struct CounterLane;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Count {
    targets: usize,
}

impl Lane for CounterLane {
    const NAME: catalogue::Lane = catalogue::Lane::Retrieval;
    type Visible<'c> = ();
    type Plan<'c> = Count;
    type Cursor = NoCursor;

    fn serves(scenario: Scenario) -> bool {
        scenario == Scenario::InstanceSearch
    }

    fn visible<'c>(_: &RowPolicy<'c>, _: &Request<'_, 'c>) -> Result<(), LimitedAnswer> {
        Ok(())
    }

    fn plan<'c>(
        request: &Request<'_, 'c>,
        (): (),
        _: Option<&NoCursor>,
    ) -> Option<Result<Count, LimitedAnswer>> {
        let targets = request.contract.grounding.target_types.len();
        Some(Ok(Count { targets }))
    }

    fn explain(plan: &Count, debug: &mut DebugEnvelope) {
        debug.explain.push(format!("targets: {}", plan.targets));
    }

    #[cfg(feature = "run")]
    async fn run(
        plan: &Self::Plan<'_>,
        _: &Ports<'_>,
        run: Run<'_>,
        _: &mut DebugEnvelope,
    ) -> Response {
        let mut response = Response::unsupported(run.audience);
        response.reasons.push(format!("{} targets", plan.targets));
        response
    }
}
