//! Running a plan, by its lane: the only step with effects, all of them through ports.
//!
//! Trace id, today and timings come from the caller, so the same contract and context give the same plan. The executor
//! measures deadlines and nothing else.

use std::time::{Duration, Instant};

use cmec_decoder::Account;
use cmec_decoder::ledger::LedgerKind;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::Run;
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::plan::Plan;
use crate::ports::set::PortSet;
use crate::response::{Audience, Response, excerpt};

/// How a plan is to be run.
#[derive(Debug, Clone, Copy)]
pub struct RunContext<'a> {
    /// Trace id of the request.
    pub trace_id: &'a str,
    /// Language of summaries.
    pub locale: Locale,
    /// Longest time for the whole answer.
    pub timeout: Duration,
    /// What [`ignored_arguments`] says of the decoding: the answer says it too.
    pub ignored: &'a [Limitation],
    /// Whether the rows of all pages are counted, which costs the structured lane a statement more. Other lanes count none.
    pub total: bool,
}

/// The arguments of a tool call that were ignored, as limitations of its answer: what was ignored is not what was asked for.
#[must_use]
pub fn ignored_arguments(account: &Account<'_>) -> Vec<Limitation> {
    let entries = account.ledger.entries();
    let dropped = entries
        .iter()
        .filter(|entry| entry.kind == LedgerKind::Dropped);
    dropped
        .map(|entry| Limitation::ArgumentIgnored {
            argument: excerpt(&entry.value.to_string()),
        })
        .collect()
}

/// Runs a plan. The answer comes within the timeout; the envelope gets what is not part of it.
pub async fn run(
    plan: &Plan<'_>,
    ports: impl PortSet,
    context: RunContext<'_>,
    debug: &mut DebugEnvelope,
) -> Response {
    let run = Run {
        deadline: Instant::now() + context.timeout,
        total: context.total,
        audience: Audience {
            locale: context.locale,
            trace_id: context.trace_id,
        },
    };
    plan.explain(debug);
    let mut response = plan.lane().run(&ports, run, debug).await;
    response.limitations.extend_from_slice(context.ignored);
    let idle = plan.without_effect.iter();
    let idle = idle.map(|part| Limitation::PartWithoutEffect { part: part.text() });
    response.limitations.extend(idle);
    response.marked()
}
