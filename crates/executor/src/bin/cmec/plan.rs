//! `cmec plan`: intent → plan as JSON, without asking any server.

use std::time::Instant;

use chrono::{Local, NaiveDate};
use cmec_decoder::Verdict;
use cmec_executor::debug_envelope::Timings;
use cmec_executor::plan::LanePlan;
use cmec_executor::ports::debug_sink::{DebugSink, Durability, JsonLinesSink};
use cmec_executor::{DebugEnvelope, PlanContext};

use crate::arguments::{Format, Global, PlanArguments, PlanOptions};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::{output, read, shown, trace};

/// Runs the command.
pub(crate) fn run(arguments: &PlanArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let decoder = read::decoder(&domain, &arguments.intent.reading);
    let mut sink = sink(&arguments.options)?;
    let context = context(&domain, &arguments.options);
    let format = if arguments.intent.lines {
        Format::Json
    } else {
        output::format(global)
    };
    read::each(&arguments.intent, |text| {
        let trace_id = trace::trace_id(arguments.intent.trace_id.as_deref())?;
        let started = Instant::now();
        let decoded = decoder.decode_bytes(text, &trace_id);
        let mut timings = Timings {
            decode_us: Some(micros(started)),
            ..Timings::default()
        };
        shown::findings(
            &decoded.account.findings,
            text,
            domain.language(global.lang),
        );
        let mut planned = None;
        let exit = match &decoded.verdict {
            Verdict::Contract(contract) => {
                let started = Instant::now();
                let plan = cmec_executor::plan(contract, &context);
                timings.plan_us = Some(micros(started));
                output::json(&plan, format)?;
                match planned.insert(plan).lane() {
                    LanePlan::Address(plan) if plan.is_limited() => Exit::Limited,
                    LanePlan::Address(_) | LanePlan::Retrieval(_) => Exit::Done,
                    LanePlan::Unsupported(_) => Exit::Limited,
                }
            }
            Verdict::Clarify(_) => {
                output::json(&decoded.verdict, format)?;
                Exit::Clarify
            }
            Verdict::Reject(_) => {
                output::json(&decoded.verdict, format)?;
                Exit::Reject
            }
        };
        if let Some(sink) = &mut sink {
            let name = &domain.tables.name;
            let mut envelope =
                DebugEnvelope::of_decoding(&trace_id, name, decoded.account, timings);
            if let Some(plan) = &planned {
                envelope.add_plan(plan);
            }
            sink.write(&envelope).map_err(Failure::failed)?;
        }
        Ok(exit)
    })
}

/// What plans depend on beside the intent.
pub(crate) fn context<'d>(domain: &'d Domain, options: &PlanOptions) -> PlanContext<'d> {
    PlanContext {
        catalogue: &domain.catalogue,
        today: options.today.unwrap_or_else(today),
        limit: options.limit,
    }
}

/// The sink asked for. It is opened before anything is run, so that a wrong path costs no answer.
pub(crate) fn sink(options: &PlanOptions) -> Result<Option<JsonLinesSink>, Failure> {
    let Some(path) = &options.debug_out else {
        return Ok(None);
    };
    let durability = if options.debug_sync {
        Durability::Synced
    } else {
        Durability::Buffered
    };
    JsonLinesSink::open(path, durability)
        .map(Some)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// Microseconds since a moment.
pub(crate) fn micros(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX)
}

#[allow(
    clippy::disallowed_methods,
    reason = "the command tells the library what day it is"
)]
fn today() -> NaiveDate {
    Local::now().date_naive()
}
