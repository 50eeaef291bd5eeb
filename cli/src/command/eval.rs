//! `cmec eval`: measures how often a model's intents are right, by notation, language and constraint, and their cost.
//!
//! ```text
//! questions × ways ─► prompts ─► answers, asked for or recorded ─► contracts ─► judged ─► figures
//!                                                                               ▲
//!                                                 lanes ─► rows of contracts ───┘
//! ```
//!
//! A contract is right if it equals a right one, or if the lanes give the same answer to both.
//!
//! An answer is recorded unprocessed, so that a recording can be read again with another decoder or codebook.

pub(crate) mod arguments;
mod confidence;
mod figures;
mod jobs;
mod judgement;
mod questions;
mod reply;
mod report;
mod rows;
mod run;
mod sameness;
mod text;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::NaiveDate;
use cmec_agent::enforcement::Limits;
use cmec_executor::{Locale, PlanContext};

use self::arguments::EvalArguments;
use self::figures::Case;
use self::jobs::{Jobs, jobs, spread};
use self::judgement::Outcome;
use self::questions::{Question, TODAY};
use self::report::{EvalReport, ReplayDifferences, rows};
use self::rows::LaneAnswers;
use self::run::{Answers, FirstAnswer, Job, Live, Run, answers};
use crate::domain::Domain;
use crate::domain::prompt::Prompt;
use crate::domain::recording::{self, Content, Record, Recording};
use crate::domain::strategy::{AskVariant, ConstraintChoice, IntentForm, pairs};
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{output, progress, stop};
use crate::world::lanes::Lanes;
use crate::world::models::{examination, server};

/// The supported languages of questions.
const LANGUAGES: &[&str] = &["en", "ru", "zh"];

pub(crate) fn run(arguments: &mut EvalArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let within = Duration::from_secs(arguments.timeout);
    runtime()?.block_on(stop::unless_told(arguments.chat.name_model(within)))?;
    let arguments = &*arguments;
    let tables = &domain.tables;
    let questions = questions::load(arguments.set.as_deref(), tables)?;
    let (recording, read) = match (&arguments.replay, &arguments.record) {
        (Some(path), _) => (None, recording::read(path, &tables.name)?),
        (None, Some(path)) => {
            let (recording, read) = Recording::open(path, &tables.name)?;
            (Some(Mutex::new(recording)), read)
        }
        (None, None) => (None, Content::default()),
    };
    let half = read.half_at.is_some();
    let (answers, replaced) = answers(read.records);
    if arguments.replay.is_some() {
        check(&answers, &questions)?;
    }
    let ways = match (&arguments.chat.endpoint, &arguments.chat.model) {
        (Some(_), Some(model)) => asked(arguments, model, &domain)?,
        _ => recorded(arguments, &answers),
    };
    let languages = languages(arguments, &domain);
    let today = arguments.today.as_deref().unwrap_or(TODAY);
    let mut prompts = Vec::new();
    for way in &ways {
        for language in &languages {
            let prompt = Prompt::of(&domain, way, language, today)?;
            prompts.push((way, *language, prompt));
        }
    }
    let kept = spread(&questions, arguments.limit.map_or(usize::MAX, usize::from));
    let runtime = runtime()?;
    let lanes = Lanes::of(&arguments.lanes, &domain, &runtime)?;
    let principals = arguments.principals.principals(tables)?;
    let day: NaiveDate = today.parse().map_err(CliError::failed)?;
    let context = PlanContext {
        tables,
        catalogue: &domain.catalogue,
        principals: &principals,
        today: day,
        limit: None,
        cursor: None,
    };
    let judge = LaneAnswers::new(context, &lanes, Duration::from_secs(arguments.timeout));
    let mut run = Run {
        tables,
        lanes: judge,
        answers,
        repairs: arguments.repairs,
        live: None,
        today: Some(day),
        recording,
    };
    let Jobs {
        jobs,
        on_card,
        answered,
        unanswered,
    } = jobs(
        &prompts,
        &kept,
        arguments.replay.is_some().then_some(&run.answers),
        &domain,
    )?;
    if jobs.is_empty() {
        return Err(CliError::usage(match on_card {
            0 => "there is no question to ask, and no answer to look at",
            _ => "every question stands on the card, and is left out",
        }));
    }
    let unread = arguments.replay.is_some().then(|| {
        let is_other = |job: &&Job<'_>| run.first_answer(job) == FirstAnswer::OfAnother;
        let of_ways = run.answers.values().filter(|own| ways.contains(&own.way()));
        let (first, again): (Vec<_>, Vec<_>) = of_ways.partition(|own| own.turn == 0);
        let beyond = again.iter().filter(|own| own.turn > arguments.repairs);
        ReplayDifferences {
            unanswered,
            left_out: first.len().saturating_sub(answered),
            repairs_left_out: beyond.count(),
            replaced,
            other_prompts: jobs.iter().filter(is_other).count(),
            half,
        }
    });
    let cases: Mutex<Vec<Option<Case>>> = Mutex::new(jobs.iter().map(|_| None).collect());
    let ended = lanes.to_the_end(&runtime, async {
        go(arguments, &mut run, &jobs, &cases).await?;
        Ok(Exit::Done)
    });
    let cases = cases.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Err(failure) = &ended
        && !matches!(failure.exit, Exit::Stopped(_))
    {
        return ended;
    }
    let (rows, told) = rows(&ways, &jobs, &cases);
    let failed = told.iter().any(|own| own.judged.outcome == Outcome::Failed);
    let report = EvalReport {
        domain: &tables.name,
        questions: kept.len(),
        left_out: on_card,
        complete: cases.iter().all(Option::is_some),
        record: unread.filter(|own| *own != ReplayDifferences::default()),
        ways: rows,
        cases: told,
    };
    output::report(global, &report, text::text)?;
    ended?;
    Ok(if failed { Exit::Limited } else { Exit::Done })
}

/// Asks the questions without a recorded answer.
async fn go(
    arguments: &EvalArguments,
    run: &mut Run<'_>,
    jobs: &[Job<'_>],
    cases: &Mutex<Vec<Option<Case>>>,
) -> Result<(), CliError> {
    let mut all = jobs.iter().map(|job| run.first_answer(job));
    let is_known = arguments.repairs == 0 && all.all(|own| own == FirstAnswer::Known);
    if let (Some(_), Some(model), false) =
        (&arguments.chat.endpoint, &arguments.chat.model, is_known)
    {
        run.live = Some(live(arguments, model).await?);
    }
    let bar = progress::counted(jobs.len());
    let at_once = usize::from(arguments.concurrency);
    let through = run.all(jobs, at_once, |number, case| {
        let mut cases = cases.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = cases.get_mut(number) {
            *place = case;
        }
        bar.inc(1);
    });
    let through = through.await;
    bar.finish_and_clear();
    through
}

/// The server, and the request form that it accepts.
async fn live(arguments: &EvalArguments, model: &str) -> Result<Live, CliError> {
    let url = arguments.chat.endpoint.as_deref().unwrap_or_default();
    let key = arguments.chat.key_env.as_deref();
    let server = server(("--endpoint", url), ("--key-env", key))?;
    let limits = Limits {
        within: Duration::from_secs(arguments.timeout),
        max_tokens: arguments.max_tokens,
    };
    let begun = examination(server.clone(), model.to_owned(), limits).await?;
    Ok(Live {
        server,
        manner: begun.manner(),
        max_tokens: limits.max_tokens,
        within: limits.within,
    })
}

/// The requested strategies.
fn asked(
    arguments: &EvalArguments,
    model: &str,
    domain: &Domain,
) -> Result<Vec<AskVariant>, CliError> {
    let said = match arguments.notation.as_slice() {
        [] => &[IntentForm::Sql],
        some => some,
    };
    if said.contains(&IntentForm::Tools) && domain.tables.tools.is_empty() {
        let name = output::plain(&domain.tables.name);
        return Err(CliError::usage(format!("`{name}` has no `tools.yaml`")));
    }
    let held = match arguments.constraint.as_slice() {
        [] => &[ConstraintChoice::Free],
        some => some,
    };
    let pairs = pairs(said, held);
    let is_used = |own: &ConstraintChoice| pairs.iter().any(|(_, held)| held == own);
    let is_said = |own: &IntentForm| pairs.iter().any(|(said, _)| said == own);
    if let Some(unused) = held
        .iter()
        .find(|own| !is_used(own) && **own != ConstraintChoice::Free)
    {
        let message = format!("`{}` can hold none of these notations", unused.name());
        return Err(CliError::usage(message));
    }
    if let Some(unsaid) = said.iter().find(|own| !is_said(own)) {
        let message = format!(
            "`{}` can be held to none of these constraints",
            unsaid.name()
        );
        return Err(CliError::usage(message));
    }
    let ways = pairs.into_iter().map(|(said, held)| AskVariant {
        model: model.to_owned(),
        types: arguments.types.clone(),
        said,
        held,
    });
    Ok(ways.collect())
}

/// The strategies in a recording that are requested.
fn recorded(arguments: &EvalArguments, answers: &Answers) -> Vec<AskVariant> {
    let mut ways: Vec<AskVariant> = Vec::new();
    for way in answers.values().map(Record::way) {
        let is_wanted = (arguments.notation.is_empty() || arguments.notation.contains(&way.said))
            && (arguments.constraint.is_empty() || arguments.constraint.contains(&way.held))
            && (arguments.chat.model.as_ref()).is_none_or(|model| *model == way.model);
        if is_wanted && !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.sort_by_key(|way| {
        (
            way.model.clone(),
            way.types.clone(),
            way.said,
            way.held.name(),
        )
    });
    ways
}

/// The requested languages, or those of the codebook with questions.
fn languages(arguments: &EvalArguments, domain: &Domain) -> Vec<&'static str> {
    let mut languages: Vec<&'static str> = match arguments.language.as_slice() {
        [] if arguments.replay.is_some() => LANGUAGES.to_vec(),
        [] => {
            let known = |own: &&&str| domain.tables.languages.iter().any(|tag| tag == **own);
            LANGUAGES.iter().filter(known).copied().collect()
        }
        some => some.iter().map(|own| Locale::from(*own).tag()).collect(),
    };
    languages.sort_unstable();
    languages.dedup();
    languages
}

/// Checks that every recorded answer belongs to a question of the set.
fn check(answers: &Answers, questions: &[Question]) -> Result<(), CliError> {
    let texts = questions.iter().flat_map(|own| own.texts.values());
    let texts: BTreeSet<&String> = texts.collect();
    let strange = answers.values().find(|own| !texts.contains(&own.question));
    strange.map_or(Ok(()), |own| {
        let text = output::plain(&own.question);
        let message = format!("there is an answer to `{text}`, which is no question of the set");
        Err(CliError::usage(message).help("name the set with `--set`"))
    })
}
