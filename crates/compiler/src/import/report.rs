//! The report of an import, for people and machines.

use serde::Serialize;

use super::omission::CountedOmission;
use super::summary::{Summary, summary, summary_text};

/// The result of an import: counts and omissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// Name of the source file.
    pub source: String,
    /// Its format; several formats are joined.
    pub format: String,
    /// Number of files read.
    pub documents: usize,
    /// Name of the codebook.
    pub name: String,
    /// Languages of the codebook.
    pub languages: Vec<String>,
    /// Number of types.
    pub types: usize,
    /// Number of fields.
    pub fields: usize,
    /// Number of relations.
    pub relations: usize,
    /// Number of metrics.
    pub metrics: usize,
    /// Number of codes kept from the last import.
    pub codes_kept: usize,
    /// Number of new codes.
    pub codes_new: usize,
    /// Number of codes that are never given again.
    pub codes_reserved: usize,
    /// The parts left out or changed.
    pub left: Vec<CountedOmission>,
}

impl ImportReport {
    /// Counts by reason, sorted by reason.
    #[must_use]
    pub fn summary(&self) -> Vec<Summary> {
        summary(&self.left)
    }

    /// The summary as text.
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

    /// The format, and the number of files if there are several.
    fn format(&self) -> String {
        match self.documents {
            0 | 1 => self.format.clone(),
            several => format!("{}, {several} files", self.format),
        }
    }
}
