//! `Finding`: one diagnostic about a codebook, with its place.

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

/// Most comparisons of known names with unknown ones, over all advice.
const COMPARED: usize = 1 << 18;

/// Longest text of a finding, in bytes: quoted names may be as long as their file.
const SAID: usize = 1000;

/// A text cut to the bound, with a mark if it was longer. Invisible characters are escaped.
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

/// One diagnostic about a codebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its rule.
    pub rule: Rule,
    /// One line, lower case, no full stop, user text in backticks.
    pub message: String,
    /// Where it is.
    pub primary: Label,
    /// Other places that belong to it.
    pub secondary: Vec<Label>,
    /// Advice on how to fix it.
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

/// Adds a finding and returns it for further remarks.
pub(crate) fn tell(
    findings: &mut Vec<Finding>,
    rule: Rule,
    place: Place,
    message: impl Into<String>,
) -> &mut Finding {
    findings.push_mut(Finding::new(rule, place, message))
}

/// Adds a finding about an unknown name, with the nearest known name as advice. There may be as many unknown as known
/// names, so later findings go without advice.
pub(crate) fn tell_unknown<'k>(
    findings: &mut Vec<Finding>,
    rule: Rule,
    (name, place): (&str, Place),
    message: String,
    known: impl IntoIterator<Item = &'k str> + Clone,
) {
    let compared = (findings.len()).saturating_mul(known.clone().into_iter().count());
    let finding = tell(findings, rule, place, message);
    if compared <= COMPARED {
        finding.nearest(name, known);
    }
}

/// Adds remarks to a finding, owned or in a list.
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

    fn help(mut self, help: impl Into<String>) -> Self {
        self.borrow_mut().help = Some(bounded(help.into()));
        self
    }

    /// Adds the nearest known name as advice, if there is one.
    fn nearest<'k>(self, text: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> Self {
        match names::nearest(known.clone(), text).next() {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => match listed(known) {
                Some(names) => self.help(format!("known here: {names}")),
                None => self,
            },
        }
    }
}

impl<F: BorrowMut<Finding>> Remarks for F {}
