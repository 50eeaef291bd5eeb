//! `ImportFinding`: the reason why an import gives no codebook, with its position.

use serde::Serialize;

use super::plain_text::plain;
use super::summary::Summary;
use crate::finding::{Rule, Severity};

pub(super) use super::plain_text::shown;

/// The reason why an import gives no codebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportFinding {
    /// Stable id of the rule, such as `CB110`.
    pub id: &'static str,
    /// Short name of the rule.
    pub slug: &'static str,
    /// Severity.
    pub severity: Severity,
    /// One line in lower case without a full stop; texts from outside are in backticks and cut.
    pub message: String,
    /// Line from 1, if known.
    pub line: Option<u32>,
    /// Column from 1, in characters or bytes, as the parser of the format counts.
    pub column: Option<u32>,
    /// Advice on how to fix it.
    pub help: Option<String>,
    /// File and omissions.
    #[serde(flatten)]
    pub about: Box<About>,
}

/// The file and the omissions of an [`ImportFinding`]; boxed, since few findings have them.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// File name, if known.
    pub file: Option<String>,
    /// The omissions, if nothing at all was imported.
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

    /// A finding about something that is too large, with advice on what to import instead.
    pub(super) fn too_large(message: impl Into<String>) -> Self {
        Self::new(Rule::OntologyTooLarge, message).help("import a module of it at a time")
    }

    /// A finding about a codebook that would be too large.
    pub(super) fn too_much(message: impl Into<String>) -> Self {
        Self::new(Rule::OntologyTooLarge, message)
            .help("take a part of it: --class, --namespace, --depth")
    }

    /// Adds line and column, both from 1.
    pub(super) fn at(mut self, line: u64, column: u64) -> Self {
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.line = Some(number(line));
        self.column = Some(number(column));
        self
    }

    /// Adds the position of a byte in a text.
    pub(super) fn at_byte(self, text: &[u8], offset: usize) -> Self {
        let before = text.get(..offset.min(text.len())).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n');
        let column = before.len() - start.map_or(0, |at| at + 1);
        let number = |count: usize| u64::try_from(count + 1).unwrap_or(u64::MAX);
        self.at(number(line), number(column))
    }

    /// Adds the file unless there is one.
    pub(super) fn of(mut self, file: &str) -> Self {
        self.about.file.get_or_insert_with(|| plain(file));
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
