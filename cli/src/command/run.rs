//! `cmec run`: intent → response.

use std::time::{Duration, Instant};

use clap::Args;
use cmec_decoder::Verdict;
use cmec_executor::taxonomy::{LimitedReason, ResponseType};
use cmec_executor::{DebugEnvelope, Locale, Response, RunContext};

use crate::arguments::{Format, Global, IntentArguments};
use crate::debug_out::DebugOut;
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::runtime::runtime;
use crate::server::{Server, ServerArguments};
use crate::{diagnostics, intents, output};

use super::plan::{self, PlanOptions};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
    /// Longest time for the whole answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let mut debug = DebugOut::open(&arguments.options.debug)?;
    let context = plan::context(&domain, &arguments.options)?;
    let server = Server::of(&arguments.server)?;
    let language = domain.language(global.lang);
    let runtime = runtime()?;
    let format = intents::format(&arguments.intent, global);
    intents::each(&arguments.intent, &domain, global.lang, |intent| {
        let trace_id = intent.trace_id;
        let decoded = intent.decoded;
        let name = &domain.tables.name;
        let mut envelope =
            DebugEnvelope::of_decoding(&trace_id, name, decoded.account, intent.timings);
        let (response, exit) = match decoded.verdict {
            Verdict::Contract(contract) => {
                let started = Instant::now();
                let plan = cmec_executor::plan(&contract, &context);
                envelope.decode.timings.plan_us = Some(intents::micros(started));
                if plan.refuses_cursor() {
                    plan.explain(&mut envelope);
                    debug.keep(&envelope, || Ok(()))?;
                    return Err(plan::other_question());
                }
                let started = Instant::now();
                let run = RunContext {
                    trace_id: &trace_id,
                    locale: language,
                    timeout: Duration::from_secs_f64(arguments.timeout),
                };
                let response =
                    runtime.block_on(cmec_executor::run(&plan, &server, run, &mut envelope));
                envelope.decode.timings.run_us = Some(intents::micros(started));
                let exit = match response.response_type {
                    ResponseType::FactualList | ResponseType::FactualSummary => Exit::Done,
                    ResponseType::LimitedWithReason => Exit::Limited,
                    ResponseType::Clarify => Exit::Clarify,
                };
                (response, exit)
            }
            Verdict::Clarify(clarify) => {
                (Response::question(*clarify, language.tag()), Exit::Clarify)
            }
            Verdict::Reject(reject) => (rejected(&reject, language), Exit::Reject),
        };
        debug.keep(&envelope, || show(&response, format, language))?;
        Ok(exit)
    })
}

/// A response to a text that is no intent: there is nothing to run, and the findings say why.
fn rejected(reject: &cmec_decoder::Reject, language: Locale) -> Response {
    let summary = match language {
        Locale::Zh => "模型的输出不是有效的意图",
        Locale::Ru => "Вывод модели не является намерением",
        Locale::En => "The model's output is not an intent",
    };
    let mut response = Response::limited(
        LimitedReason::Unsupported,
        summary.to_owned(),
        &reject.trace_id,
    );
    for finding in &reject.findings {
        let at = finding.position;
        response.reasons.push(finding.rule.id.to_owned());
        response.limitations.push(format!(
            "{} (line {}, column {})",
            finding.told_to_people(),
            at.line,
            at.column
        ));
        response.hints.extend(finding.help.clone());
    }
    response
        .limitations
        .extend(diagnostics::more_findings(reject.more, language));
    response
}

fn show(response: &Response, format: Format, language: Locale) -> Result<(), Failure> {
    if format == Format::Json {
        return output::json(response, format);
    }
    output::line(&response.summary)?;
    for row in &response.rows {
        let cells: Vec<String> = row
            .values
            .iter()
            .filter_map(|(name, cell)| Some(format!("{name}: {}", output::plain(cell.shown()?))))
            .collect();
        output::line(&format!("  {}", cells.join(" · ")))?;
    }
    for (title, lines) in [
        ("limitation", &response.limitations),
        ("reason", &response.reasons),
        ("hint", &response.hints),
        ("missing", &response.missing_required_filters),
    ] {
        for line in lines {
            output::line(&format!("{title}: {line}"))?;
        }
    }
    for candidate in response
        .clarify
        .iter()
        .flat_map(|clarify| &clarify.reasons)
        .flat_map(|reason| &reason.candidates)
    {
        let label = candidate.label_in(language.tag());
        output::line(&format!(
            "candidate: {} ({label}) {}",
            candidate.code, candidate.description
        ))?;
    }
    if let Some(cursor) = &response.next_cursor {
        output::line(&format!("next cursor: {cursor}"))?;
    }
    output::line(&format!("trace id: {}", response.trace_id))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    if (0.001..=3600.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("from 0.001 to 3600 seconds".to_owned())
    }
}
