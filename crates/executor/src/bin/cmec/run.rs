//! `cmec run`: intent → response.

use std::time::{Duration, Instant};

use cmec_decoder::Verdict;
use cmec_executor::address::taxonomy::{LimitedReason, ResponseType};
use cmec_executor::debug_envelope::Timings;
use cmec_executor::ports::debug_sink::{DebugSink, JsonLinesSink};
use cmec_executor::ports::mcp::{ServerLog, StdioServer};
use cmec_executor::{DebugEnvelope, Language, Response, RunContext};

use crate::arguments::{Format, Global, RunArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::plan::micros;
use crate::{output, plan, read, shown, trace};

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let decoder = read::decoder(&domain, &arguments.intent.reading);
    let mut sink = plan::sink(&arguments.options)?;
    let context = plan::context(&domain, &arguments.options);
    let server = server(arguments)?;
    let language = domain.language(global.lang);
    let runtime = crate::runtime()?;
    let format = if arguments.intent.lines {
        Format::Json
    } else {
        output::format(global)
    };
    read::each(&arguments.intent, |text| {
        let trace_id = trace::trace_id(arguments.intent.trace_id.as_deref())?;
        let started = Instant::now();
        let decoded = decoder.decode_bytes(text, &trace_id);
        let timings = Timings {
            decode_us: Some(micros(started)),
            ..Timings::default()
        };
        shown::findings(&decoded.account.findings, text, language);
        let name = &domain.tables.name;
        let mut envelope = DebugEnvelope::of_decoding(&trace_id, name, decoded.account, timings);
        let (response, exit) = match decoded.verdict {
            Verdict::Contract(contract) => {
                let started = Instant::now();
                let plan = cmec_executor::plan(&contract, &context);
                envelope.decode.timings.plan_us = Some(micros(started));
                let started = Instant::now();
                let run = RunContext {
                    trace_id: &trace_id,
                    language,
                    timeout: Duration::from_secs_f64(arguments.timeout),
                };
                let response =
                    runtime.block_on(cmec_executor::run(&plan, &server, run, &mut envelope));
                envelope.decode.timings.run_us = Some(micros(started));
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
        // Only where the envelope must be on the disk first does the answer wait for it.
        let early = arguments.options.debug_sync;
        if early {
            keep(&mut sink, &envelope, arguments)?;
        }
        show(&response, format, language)?;
        if !early {
            keep(&mut sink, &envelope, arguments)?;
        }
        Ok(exit)
    })
}

/// Writes the envelope, where one is asked for.
fn keep(
    sink: &mut Option<JsonLinesSink>,
    envelope: &DebugEnvelope,
    arguments: &RunArguments,
) -> Result<(), Failure> {
    let (Some(sink), Some(path)) = (sink, &arguments.options.debug_out) else {
        return Ok(());
    };
    sink.write(envelope)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// The server asked for, or this very command as the demonstration server.
#[allow(
    clippy::disallowed_methods,
    reason = "the command starts itself as the demonstration server"
)]
fn server(arguments: &RunArguments) -> Result<StdioServer, Failure> {
    let log = if arguments.verbose {
        ServerLog::Shown
    } else {
        ServerLog::Traced
    };
    let (program, arguments) = match &arguments.mcp_command {
        Some(program) => (program.clone(), arguments.mcp_arg.clone()),
        None => {
            let own = std::env::current_exe().map_err(Failure::failed)?;
            (own.into_os_string(), vec!["demo-1c".into()])
        }
    };
    Ok(StdioServer {
        program,
        arguments,
        log,
    })
}

/// A response to a text that is no intent: there is nothing to run, and the findings say why.
fn rejected(reject: &cmec_decoder::Reject, language: Language) -> Response {
    let summary = match language {
        Language::Zh => "模型的输出不是有效的意图",
        Language::Ru => "Вывод модели не является намерением",
        Language::En => "The model's output is not an intent",
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
            finding.message, at.line, at.column
        ));
        response.hints.extend(finding.help.clone());
    }
    response
}

fn show(response: &Response, format: Format, language: Language) -> Result<(), Failure> {
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
    output::line(&format!("trace id: {}", response.trace_id))
}
