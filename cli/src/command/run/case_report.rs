//! The report on cases: text for people, JSON Lines, GitHub annotations, JUnit.

use clap::ValueEnum;

use super::case::Unreadable;
use super::case_outcome::Outcome;
use crate::exit::Failure;
use crate::github_annotation::{self, At, Level};
use crate::output::{self, plain, push_json};
use crate::xml;

/// Form of a report on cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CaseForm {
    /// For people: a line for each thing that did not hold, and the counts
    Text,
    /// One line of JSON for each case
    Json,
    /// GitHub annotations
    Github,
    /// JUnit's XML
    Junit,
}

/// A report that is being written: each case as soon as it is known, JUnit's at the end, since its head has the counts.
pub(super) struct Report {
    form: CaseForm,
    cases: u64,
    failed: u64,
    unreadable: u64,
    held_back: String,
}

impl Report {
    pub(super) const fn new(form: CaseForm) -> Self {
        Self {
            form,
            cases: 0,
            failed: 0,
            unreadable: 0,
            held_back: String::new(),
        }
    }

    /// Adds what came of a case.
    pub(super) fn add(&mut self, outcome: Outcome) -> Result<(), Failure> {
        self.cases += 1;
        self.failed += u64::from(!outcome.holds);
        let mut out = String::new();
        match self.form {
            CaseForm::Text => text(&outcome, &mut out),
            CaseForm::Github => github(&outcome, &mut out),
            CaseForm::Json => {
                push_json(&mut out, &outcome);
                out.push('\n');
            }
            CaseForm::Junit => junit(&outcome, &mut self.held_back),
        }
        output::text(&out)
    }

    /// Adds a case that cannot be read.
    pub(super) fn add_unreadable(&mut self, case: &Unreadable) -> Result<(), Failure> {
        self.cases += 1;
        self.unreadable += 1;
        let mut out = String::new();
        let (file, why) = (&case.file, plain(&case.why));
        let said = format!("{}:{}: {why}", plain(file), case.line);
        if self.form != CaseForm::Text {
            eprintln!("error: {said}");
        }
        match self.form {
            CaseForm::Text => out = format!("{said}\n"),
            CaseForm::Github => {
                let at = At {
                    file,
                    line: case.line,
                    column: None,
                };
                github_annotation::push(&mut out, Level::Error, &at, "cannot be read", &why);
            }
            CaseForm::Json => {
                push_json(&mut out, case);
                out.push('\n');
            }
            CaseForm::Junit => {
                let (file, why) = (xml::escape(file), xml::escape(&why));
                self.held_back.push_str(&format!(
                    "<testcase classname=\"{file}\" name=\"{file}\"><error type=\"unreadable\" message=\"{why}\"/></testcase>\n"
                ));
            }
        }
        output::text(&out)
    }

    /// Ends it with the counts.
    pub(super) fn end(self) -> Result<(), Failure> {
        let (cases, failed, errors) = (self.cases, self.failed, self.unreadable);
        let hold = cases - failed - errors;
        let lost = match errors {
            0 => String::new(),
            _ => format!(", {errors} cannot be read"),
        };
        let counts = format!("{cases} cases: {hold} hold, {failed} do not{lost}\n");
        match self.form {
            CaseForm::Text => output::text(&counts),
            CaseForm::Json | CaseForm::Github => {
                eprint!("{counts}");
                Ok(())
            }
            CaseForm::Junit => {
                eprint!("{counts}");
                let head = format!(
                    "name=\"cmec run\" tests=\"{cases}\" failures=\"{failed}\" errors=\"{errors}\""
                );
                output::text(&format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {head}>\n<testsuite {head}>\n{}</testsuite>\n</testsuites>\n",
                    self.held_back
                ))
            }
        }
    }
}

fn text(outcome: &Outcome, out: &mut String) {
    for miss in &outcome.failures {
        let line = format!(
            "{}:{}: {}: expected {}, found {}",
            outcome.file, miss.line, miss.key, miss.expected, miss.found
        );
        out.push_str(&plain(&line));
        out.push('\n');
        out.push_str(&plain(&format!("    {}", outcome.question)));
        out.push('\n');
    }
}

fn github(outcome: &Outcome, out: &mut String) {
    for miss in &outcome.failures {
        let at = At {
            file: &outcome.file,
            line: miss.line,
            column: None,
        };
        let said = plain(&format!("expected {}, found {}", miss.expected, miss.found));
        let title = plain(&outcome.question);
        github_annotation::push(out, Level::Error, &at, &title, &said);
    }
}

fn junit(outcome: &Outcome, out: &mut String) {
    let (file, name) = (xml::escape(&outcome.file), xml::escape(&outcome.question));
    out.push_str(&format!("<testcase classname=\"{file}\" name=\"{name}\""));
    if outcome.holds {
        out.push_str("/>\n");
        return;
    }
    let said: Vec<String> = outcome
        .failures
        .iter()
        .map(|miss| {
            format!(
                "{}: expected {}, found {}",
                miss.key, miss.expected, miss.found
            )
        })
        .collect();
    let first = xml::escape(said.first().map_or("", String::as_str));
    let said = xml::escape(&said.join("\n"));
    out.push_str(&format!(
        "><failure type=\"case\" message=\"{first}\">{said}</failure></testcase>\n"
    ));
}
