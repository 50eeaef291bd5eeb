//! `cmec plan`: intent → plan as JSON, without asking any server.

use std::time::Instant;

use chrono::{Local, NaiveDate};
use clap::Args;
use cmec_decoder::Verdict;
use cmec_executor::plan::LanePlan;
use cmec_executor::{Cursor, DebugEnvelope, PlanContext, Principals};

use crate::arguments::{Global, IntentArguments};
use crate::debug_out::{DebugOptions, DebugOut};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::principals::PrincipalArguments;
use crate::{cursor_key, intents, line_envelope, output};

/// What a plan depends on beside the intent.
#[derive(Debug, Args)]
pub(crate) struct PlanOptions {
    /// Most rows, in place of what the intent says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Where the next page starts: `next_cursor` of the answer before, for the same intent
    #[arg(long, value_name = "TOKEN", conflicts_with = "lines")]
    pub(crate) cursor: Option<String>,
    /// Today, for defaults: YYYY-MM-DD [default: the clock's]
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<NaiveDate>,
    #[command(flatten)]
    pub(crate) principals: PrincipalArguments,
    #[command(flatten)]
    pub(crate) debug: DebugOptions,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
}

/// Runs the command.
pub(crate) fn run(arguments: &PlanArguments, global: &Global) -> Result<Exit, Failure> {
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

/// What plans depend on beside the intent.
pub(crate) fn context<'d>(
    domain: &'d Domain,
    principals: &'d Principals,
    options: &PlanOptions,
) -> Result<PlanContext<'d>, Failure> {
    let cursor = options.cursor.as_deref().map(cursor_key::parse).transpose();
    Ok(PlanContext {
        tables: &domain.tables,
        catalogue: &domain.catalogue,
        principals,
        today: options.today.unwrap_or_else(|| Local::now().date_naive()),
        limit: options.limit,
        cursor: cursor.map_err(|error| {
            Failure::usage(format!("--cursor: {error}")).help(
                "copy `next_cursor` of the answer before as it is; for the first page leave `--cursor` out",
            )
        })?,
    })
}

/// The same for one line, whose envelope may have a cursor of its own.
pub(crate) fn at<'d>(context: &PlanContext<'d>, cursor: Option<Cursor>) -> PlanContext<'d> {
    PlanContext {
        cursor: cursor.or_else(|| context.cursor.clone()),
        ..context.clone()
    }
}

/// A cursor and an intent that do not belong together.
pub(crate) fn other_question() -> Failure {
    Failure::usage("--cursor: it was given for another question or under another codebook").help(
        "a cursor goes on with the very intent whose answer gave it, on the same `--today` where a date is left out; \
         for the first page leave `--cursor` out",
    )
}
