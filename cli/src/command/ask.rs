//! `cmec ask`: question → answer. A model writes an intent, the lanes find rows, and all values shown come from rows.
//!
//! ```text
//! question ─► prompt ─► model ─► intent ─► decoder ─► lane ─► rows ─► answer
//!                         ▲                              │
//!                         └── with `--strategy tools` ───┘
//! ```

pub(crate) mod arguments;
mod preamble;
mod recorder;
mod report;
mod status_line;
mod strategy;
mod words;

use std::path::Path;
use std::time::Duration;

use chrono::Local;
use cmec_agent::audit::NoAudit;
use cmec_agent::budget::{Budget, Prices};
use cmec_agent::call_run::CallRun;
use cmec_agent::chat::Chat as _;
use cmec_agent::chat::constraint::Constraint;
use cmec_agent::chat::http::{ChatSettings, HttpChat, TokenLimit};
use cmec_agent::domain_tools::{DomainContext, DomainTools};
use cmec_agent::run::{AgentSettings, run as run_loop};
use cmec_agent::state::{AgentState, MAX_ITERATIONS, REPAIRS};
use cmec_agent::tool_result::RESULT_BYTES;
use cmec_executor::ports::model_server::ModelServer;
use cmec_executor::{Locale, PlanContext};

use self::arguments::{AskArguments, Strategy};
use self::recorder::{Recorder, Source};
use self::report::AskReport;
use self::status_line::LiveLine;
use crate::domain::Domain;
use crate::domain::recording::{AskOptions, Record};
use crate::domain::strategy::AskVariant;
use crate::report::debug_out::DebugOut;
use crate::report::rendering::Columns;
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{cursor_key, input, output, stop, trace_id};
use crate::world::known_server::KnownServer;
use crate::world::lanes::Lanes;
use crate::world::models::ATTEMPTS;

pub(crate) fn run(arguments: &mut AskArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let name = domain.tables.name.as_ref();
    let records = recorder::replayed(arguments, name)?;
    let replayed = records.first();
    let question = question(arguments, replayed, &domain)?;
    let way = strategy::chosen(arguments, replayed);
    if way == Strategy::Tools && arguments.least_confidence.is_some() {
        let message = "`--least-confidence` is for intents: servers report nothing of calls";
        return Err(CliError::usage(message).help("`--strategy sql` or `c0.2` asks for one"));
    }
    let today = arguments.today.or(replayed.and_then(|own| own.today));
    let today = today.unwrap_or_else(|| Local::now().date_naive());
    if let Some(record) = replayed.filter(|own| own.question != question) {
        let own = output::plain(&record.question);
        eprintln!("the record is of another question: {own}");
    }
    let runtime = runtime()?;
    let known = runtime.block_on(stop::unless_told(known(arguments)))?;
    let arguments = &*arguments;
    let mut debug = DebugOut::open(&arguments.debug)?;
    let principals = arguments.principals.principals(&domain.tables)?;
    let lanes = Lanes::of(&arguments.lanes, &domain, &runtime)?;
    cursor_key::set();
    let options = options(arguments, replayed);
    let said = global.lang.map(Locale::from);
    let said = said.or(replayed.map(|record| record.language));
    let locale = said.unwrap_or_else(|| locale(&question));
    let held = strategy::held(arguments, way, known.as_ref(), replayed)?;
    let manner = (way, held, options.ask_tool);
    let told = strategy::prompt(&domain, manner, locale, &today.to_string())?;
    let context = DomainContext {
        plan: PlanContext {
            tables: &domain.tables,
            catalogue: &domain.catalogue,
            principals: &principals,
            today,
            limit: options.limit,
            cursor: None,
        },
        tools: told.tools,
        intent_tool: strategy::intent_tool(way, &domain).map(|(name, _)| name),
        question: question.clone(),
        audit: NoAudit,
        least_confidence: arguments.least_confidence,
        trace_id: trace_id::trace_id(None)?,
        locale,
        result_bytes: RESULT_BYTES,
    };
    let trace = context.trace_id.clone();
    let mut tools = DomainTools::new(context, lanes.ports());
    let state = AgentState::new(
        preamble::system(arguments.system.as_deref(), told.system)?,
        words::of_rows(locale).to_owned(),
        question.clone(),
        strategy::manner(way, &domain),
    );
    let turns = strategy::turns(&domain, way, locale, &question)?;
    let conversation = preamble::turns(arguments.history.as_deref())?;
    let state = state.with_turns(conversation).with_turns(turns);
    let most = options.max_iterations.unwrap_or(MAX_ITERATIONS);
    let state = state.with_max_iterations(most);
    let state = state.with_repairs(options.repairs.unwrap_or(REPAIRS));
    let settings = settings(arguments, told.constraint, known.as_ref());
    let stream = strategy::stream(way, &domain);
    let model = replayed.map(|record| record.model.clone());
    let model = model.or(arguments.chat.model.clone()).unwrap_or_default();
    let own_way = AskVariant {
        model,
        ..AskVariant::of(strategy::notation(way), held)
    };
    let mut head = Record::new(name, &question, locale, own_way);
    head.today = Some(today);
    head.options = options;
    let names = Columns::of(&domain.tables, locale);
    lanes.to_the_end(&runtime, async {
        let source = match arguments.chat.server()? {
            Some(server) => Source::Server(Box::new(chat(server, arguments, known.as_ref()))),
            None => Source::Recording(records),
        };
        let chat = Recorder::new(source, head);
        let mut live = LiveLine::new(locale);
        let parts = (&chat, &mut tools);
        let finished = run_loop(state, parts, &settings, stream.as_ref(), &mut live).await;
        drop(live);
        if let Some(path) = &arguments.save {
            chat.save(path)?;
        }
        let runs: Vec<CallRun> = tools.into_runs();
        let report = AskReport {
            trace_id: &trace,
            finished: &finished,
            runs: &runs,
            held: strategy::held_words(arguments, (way, held), known.as_ref()),
            differing: chat.differing(),
            model: chat.model(),
            question: &question,
        };
        let envelope = report.envelope(&domain.tables)?;
        let exit = report.exit();
        debug.keep(&envelope, || {
            report.show(names, output::answer_format(global), arguments.explain)
        })?;
        Ok(exit.worse(debug.exit()))
    })
}

/// The options: from the command line, or else from the record.
fn options(arguments: &AskArguments, replayed: Option<&Record>) -> AskOptions {
    let recorded = replayed.map(|record| record.options.clone());
    let recorded = recorded.unwrap_or_default();
    AskOptions {
        ask_tool: arguments.ask_tool || recorded.ask_tool,
        max_iterations: arguments.max_iterations.or(recorded.max_iterations),
        repairs: arguments.repairs.or(recorded.repairs),
        limit: arguments.limit.or(recorded.limit),
    }
}

/// The question: from the command line, standard input, or the record.
fn question(
    arguments: &AskArguments,
    replayed: Option<&Record>,
    domain: &Domain,
) -> Result<String, CliError> {
    let said = match (arguments.question.as_str(), replayed) {
        ("-", Some(record)) => record.question.clone(),
        ("-", None) => input::read_text(Path::new("-"))?,
        (said, _) => said.to_owned(),
    };
    let question = said.trim().to_owned();
    let most = usize::try_from(domain.tables.limits.input_bytes).unwrap_or(usize::MAX);
    match question.len() {
        0 => Err(CliError::usage("there is no question")),
        bytes if bytes > most => {
            let message = format!("the question has {bytes} bytes, and {most} are the most");
            Err(CliError::usage(message))
        }
        _ => Ok(question),
    }
}

/// The language of the question, guessed from its script.
fn locale(question: &str) -> Locale {
    let is_han = |own: char| matches!(own, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}');
    let is_cyrillic = |own: char| matches!(own, '\u{400}'..='\u{52f}');
    if question.contains(is_han) {
        Locale::Zh
    } else if question.contains(is_cyrillic) {
        Locale::Ru
    } else {
        Locale::En
    }
}

fn settings(
    arguments: &AskArguments,
    constraint: Option<Constraint>,
    known: Option<&KnownServer>,
) -> AgentSettings {
    let price = |said: Option<f64>| said.unwrap_or_default();
    AgentSettings {
        within: Duration::from_secs_f64(arguments.timeout),
        max_tokens: Some(arguments.max_tokens),
        temperature: known.map_or(Some(0.0), |known| known.temperature),
        logprobs: known.map_or(arguments.least_confidence.is_some(), |known| known.logprobs),
        constraint,
        budget: Budget {
            tokens: arguments.budget_tokens,
            money: arguments.budget,
            prices: Prices {
                prompt: price(arguments.price_in),
                cached: price(arguments.price_in),
                completion: price(arguments.price_out),
            },
        },
        ..AgentSettings::default()
    }
}

/// The findings of `cmec doctor` on the model. Chooses a model first if none is given.
async fn known(arguments: &mut AskArguments) -> Result<Option<KnownServer>, CliError> {
    let within = Duration::from_secs_f64(arguments.model_timeout);
    arguments.chat.name_model(within).await?;
    let chat = &arguments.chat;
    let (Some(server), Some(url), Some(model)) = (chat.server()?, &chat.endpoint, &chat.model)
    else {
        return Ok(None);
    };
    Ok(KnownServer::of(&server.with_attempts(ATTEMPTS), (url, model), within).await)
}

fn chat(server: ModelServer, arguments: &AskArguments, known: Option<&KnownServer>) -> HttpChat {
    let is_new = known.is_some_and(|own| own.token_limit == TokenLimit::MaxCompletionTokens.name());
    let settings = ChatSettings {
        token_limit: match is_new {
            true => TokenLimit::MaxCompletionTokens,
            false => TokenLimit::MaxTokens,
        },
        idle: Duration::from_secs_f64(arguments.idle_timeout),
        answer_within: Duration::from_secs_f64(arguments.model_timeout),
        ..ChatSettings::new(arguments.chat.model.clone().unwrap_or_default())
    };
    HttpChat::new(server.with_attempts(ATTEMPTS), settings)
}
