//! Reports of commands in one of five formats.
//!
//! ```text
//! item of a command ── its JSON, records or test case ──► Part ──► Stream, or a document of suites
//! ```
//!
//! Parts are rendered independently, so many threads can render.

mod baseline;
pub(crate) mod debug_out;
pub(crate) mod diagnostics;
mod github;
mod junit;
pub(crate) mod line_envelope;
mod record;
pub(crate) mod rendering;
mod sarif;
pub(crate) mod self_check;
mod stream;

use clap::ValueEnum;
use serde::Serialize;

pub(crate) use baseline::{Baseline, faults};
pub(crate) use record::{BaselineStatus, Level, Place, Record, Rule, TestCase, TestOutcome, lines};
pub(crate) use stream::Stream;

use crate::terminal::arguments::{Format, Global};
use crate::terminal::exit::CliError;
use crate::terminal::output::{self, push_json};
use junit::Counts;

/// Format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people: what is wrong where, and the counts
    Text,
    /// One line of JSON for each output, change, case or finding
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub annotations
    Github,
    /// JUnit's XML
    Junit,
}

impl ReportFormat {
    /// The format asked for, or the one of results that are no reports.
    pub(crate) fn or_usual(asked: Option<Self>, global: &Global) -> Self {
        asked.unwrap_or(match output::format(global) {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
        })
    }

    /// Writes a line with the counts: into the report for people, else to standard error.
    pub(crate) fn write_counts(self, counts: &str) -> Result<(), CliError> {
        if self == Self::Text {
            return output::line(counts);
        }
        eprintln!("{counts}");
        Ok(())
    }
}

/// An item of a report: an output of a model, a change, a case, a finding. It serialises as its object of JSON.
pub(crate) trait Item: Serialize {
    /// Its records, for people, SARIF and GitHub.
    fn records(&self) -> Vec<Record<'_>>;

    /// Its test case, for JUnit.
    fn test_case(&self) -> TestCase<'_>;
}

/// A rendered part of a report.
#[derive(Default)]
pub(crate) struct Part {
    text: String,
    counts: Counts,
}

/// A report: its format, and what its head says.
pub(crate) struct Report {
    pub(crate) format: ReportFormat,
    /// The command.
    pub(crate) name: &'static str,
    pub(crate) rules: Vec<Rule>,
}

impl Report {
    /// Renders an item behind those of a part.
    pub(crate) fn push(&self, item: &impl Item, part: &mut Part) {
        let text = &mut part.text;
        match self.format {
            ReportFormat::Json => {
                push_json(text, item);
                text.push('\n');
            }
            ReportFormat::Junit => junit::push(&item.test_case(), &mut part.counts, text),
            ReportFormat::Sarif => {
                for record in item.records() {
                    if !text.is_empty() {
                        text.push_str(self.between());
                    }
                    sarif::push(&record, &self.rules, text);
                }
            }
            ReportFormat::Text | ReportFormat::Github => {
                for record in item.records() {
                    match record.status {
                        // Known faults are hidden, because people look for new ones.
                        Some(BaselineStatus::Known) => {}
                        _ if self.format == ReportFormat::Text => record.push_text(text),
                        _ => github::push(&record, text),
                    }
                }
            }
        }
    }

    /// A document of suites of items, each with its name. A suite without an item has one test case, `nothing`, as no
    /// reader of JUnit shows an empty suite.
    pub(crate) fn document<I: Item>(&self, suites: &[(String, Vec<I>)], nothing: &str) -> String {
        let mut all = Part::default();
        if self.format != ReportFormat::Junit {
            let items = suites.iter().flat_map(|(_, items)| items);
            items.for_each(|item| self.push(item, &mut all));
            return [&self.head(&all.counts), &all.text, self.tail()].concat();
        }
        for (name, items) in suites {
            let mut suite = Part::default();
            items.iter().for_each(|item| self.push(item, &mut suite));
            if items.is_empty() {
                let case = TestCase {
                    class: name.into(),
                    name: nothing.into(),
                    outcome: TestOutcome::Passed(String::new()),
                };
                junit::push(&case, &mut suite.counts, &mut suite.text);
            }
            all.text += &junit::suite(name, &suite.counts);
            all.text += &(suite.text + junit::SUITE_END);
        }
        [&junit::suites(self.name, ""), &all.text, junit::SUITES_END].concat()
    }

    fn head(&self, counts: &Counts) -> String {
        match self.format {
            ReportFormat::Sarif => sarif::head(&self.rules),
            ReportFormat::Junit => {
                junit::suites(self.name, &counts.to_string()) + &junit::suite(self.name, counts)
            }
            _ => String::new(),
        }
    }

    /// The text between two parts.
    const fn between(&self) -> &'static str {
        match self.format {
            ReportFormat::Sarif => sarif::BETWEEN,
            _ => "",
        }
    }

    /// The text after the last part.
    const fn tail(&self) -> &'static str {
        match self.format {
            ReportFormat::Sarif => sarif::TAIL,
            ReportFormat::Junit => junit::TAIL,
            _ => "",
        }
    }
}
