//! `cmec validate`: many model outputs → one report, and an exit code for CI.
//!
//! ```text
//! files ── read ──► Batch ── work: decode, compare with the baseline, render ──► Done ──► standard output
//! ```
//!
//! Batches go to the workers in turn and come back in the same turn, so the order of the report is the order of the
//! outputs and no more than a few batches are ever held.

mod baseline;
mod batches;
mod github;
mod json;
mod junit;
mod record;
mod remark;
mod report;
mod sarif;
mod text;
mod workers;

use std::io::{self, IsTerminal, Seek, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use cmec_executor::Locale;
use indicatif::ProgressBar;

use crate::arguments::{Format, Global, ReadingArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::intents::decoder;
use crate::{output, progress};
use baseline::Baseline;
use batches::Reader;
use record::Tally;
use report::Report;
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

/// Form of a report on many outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: a line for each finding, and the counts
    Text,
    /// One line of JSON for each output
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub annotations
    Github,
    /// JUnit's XML
    Junit,
}

/// Runs the command.
pub(crate) fn run(arguments: &ValidateArguments, global: &Global) -> Result<Exit, Failure> {
    let domain = Domain::load(&arguments.reading.domain)?;
    let language = global.lang.map(Locale::from);
    let judge = Judge {
        decoder: decoder(&domain, &arguments.reading),
        tables: &domain.tables,
        baseline: (arguments.baseline.as_deref())
            .map(Baseline::read)
            .transpose()?,
        language,
        cap: u64::from(domain.tables.limits.input_bytes),
        files: (arguments.files.iter().map(|file| batches::name(file))).collect(),
    };
    let format = (arguments.report).unwrap_or(match output::format(global) {
        Format::Text => ReportFormat::Text,
        Format::Json => ReportFormat::Json,
    });
    let reader = Reader::new(&arguments.files, arguments.lines, judge.cap);
    let progress = progress::over(&arguments.files);
    let report = report(format, language);
    let tally = write_report(&judge, report.as_ref(), reader, &progress)?;
    progress.finish_and_clear();
    if format != ReportFormat::Text {
        eprint!("{}", text::summary(&tally, judge.baseline.is_some()));
    }
    Ok(tally.exit)
}

fn report(format: ReportFormat, language: Option<Locale>) -> Box<dyn Report> {
    match format {
        ReportFormat::Text => Box::new(text::Text),
        ReportFormat::Json => Box::new(json::Json),
        ReportFormat::Sarif => Box::new(sarif::Sarif::new(language)),
        ReportFormat::Github => Box::new(github::Github),
        ReportFormat::Junit => Box::new(junit::Junit),
    }
}

/// Writes each part as soon as it is there. Where the head says how much follows, the body waits in a nameless file, so
/// that memory stays flat.
fn write_report(
    judge: &Judge<'_>,
    report: &dyn Report,
    reader: Reader<'_>,
    progress: &ProgressBar,
) -> Result<Tally, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let tally = if report.counts_first() {
        let mut spool = io::BufWriter::new(tempfile::tempfile().map_err(Failure::failed)?);
        let tally = body(judge, report, reader, progress, &mut spool)?;
        spool.rewind().map_err(Failure::failed)?;
        write(&mut out, &report.head(&tally))?;
        output::written_or_end(io::copy(spool.get_mut(), &mut out).map(drop))?;
        tally
    } else {
        write(&mut out, &report.head(&Tally::default()))?;
        body(judge, report, reader, progress, &mut out)?
    };
    write(&mut out, &report.tail(&tally, judge.baseline.is_some()))?;
    flush(&mut out)?;
    Ok(tally)
}

fn body(
    judge: &Judge<'_>,
    report: &dyn Report,
    reader: Reader<'_>,
    progress: &ProgressBar,
    out: &mut impl Write,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut first = true;
    let on_terminal = io::stdout().is_terminal();
    workers::each(judge, report, reader, |done: Done| {
        for failure in &done.failures {
            progress.suspend(|| failure.show());
            tally.exit = tally.exit.worse(failure.exit);
        }
        if !done.text.is_empty() {
            let between = if first { "" } else { report.between() };
            first = false;
            let text = [between, &done.text].concat();
            // On one terminal, lines and the bar would be drawn over each other.
            if on_terminal {
                progress.suspend(|| write(out, &text).and_then(|()| flush(out)))?;
            } else {
                write(out, &text)?;
            }
        }
        tally.add(&done.tally);
        progress.inc(done.bytes);
        Ok(())
    })?;
    Ok(tally)
}

fn write(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    output::written_or_end(out.write_all(text.as_bytes()))
}

fn flush(out: &mut impl Write) -> Result<(), Failure> {
    output::written_or_end(out.flush())
}
