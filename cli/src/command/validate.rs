//! `cmec validate`: many model outputs → one report, and an exit code for CI.
//!
//! ```text
//! files ── read ──► Batch ── work: decode, compare with the baseline, render ──► Done ──► standard output
//! ```
//!
//! Batches go to the workers in turn and come back in the same order, so the report has the order of the outputs, and
//! only a few batches are held in memory.

mod batches;
mod item;
mod outcome;
mod tally;
mod workers;

use std::path::PathBuf;

use clap::Args;
use cmec_executor::Locale;
use indicatif::ProgressBar;

use crate::domain::Domain;
use crate::domain::intents::decoder;
use crate::report::{Baseline, Report, ReportFormat, Stream};
use crate::terminal::arguments::{Global, ReadingArguments};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{output, progress};
use batches::Reader;
use tally::Tally;
use workers::{Done, Judge};

#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    /// Files with outputs: one each, or one a line where the name ends in `.jsonl`; `-` is standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Every line of every file is an output of its own, a blank one too
    #[arg(long)]
    pub(crate) lines: bool,
    /// Form of the report [default: text on a terminal, json otherwise]
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Option<ReportFormat>,
    /// A JSON report of before: only what is worse than there counts
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &ValidateArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.reading.domain)?;
    let language = global.lang.map(Locale::from);
    let format = ReportFormat::or_usual(arguments.report, global);
    let report = Report {
        format,
        name: "cmec validate",
        rules: item::rules(language),
    };
    let baseline = arguments.baseline.as_deref();
    let judge = Judge {
        decoder: decoder(&domain, &arguments.reading),
        tables: &domain.tables,
        baseline: baseline
            .map(|path| Baseline::read(path, &report.rules))
            .transpose()?,
        language,
        cap: u64::from(domain.tables.limits.input_bytes),
        files: (arguments.files.iter().map(|file| batches::name(file))).collect(),
    };
    let reader = Reader::new(&arguments.files, arguments.lines, judge.cap);
    let progress = progress::over(&arguments.files);
    let tally = write_report(&judge, &report, reader, &progress)?;
    progress.finish_and_clear();
    let mut counts = tally.line(judge.baseline.is_some());
    if format == ReportFormat::Text {
        tally.push_findings(&mut counts);
    }
    format.write_counts(&counts)?;
    Ok(tally.exit)
}

/// Writes each part as soon as it is there.
fn write_report(
    judge: &Judge<'_>,
    report: &Report,
    reader: Reader<'_>,
    progress: &ProgressBar,
) -> Result<Tally, CliError> {
    let mut stream = output::written_or_end(Stream::new(report))?;
    let mut tally = Tally::default();
    workers::each(judge, report, reader, |done: Done| {
        for failure in &done.failures {
            progress.suspend(|| failure.show());
            tally.exit = tally.exit.worse(failure.exit);
        }
        // On a shared terminal, lines and the bar would overwrite each other.
        output::written_or_end(progress.suspend(|| stream.add(&done.part)))?;
        tally.add(&done.tally);
        progress.inc(done.bytes);
        Ok(())
    })?;
    output::written_or_end(stream.end())?;
    Ok(tally)
}
