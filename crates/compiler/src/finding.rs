//! `Finding`: one thing the compiler has to say about a codebook, with its place.

pub(crate) mod list;
mod place;
mod rule;
pub(crate) mod suppressions;

use std::borrow::BorrowMut;

use cmec_decoder::blank::is_unseen;
use cmec_decoder::names;

use crate::text::listed;

pub use place::Place;
pub(crate) use place::Spanned;
pub use rule::doc::{RuleDoc, Severity};
pub use rule::{Rule, rules};

/// Most known names that are compared with unknown ones, all advice together.
const COMPARED: usize = 1 << 18;

/// Longest text of a finding, in bytes: names of a codebook are quoted in it, and may be as long as their file.
const SAID: usize = 1000;

/// A text of at most as many bytes as are told, and a sign where it was longer. What cannot be seen of what it quotes is
/// written out.
fn bounded(mut text: String) -> String {
    if text.contains(is_unseen) {
        let shown = text.chars().map(|letter| match is_unseen(letter) {
            true => letter.escape_unicode().to_string(),
            false => letter.to_string(),
        });
        text = shown.collect();
    }
    if text.len() > SAID {
        text.truncate(text.floor_char_boundary(SAID));
        text.push('…');
    }
    text
}

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
            message: bounded(message.into()),
            primary: Label {
                place,
                message: String::new(),
            },
            secondary: Vec::new(),
            help: None,
        }
    }

    /// How serious it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.rule.doc().severity
    }
}

/// Adds a finding to those there are, and gives it for its remarks.
pub(crate) fn tell(
    findings: &mut Vec<Finding>,
    rule: Rule,
    place: Place,
    message: impl Into<String>,
) -> &mut Finding {
    findings.push_mut(Finding::new(rule, place, message))
}

/// What is told of a finding besides its message, of one that is held and of one that lies in a list.
pub(crate) trait Remarks: BorrowMut<Finding> + Sized {
    /// Adds a remark to the primary place.
    fn label(mut self, message: impl Into<String>) -> Self {
        self.borrow_mut().primary.message = bounded(message.into());
        self
    }

    /// Adds another place.
    fn also(mut self, place: Place, message: impl Into<String>) -> Self {
        let message = bounded(message.into());
        self.borrow_mut().secondary.push(Label { place, message });
        self
    }

    /// Adds advice.
    fn help(mut self, help: impl Into<String>) -> Self {
        self.borrow_mut().help = Some(bounded(help.into()));
        self
    }

    /// Adds the nearest known name as advice, where there is one.
    fn nearest<'k>(self, text: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> Self {
        match names::nearest(known.clone(), text).next() {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => match listed(known) {
                Some(names) => self.help(format!("known here: {names}")),
                None => self,
            },
        }
    }

    /// [`nearest`](Self::nearest), where there can be as many unknown names as known ones: only while few findings were
    /// made, `so_far`.
    fn nearest_of_many<'k>(
        self,
        so_far: usize,
        text: &str,
        known: impl IntoIterator<Item = &'k str> + Clone,
    ) -> Self {
        if so_far.saturating_mul(known.clone().into_iter().count()) > COMPARED {
            return self;
        }
        self.nearest(text, known)
    }
}

impl<F: BorrowMut<Finding>> Remarks for F {}
