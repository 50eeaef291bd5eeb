//! The report on cases, as it is written.

use clap::ValueEnum;

use super::case::Unreadable;
use super::form::{Form, unreadable};
use super::outcome::{Counts, Outcome};
use super::{github, json, junit, sarif, text};
use crate::exit::Failure;
use crate::output;
use crate::standing::Standing;

/// Form of a report on cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CaseForm {
    /// For people: a line for each thing that did not hold, and the counts
    Text,
    /// One line of JSON for each case
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub annotations
    Github,
    /// JUnit's XML
    Junit,
}

/// A report that is being written.
pub(super) struct Report {
    form: Box<dyn Form>,
    /// Whether the counts are a part of the report, and faults not said beside it.
    is_for_people: bool,
    against_baseline: bool,
    counts: Counts,
    held_back: Vec<String>,
}

impl Report {
    pub(super) fn new(form: CaseForm, against_baseline: bool) -> Self {
        let written: Box<dyn Form> = match form {
            CaseForm::Text => Box::new(text::Text),
            CaseForm::Json => Box::new(json::Json),
            CaseForm::Sarif => Box::new(sarif::Sarif),
            CaseForm::Github => Box::new(github::Github),
            CaseForm::Junit => Box::new(junit::Junit),
        };
        Self {
            form: written,
            is_for_people: form == CaseForm::Text,
            against_baseline,
            counts: Counts::default(),
            held_back: Vec::new(),
        }
    }

    /// Adds what came of a case.
    pub(super) fn add(&mut self, outcome: &Outcome, standing: Standing) -> Result<(), Failure> {
        self.counts.cases += 1;
        self.counts.failed += u64::from(!outcome.holds);
        let is_known = !outcome.holds && standing == Standing::Known;
        self.counts.known += u64::from(is_known);
        let part = self.form.asked(outcome, standing);
        self.put(part)
    }

    /// Adds a case that cannot be read.
    pub(super) fn add_unreadable(&mut self, case: &Unreadable) -> Result<(), Failure> {
        self.counts.cases += 1;
        self.counts.unreadable += 1;
        if !self.is_for_people {
            eprintln!("error: {}", unreadable(case));
        }
        let part = self.form.unreadable(case);
        self.put(part)
    }

    fn put(&mut self, part: String) -> Result<(), Failure> {
        if self.form.is_one_document() {
            self.held_back.extend((!part.is_empty()).then_some(part));
            return Ok(());
        }
        output::text(&part)
    }

    /// Ends it with the counts.
    pub(super) fn end(self) -> Result<(), Failure> {
        if self.form.is_one_document() {
            let parts = self.held_back.join(self.form.between());
            let head = self.form.head(&self.counts);
            output::text(&[&head, &parts, self.form.tail()].concat())?;
        }
        let counts = said(&self.counts, self.against_baseline);
        if self.is_for_people {
            return output::text(&counts);
        }
        eprint!("{counts}");
        Ok(())
    }
}

/// The counts, as a line.
fn said(counts: &Counts, against_baseline: bool) -> String {
    let Counts {
        cases,
        failed,
        known,
        unreadable,
    } = counts;
    let hold = cases - failed - unreadable;
    let mut line = format!("{cases} cases: {hold} hold, {failed} do not");
    if *unreadable > 0 {
        line.push_str(&format!(", {unreadable} cannot be read"));
    }
    if against_baseline {
        let worse = failed - known;
        line.push_str(&format!("; {worse} worse than the baseline"));
    }
    line.push('\n');
    line
}
