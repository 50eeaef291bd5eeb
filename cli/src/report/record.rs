//! A record: a result of a rule at a place in a file. And a JUnit test case.

use std::borrow::Cow;
use std::fmt::Write;

use cmec_compiler::ReportPlace;
use serde::Serialize;
use serde_json::Value;

use crate::terminal::output::plain;

#[derive(Default)]
pub(crate) struct Record<'a> {
    pub(crate) rule: &'a str,
    pub(crate) level: Level,
    pub(crate) place: Place<'a>,
    pub(crate) message: String,
    pub(crate) related: Vec<Place<'a>>,
    /// `None` without a baseline.
    pub(crate) status: Option<BaselineStatus>,
    /// An object of further data, or null.
    pub(crate) properties: Value,
    /// Level, title and message of its GitHub annotation.
    pub(crate) annotation: (Level, String, String),
    /// Its line for people and in a test case.
    pub(crate) line: String,
    /// For people: the text before its line, and a line below.
    pub(crate) around: (String, String),
}

impl Record<'_> {
    pub(super) fn push_text(&self, out: &mut String) {
        let (file, line) = (plain(self.place.file), self.place.line);
        let column = self.place.column.map(|column| format!(":{column}"));
        let column = column.unwrap_or_default();
        let (before, below) = (plain(&self.around.0), plain(&self.around.1));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{file}:{line}{column}: {before}{}", plain(&self.line));
        if !below.is_empty() {
            let _ = writeln!(out, "    {below}");
        }
    }
}

/// One line per record, with line and column if the column is known.
pub(crate) fn lines(records: &[Record<'_>]) -> String {
    let line = |record: &Record<'_>| match (record.place.line, record.place.column) {
        (line, Some(column)) => format!("{} ({line}:{column})", record.line),
        (_, None) => record.line.clone(),
    };
    records.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Severity of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    #[default]
    Error,
    Warning,
    Note,
}

/// Status of a record against the baseline, named as in SARIF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum BaselineStatus {
    /// No worse than before.
    #[serde(rename = "unchanged")]
    Known,
    /// Worse than before, or wrong in a new way.
    #[serde(rename = "new")]
    Worse,
}

/// A place in a file: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u64,
    pub(crate) column: Option<u64>,
    /// The end, as line and column.
    pub(crate) end: Option<(u64, u64)>,
    /// A remark; may be empty.
    pub(crate) remark: &'a str,
}

impl<'a> Place<'a> {
    pub(crate) fn line(file: &'a str, line: u64) -> Self {
        Self {
            file,
            line,
            ..Self::default()
        }
    }
}

impl<'a> From<&'a ReportPlace> for Place<'a> {
    fn from(place: &'a ReportPlace) -> Self {
        Self {
            column: Some(place.column as u64),
            remark: &place.remark,
            ..Self::line(&place.file, place.line as u64)
        }
    }
}

/// A rule in the header of a report.
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    pub(crate) slug: &'static str,
    pub(crate) what: &'static str,
    pub(crate) why: &'static str,
    pub(crate) help: String,
}

impl Rule {
    pub(crate) const fn undocumented(id: &'static str, what: &'static str) -> Self {
        Self {
            id,
            slug: id,
            what,
            why: what,
            help: String::new(),
        }
    }
}

pub(crate) struct TestCase<'a> {
    pub(crate) class: Cow<'a, str>,
    pub(crate) name: Cow<'a, str>,
    pub(crate) outcome: TestOutcome<'a>,
}

pub(crate) enum TestOutcome<'a> {
    /// Passed, with output that may be empty.
    Passed(String),
    /// Skipped, with a reason.
    Skipped(String),
    /// Failed: kind, message (if it is not the first line of the text), and text.
    Failed(&'a str, Option<String>, String),
    /// Not run: kind of error and message.
    Error(&'a str, &'a str),
}
