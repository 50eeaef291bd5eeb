//! What an import took and what it did not, for people and for machines.

use std::fmt::Write as _;

use serde::Serialize;

use super::finding::shown;
use super::omission::{Omission, OmissionReason};

/// How many examples of a reason the summary shows.
const EXAMPLES: usize = 3;

/// What an import took and what it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// Name of the ontology's file.
    pub source: String,
    /// Its format; of files of several formats all of them.
    pub format: String,
    /// Number of files that were read.
    pub documents: usize,
    /// Name of the codebook.
    pub name: String,
    /// Its languages.
    pub languages: Vec<String>,
    /// Number of types.
    pub types: usize,
    /// Number of fields.
    pub fields: usize,
    /// Number of relations.
    pub relations: usize,
    /// Codes that were given before.
    pub codes_kept: usize,
    /// Codes that are new.
    pub codes_new: usize,
    /// Codes that are never given again.
    pub codes_reserved: usize,
    /// What was not taken, or not as it stood.
    pub left: Vec<CountedOmission>,
}

/// One thing that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountedOmission {
    /// What and why.
    #[serde(flatten)]
    pub what: Omission,
    /// How often.
    pub count: usize,
}

/// How often something was left for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The reason.
    pub reason: OmissionReason,
    /// What it means.
    pub why: &'static str,
    /// How often.
    pub count: usize,
    /// A few names.
    pub examples: Vec<String>,
}

impl ImportReport {
    /// Counts by reason, in the order of reasons.
    #[must_use]
    pub fn summary(&self) -> Vec<Summary> {
        summary(&self.left)
    }

    /// The summary for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} ({}): {} types, {} fields, {} relations; languages: {}\n\
             codes: {} kept, {} new, {} reserved\n",
            self.source,
            self.format(),
            self.types,
            self.fields,
            self.relations,
            self.languages.join(", "),
            self.codes_kept,
            self.codes_new,
            self.codes_reserved
        );
        text.push_str(&summary_text(&self.summary()));
        text
    }

    /// The format, and the number of files where there are several.
    fn format(&self) -> String {
        match self.documents {
            0 | 1 => self.format.clone(),
            several => format!("{}, {several} files", self.format),
        }
    }
}

/// Counts by reason, in the order of reasons.
pub(super) fn summary(left: &[CountedOmission]) -> Vec<Summary> {
    let of = |reason: OmissionReason| {
        let left = || left.iter().filter(|entry| entry.what.reason == reason);
        // The whole name is in the report; many are too long for a line.
        let names = left().take(EXAMPLES).map(|entry| shown(&entry.what.name));
        Summary {
            reason,
            why: reason.why(),
            count: left().map(|entry| entry.count).sum(),
            examples: names.collect(),
        }
    };
    let all = OmissionReason::ALL.iter().map(|reason| of(*reason));
    all.filter(|summary| summary.count > 0).collect()
}

/// One line for each reason.
#[must_use]
pub fn summary_text(summary: &[Summary]) -> String {
    let mut text = String::new();
    for summary in summary {
        let (slug, why) = (summary.reason.slug(), summary.why);
        let examples = summary.examples.join(", ");
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{slug}: {} ({why}): {examples}", summary.count);
    }
    text
}
