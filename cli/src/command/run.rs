//! `cmec run`: intent → response. One session with the server serves everything that is asked, and is closed on every way
//! out.

mod answer;
mod batch;
mod cases;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cmec_executor::ports::session::Session;
use tokio::runtime::Runtime;

use crate::arguments::{Format, Global, IntentArguments};
use crate::database::{AnyDatabase, DatabaseArguments};
use crate::debug_out::DebugOut;
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::intents::IntentReader;
use crate::runtime::runtime;
use crate::server::{Server, ServerArguments};
use crate::shown::Columns;
use crate::stop::{self, FAREWELL};
use crate::text_index::{AnyTexts, TextArguments};
use crate::{input, output, shown};

use self::answer::{Answered, Asker};
use self::cases::CaseForm;
use super::plan::{self, PlanOptions};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
    /// Longest time for the whole answer, in seconds: reaching the server and every call of it
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    /// Longest time for one call of the server, in seconds, a part of `--timeout`; a call that takes longer is made once
    /// more while there is time [default: all the time that is left]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) call_timeout: Option<f64>,
    /// With `--lines`, how many answers may be worked on at once; they come in the order of the lines
    #[arg(long, value_name = "N", default_value = "1", requires = "lines", value_parser = jobs)]
    pub(crate) jobs: NonZeroUsize,
    /// Count the rows of all pages, too; `total` of the answer, where the database is asked
    #[arg(long)]
    pub(crate) total: bool,
    /// Folder with cases of one's own, files `*.case`: each is asked, and its answer held against what it expects
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["file", "lines", "trace_id", "cursor"])]
    pub(crate) cases: Option<PathBuf>,
    /// Form of the report on cases [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM", requires = "cases")]
    pub(crate) report: Option<CaseForm>,
    /// A JSON report on cases of before: only what is worse than there counts
    #[arg(long, value_name = "FILE", requires = "cases")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) texts: TextArguments,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let mut debug = DebugOut::open(&arguments.options.debug)?;
    let language = domain.language(global.lang);
    let call_timeout = arguments.call_timeout.map(Duration::from_secs_f64);
    let session = Session::new(Server::of(&arguments.server)?, call_timeout);
    let principals = arguments.options.principals.principals(&domain.tables)?;
    let runtime = runtime()?;
    let asker = Asker {
        reader: IntentReader::new(&arguments.intent, &domain, global.lang)?,
        context: plan::context(&domain, &principals, &arguments.options)?,
        domain: &domain.tables.name,
        session: Arc::new(session),
        database: AnyDatabase::of(&arguments.database, &domain)?,
        texts: AnyTexts::of(&arguments.texts, &domain, &runtime)?,
        language,
        timeout: Duration::from_secs_f64(arguments.timeout),
        total: arguments.total,
    };
    if arguments.intent.lines {
        let most = arguments.jobs.get();
        return asker.to_the_end(
            &runtime,
            batch::run(&asker, &arguments.intent.file, most, &mut debug),
        );
    }
    if let Some(folder) = &arguments.cases {
        let form = arguments.report.unwrap_or(match output::format(global) {
            Format::Text => CaseForm::Text,
            Format::Json => CaseForm::Json,
        });
        let job = cases::Job {
            folder,
            form,
            baseline: arguments.baseline.as_ref(),
        };
        return asker.to_the_end(&runtime, cases::run(&asker, job, &mut debug));
    }
    let text = input::read_bytes(&arguments.intent.file)?;
    let format = output::answer_format(global);
    let names = Columns::of(&domain.tables, language);
    asker.to_the_end(&runtime, async {
        let intent = asker.reader.read(&text)?;
        let answered = asker.answer(intent, None).await?;
        if answered.refuses_cursor {
            debug.keep(&answered.envelope, || Ok(()))?;
            return Err(plan::other_question());
        }
        let Answered {
            response,
            envelope,
            exit,
            ..
        } = answered;
        debug.keep(&envelope, || shown::answer(&response, names, format))?;
        Ok(exit.worse(debug.exit()))
    })
}

impl Asker<'_> {
    /// Does the work, unless a signal ends it, and closes the session whatever became of it.
    fn to_the_end(
        &self,
        runtime: &Runtime,
        work: impl Future<Output = Result<Exit, Failure>>,
    ) -> Result<Exit, Failure> {
        runtime.block_on(async {
            let mut stop = stop::watch(Arc::clone(&self.session))?;
            let ended = tokio::select! {
                ended = work => ended,
                number = stop.told() => Err(Failure::stopped(number)),
            };
            self.session.close(FAREWELL).await;
            ended
        })
    }
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

/// Most answers that are worked on at once.
const MOST_JOBS: usize = 64;

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs: NonZeroUsize = text.parse().map_err(|_| "not a number from 1".to_owned())?;
    if jobs.get() <= MOST_JOBS {
        Ok(jobs)
    } else {
        Err(format!("from 1 to {MOST_JOBS}"))
    }
}
