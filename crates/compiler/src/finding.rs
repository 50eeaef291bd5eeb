//! `Finding`: one thing the compiler has to say about a codebook, with its place.

pub(crate) mod list;
mod place;
mod rule;

use crate::text::similar_names::{listed, nearest};

pub use place::Place;
pub(crate) use place::Spanned;
pub use rule::doc::{RuleDoc, Severity};
pub use rule::{Rule, rules};

/// Most known names that are compared with unknown ones, all advice together.
const COMPARED: usize = 1 << 18;

/// A place with a short remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// The remark; may be empty.
    pub message: String,
}

/// One thing the compiler has to say about a codebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule that says it.
    pub rule: Rule,
    /// One line, lower case, no full stop, user text in backticks.
    pub message: String,
    /// Where it is.
    pub primary: Label,
    /// Other places that belong to it.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
}

impl Finding {
    pub(crate) fn new(rule: Rule, place: Place, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            primary: Label {
                place,
                message: String::new(),
            },
            secondary: Vec::new(),
            help: None,
        }
    }

    /// Adds a remark to the primary place.
    pub(crate) fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds another place.
    pub(crate) fn also(mut self, place: Place, message: impl Into<String>) -> Self {
        self.secondary.push(Label {
            place,
            message: message.into(),
        });
        self
    }

    /// Adds advice.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the nearest known name as advice, where there is one.
    pub(crate) fn nearest<'k>(
        self,
        text: &str,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) -> Self {
        match nearest(text, known.clone()) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => match listed(known) {
                Some(names) => self.help(format!("known here: {names}")),
                None => self,
            },
        }
    }

    /// [`nearest`](Self::nearest), where there can be as many unknown names as known ones: only while few findings were
    /// made, `so_far`.
    pub(crate) fn nearest_of_many<'k>(
        self,
        so_far: &[Finding],
        text: &str,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) -> Self {
        if may_compare(so_far, known.clone().into_iter().count()) {
            self.nearest(text, known)
        } else {
            self
        }
    }

    /// How serious it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.doc().severity
    }
}

/// Whether one more unknown name may be compared with so many known ones.
fn may_compare(findings: &[Finding], known: usize) -> bool {
    findings.len().saturating_mul(known) <= COMPARED
}
