//! `ImportFinding`: why an ontology gives no codebook, with its place.

use serde::Serialize;

use super::plain_text::plain;
use super::summary::Summary;
use crate::finding::{Rule, Severity};

pub(super) use super::plain_text::shown;

/// Why an ontology gives no codebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportFinding {
    /// Stable id of its rule, `CB110`.
    pub id: &'static str,
    /// Short name of its rule.
    pub slug: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// One line, lower case, no full stop, texts from outside in backticks and cut.
    pub message: String,
    /// Line, from one, where the place is known.
    pub line: Option<u32>,
    /// Column in characters or bytes, from one, as the reader of the format counts.
    pub column: Option<u32>,
    /// What to do.
    pub help: Option<String>,
    /// What it is about.
    #[serde(flatten)]
    pub about: Box<About>,
}

/// What an [`ImportFinding`] is about, beside its place; apart, since few findings have much of it.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// Name of the file, where it is known.
    pub file: Option<String>,
    /// What was not taken, where nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Summary>,
}

impl ImportFinding {
    pub(super) fn new(rule: Rule, message: impl Into<String>) -> Self {
        let doc = rule.doc();
        Self {
            id: doc.id,
            slug: doc.slug,
            severity: doc.severity,
            message: message.into(),
            line: None,
            column: None,
            help: None,
            about: Box::default(),
        }
    }

    /// Adds a place: line and column from one.
    pub(super) fn at(mut self, line: u64, column: u64) -> Self {
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.line = Some(number(line));
        self.column = Some(number(column));
        self
    }

    /// Adds the place of a byte of a text.
    pub(super) fn at_byte(self, text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset.min(text.len())).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n');
        let column = before.len() - start.map_or(0, |at| at + 1);
        let number = |count: usize| u64::try_from(count + 1).unwrap_or(u64::MAX);
        self.at(number(line), number(column))
    }

    /// Adds the file, where none is said.
    pub(super) fn of(mut self, file: &str) -> Self {
        self.about.file.get_or_insert_with(|| plain(file));
        self
    }

    /// Adds advice.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
