//! Runs a plan by its lane: the only step with effects, all of them through ports.
//!
//! Trace id, current day and timings come from the caller, so that the same contract and context give the same plan.
//! The executor only measures deadlines.

use std::time::{Duration, Instant};

use cmec_decoder::Account;
use cmec_decoder::ledger::LedgerKind;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::Run;
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::plan::Plan;
use crate::ports::set::Ports;
use crate::response::{Audience, Response, excerpt};

/// The context of a run.
#[derive(Debug, Clone, Copy)]
pub struct RunContext<'a> {
    /// Trace id of the request.
    pub trace_id: &'a str,
    /// Language of summaries.
    pub locale: Locale,
    /// Time limit of the whole answer.
    pub timeout: Duration,
    /// The result of [`ignored_arguments`], which the answer repeats.
    pub ignored: &'a [Limitation],
    /// True where the rows of all pages are counted, with an additional statement in the structured lane. Other lanes
    /// do not count.
    pub total: bool,
}

/// The ignored arguments of a tool call as limitations, since the answer does not cover them.
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

/// Runs a plan within the timeout. The envelope records facts outside of the answer.
pub async fn run(
    plan: &Plan<'_>,
    ports: Ports<'_>,
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
