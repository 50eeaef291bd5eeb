//! `cmec ask`: question → answer. A model says what is wanted, the lanes find it, and what is shown comes from rows.
//!
//! ```text
//! question ─► prompt ─► model ─► intent ─► decoder ─► lane ─► rows ─► answer
//!                         ▲                              │
//!                         └── with `--way tools` ────────┘
//! ```

pub(crate) mod arguments;
mod case;
mod live;
mod report;
mod way;
mod words;

use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use chrono::{Local, NaiveDate};
use cmec_decoder::stream::StreamDecoder;
use cmec_executor::agent::audit::NoAudit;
use cmec_executor::agent::budget::{Budget, Prices};
use cmec_executor::agent::call_run::CallRun;
use cmec_executor::agent::domain_tools::{DomainContext, DomainTools};
use cmec_executor::agent::exchange::{Exchange, Recording, Replay};
use cmec_executor::agent::run::{AgentSettings, Finished, run as run_loop};
use cmec_executor::agent::state::{AgentState, MAX_ITERATIONS};
use cmec_executor::agent::tool_result::RESULT_BYTES;
use cmec_executor::agent::toolbox::Toolbox;
use cmec_executor::ports::chat::Chat;
use cmec_executor::ports::chat::constraint::Constraint;
use cmec_executor::ports::chat::http::{ChatSettings, HttpChat, TokenLimit};
use cmec_executor::{Locale, PlanContext};

use self::arguments::AskArguments;
use self::case::{Asked, Case, CaseOptions};
use self::live::LiveLine;
use self::report::Report;
use crate::arguments::{Global, Lang};
use crate::debug_out::DebugOut;
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::known_server::KnownServer;
use crate::lanes::Lanes;
use crate::models::server;
use crate::runtime::runtime;
use crate::shown::Columns;
use crate::{input, output, trace_id};

/// How often a server is asked for one answer, where it is busy or cannot be reached.
const ATTEMPTS: NonZeroU32 = NonZeroU32::new(3).unwrap();

/// Runs the command.
pub(crate) fn run(arguments: &AskArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.domain)?;
    let name = domain.tables.name.as_ref();
    let replayed = (arguments.replay.as_deref())
        .map(|path| Case::read(path, name))
        .transpose()?;
    let question = question(arguments, replayed.as_ref(), &domain)?;
    let way = way::chosen(arguments, replayed.as_ref(), &domain)?;
    let today = today(arguments, replayed.as_ref())?;
    if let Some(case) = replayed.as_ref().filter(|case| case.question != question) {
        let own = output::plain(&case.question);
        eprintln!("the record is of another question: {own}");
    }
    let phrase = arguments.phrase || replayed.as_ref().is_some_and(|case| case.phrase);
    let mut debug = DebugOut::open(&arguments.debug)?;
    let principals = arguments.principals.principals(&domain.tables)?;
    let runtime = runtime()?;
    let lanes = Lanes::of(&arguments.lanes, &domain, &runtime)?;
    let options = CaseOptions::said(arguments, global.lang, replayed.as_ref());
    let locale = locale(&question, options.lang, &domain);
    let known = arguments
        .chat
        .endpoint
        .as_deref()
        .zip(arguments.chat.model.as_deref());
    let known = known.and_then(|(url, model)| KnownServer::of(url, model));
    let held = way::held(arguments, way, known.as_ref())?;
    let manner = (way, held, options.line_tool);
    let told = way::prompt(&domain, manner, locale, &today.to_string())?;
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
        intent_tool: way::intent_tool(way, &domain).map(|(name, _)| name),
        question: question.clone(),
        audit: NoAudit,
        trace_id: trace_id::trace_id(None)?,
        locale,
        result_bytes: RESULT_BYTES,
    };
    let trace = context.trace_id.clone();
    let mut tools = DomainTools::new(context, lanes.ports());
    let state = AgentState::new(
        told.system,
        words::of_rows(locale).to_owned(),
        question.clone(),
        way::manner(way, &domain, phrase),
    );
    let most = options.max_iterations.unwrap_or(MAX_ITERATIONS);
    let state = state.with_max_iterations(most);
    let settings = settings(arguments, told.constraint, known.as_ref());
    let job = Job {
        stream: way::stream(way, &domain),
        locale,
    };
    let asked = Asked {
        domain: name,
        question: &question,
        today: today.to_string(),
        way: way::name(way),
        phrase,
        options: &options,
        model: "",
    };
    let names = Columns::of(&domain.tables, locale);
    lanes.to_the_end(&runtime, async {
        let (finished, differing, model) = match replayed {
            Some(case) => {
                let chat = Recording::new(Replay::new(case.model.clone(), case.exchanges));
                let finished = job.asked(&chat, (state, &mut tools), &settings).await;
                let asked = Asked {
                    model: &case.model,
                    ..asked
                };
                save(arguments.save.as_deref(), &asked, chat.exchanges())?;
                (finished, chat.chat().differing(), case.model)
            }
            None => {
                let chat = Recording::new(chat(arguments, known.as_ref())?);
                let finished = job.asked(&chat, (state, &mut tools), &settings).await;
                let asked = Asked {
                    model: chat.model(),
                    ..asked
                };
                save(arguments.save.as_deref(), &asked, chat.exchanges())?;
                (finished, 0, chat.model().to_owned())
            }
        };
        let runs: Vec<CallRun> = tools.into_runs();
        let report = Report {
            trace_id: &trace,
            finished: &finished,
            runs: &runs,
            held: way::held_words(arguments, (way, held), known.as_ref()),
            differing,
            model: &model,
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

/// What a loop is run with, whatever model it asks.
struct Job<'j> {
    stream: Option<StreamDecoder<'j>>,
    locale: Locale,
}

impl Job<'_> {
    async fn asked<C: Chat, T: Toolbox>(
        &self,
        chat: &C,
        (state, tools): (AgentState, &mut T),
        settings: &AgentSettings,
    ) -> Finished {
        let mut live = LiveLine::new(self.locale);
        let finished = run_loop(
            state,
            (chat, tools),
            settings,
            self.stream.as_ref(),
            &mut live,
        );
        let finished = finished.await;
        live.end();
        finished
    }
}

fn save(path: Option<&Path>, asked: &Asked<'_>, exchanges: Vec<Exchange>) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| Case::new(asked, exchanges).write(path))
}

/// The question: of the command line, of standard input, or of the record.
fn question(
    arguments: &AskArguments,
    replayed: Option<&Case>,
    domain: &Domain,
) -> Result<String, Failure> {
    let said = match (arguments.question.as_str(), replayed) {
        ("-", Some(case)) => case.question.clone(),
        ("-", None) => input::read_text(Path::new("-"))?,
        (said, _) => said.to_owned(),
    };
    let question = said.trim().to_owned();
    let most = usize::try_from(domain.tables.limits.input_bytes).unwrap_or(usize::MAX);
    match question.len() {
        0 => Err(Failure::usage("there is no question")),
        bytes if bytes > most => {
            let message = format!("the question has {bytes} bytes, and {most} are the most");
            Err(Failure::usage(message))
        }
        _ => Ok(question),
    }
}

fn today(arguments: &AskArguments, replayed: Option<&Case>) -> Result<NaiveDate, Failure> {
    let recorded = replayed
        .map(|case| case.today.parse::<NaiveDate>())
        .transpose();
    let recorded = recorded.map_err(|_| Failure::failed("the record has no day"))?;
    let said = arguments.today.or(recorded);
    Ok(said.unwrap_or_else(|| Local::now().date_naive()))
}

/// The language of the answer: the one asked for, or that of the question's letters.
fn locale(question: &str, said: Option<Lang>, domain: &Domain) -> Locale {
    if said.is_some() {
        return domain.language(said);
    }
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
        model_within: Duration::from_secs_f64(arguments.model_timeout),
        max_tokens: Some(arguments.max_tokens),
        temperature: known.map_or(Some(0.0), |known| known.temperature),
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

fn chat(arguments: &AskArguments, known: Option<&KnownServer>) -> Result<HttpChat, Failure> {
    let url = arguments.chat.endpoint.as_deref().unwrap_or_default();
    let key = arguments.chat.key_env.as_deref();
    let server = server(("--endpoint", url), ("--key-env", key))?;
    let server = server.with_attempts(ATTEMPTS);
    let is_new = known.is_some_and(|own| own.token_limit == TokenLimit::MaxCompletionTokens.name());
    let settings = ChatSettings {
        token_limit: match is_new {
            true => TokenLimit::MaxCompletionTokens,
            false => TokenLimit::MaxTokens,
        },
        ..ChatSettings::new(arguments.chat.model.clone().unwrap_or_default())
    };
    Ok(HttpChat::new(server, settings))
}
