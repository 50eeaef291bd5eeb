//! `cmec run`: intent → response.

mod answer;
mod batch;
mod cases;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::domain::Domain;
use crate::domain::intents::IntentReader;
use crate::report::ReportFormat;
use crate::report::debug_out::DebugOut;
use crate::report::rendering;
use crate::report::rendering::Columns;
use crate::terminal::arguments::{AnswerFormat, Global, IntentArguments, seconds, within};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{cursor_key, input, output};
use crate::world::lanes::{LaneArguments, Lanes};

use self::answer::{Asker, RunAnswer};
use crate::domain::plan_options::{self, PlanOptions};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) intent: IntentArguments,
    #[command(flatten)]
    pub(crate) options: PlanOptions,
    /// Longest time for the whole answer, in seconds: reaching the server and every call of it
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(crate) timeout: f64,
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
    pub(crate) report: Option<ReportFormat>,
    /// A JSON report on cases of before: only what is worse than there counts
    #[arg(long, value_name = "FILE", requires = "cases")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the result that the called tool returns to a model: JSON with the keys of `tools.yaml`. A question or a reject has
    /// the form of `--format json`
    #[arg(long, conflicts_with_all = ["lines", "cases"])]
    pub(crate) tool_result: bool,
    #[command(flatten)]
    pub(crate) lanes: LaneArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &RunArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.intent.reading.domain)?;
    let mut debug = DebugOut::open(&arguments.options.debug)?;
    let language = domain.language(global.lang);
    let principals = arguments.options.principals.principals(&domain.tables)?;
    cursor_key::set();
    let runtime = runtime()?;
    let asker = Asker {
        reader: IntentReader::new(&arguments.intent, &domain, global.lang)?,
        context: plan_options::context(&domain, &principals, &arguments.options)?,
        domain: &domain.tables.name,
        lanes: Lanes::of(&arguments.lanes, &domain, &runtime)?,
        language,
        timeout: Duration::from_secs_f64(arguments.timeout),
        total: arguments.total,
        tool_result: arguments.tool_result,
    };
    if arguments.intent.lines {
        let most = arguments.jobs.get();
        return asker.lanes.to_the_end(
            &runtime,
            batch::run(&asker, &arguments.intent.file, most, &mut debug),
        );
    }
    if let Some(folder) = &arguments.cases {
        let job = cases::Job {
            folder,
            format: ReportFormat::or_usual(arguments.report, global),
            baseline: arguments.baseline.as_ref(),
        };
        return asker
            .lanes
            .to_the_end(&runtime, cases::run(&asker, job, &mut debug));
    }
    let text = input::read_bytes(&arguments.intent.file)?;
    let format = output::answer_format(global);
    let names = Columns::of(&domain.tables, language);
    asker.lanes.to_the_end(&runtime, async {
        let intent = asker.reader.read(&text)?;
        let answered = asker.answer(intent, None).await?;
        if answered.refuses_cursor {
            debug.keep(&answered.envelope, || Ok(()))?;
            return Err(plan_options::other_question());
        }
        let RunAnswer {
            response,
            envelope,
            exit,
            tool_result,
            ..
        } = answered;
        debug.keep(&envelope, || match tool_result {
            Some(result) => output::line(&result),
            None if arguments.tool_result => {
                rendering::answer(&response, names, AnswerFormat::Json)
            }
            None => rendering::answer(&response, names, format),
        })?;
        Ok(exit.worse(debug.exit()))
    })
}

/// Most answers that are worked on at once.
const MOST_JOBS: NonZeroUsize = NonZeroUsize::new(64).unwrap();

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let outside = format!("from 1 to {MOST_JOBS}");
    within(
        text,
        NonZeroUsize::MIN..=MOST_JOBS,
        ["not a number from 1", &outside],
    )
}
