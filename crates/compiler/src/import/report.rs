//! What an import took and what it did not, for people and for machines.

use serde::Serialize;

use super::omission::CountedOmission;
use super::summary::{Summary, summary, summary_text};

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
    /// Number of metrics.
    pub metrics: usize,
    /// Codes that were given before.
    pub codes_kept: usize,
    /// Codes that are new.
    pub codes_new: usize,
    /// Codes that are never given again.
    pub codes_reserved: usize,
    /// What was not taken, or not as it stood.
    pub left: Vec<CountedOmission>,
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
            "{} ({}): {} types, {} fields, {} relations{}; languages: {}\n\
             codes: {} kept, {} new, {} reserved\n",
            self.source,
            self.format(),
            self.types,
            self.fields,
            self.relations,
            match self.metrics {
                0 => String::new(),
                metrics => format!(", {metrics} metrics"),
            },
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
