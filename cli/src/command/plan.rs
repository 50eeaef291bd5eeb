//! `cmec plan`: intent → plan as JSON, without contacting a server.

use std::time::Instant;

use clap::Args;
use cmec_decoder::Verdict;
use cmec_executor::DebugEnvelope;
use cmec_executor::plan::LanePlan;

use crate::domain::Domain;
use crate::domain::intents;
use crate::domain::plan_options::{PlanOptions, at, context, other_question};
use crate::report::debug_out::DebugOut;
use crate::report::line_envelope;
use crate::terminal::arguments::{Global, IntentArguments};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
}

/// Runs the command.
pub(crate) fn run(arguments: &PlanArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let mut debug = DebugOut::open(&arguments.options.debug)?;
    let principals = arguments.options.principals.principals(&domain.tables)?;
    let context = context(&domain, &principals, &arguments.options)?;
    let format = intents::format(&arguments.intent, global);
    let exit = intents::each(&arguments.intent, &domain, global.lang, |intent, said| {
        let (verdict, account) = (intent.decoded.verdict, intent.decoded.account);
        let name = &domain.tables.name;
        let mut envelope =
            DebugEnvelope::of_decoding(&intent.trace_id, name, account, intent.timings);
        let Verdict::Contract(contract) = &verdict else {
            let key = line_envelope::key(&verdict);
            let answer = said.reply.written(key, &verdict, format)?;
            debug.keep(&envelope, || output::line(&answer))?;
            return Ok(Exit::from(&verdict));
        };
        let started = Instant::now();
        let plan = cmec_executor::plan(contract, &at(&context, said.cursor.clone()));
        envelope.decode.timings.plan_us = Some(intents::micros(started));
        plan.explain(&mut envelope);
        if plan.refuses_cursor() && !arguments.intent.lines {
            debug.keep(&envelope, || Ok(()))?;
            return Err(other_question());
        }
        let answer = said.reply.written("plan", &plan, format)?;
        debug.keep(&envelope, || output::line(&answer))?;
        Ok(match plan.lane() {
            LanePlan::Address(plan) if plan.is_limited() => Exit::Limited,
            LanePlan::Unsupported(_) => Exit::Limited,
            _ => Exit::Done,
        })
    })?;
    Ok(exit.worse(debug.exit()))
}
