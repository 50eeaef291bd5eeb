//! `diff`: two compiled codebooks → what changed between them, each change classed for everyone who relies on them.
//!
//! ```text
//! old: Checked ──┐
//!                ├─ one file a group of rules (diff/*) ──► changes ──► text · data
//! new: Checked ──┘
//! ```
//!
//! It compares what is in force (limits of core and domain together, operators that follow from a type), not how it
//! is written. A pure function: neither the clock nor the order of the two folders' files matters.

mod address;
mod bindings;
mod domain;
mod elements;
mod fields;
mod limits;
mod names;
mod places;
mod policy;
mod recipes;
mod registry;
mod relations;
mod report;
mod retrieval;
mod rust_names;
mod scenarios;
mod side;
mod tools;
mod values;

use crate::Checked;
use crate::files::CODEBOOK;
use crate::finding::Place;

pub use registry::{Audience, ChangeRule, Effect, Effects, change_rules};
pub use report::{ChangeReport, render_changes, report_changes};

use places::Places;
use side::Side;

/// One difference between two codebooks.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The rule that says it.
    pub rule: &'static ChangeRule,
    /// What changed: ``field `F005` (`park.area`)``.
    pub element: String,
    /// What it was; `None` where there was nothing, or more than fits a line.
    pub from: Option<String>,
    /// What it is; `None` where there is nothing, or more than fits a line.
    pub to: Option<String>,
    /// What it means for whom.
    pub effects: Effects,
    /// Where it stood in the old codebook; `None` where it was not there.
    pub old: Option<Place>,
    /// Where it stands in the new codebook, or where it would.
    pub new: Place,
    /// Whether it stands in the new codebook.
    pub is_there: bool,
}

impl Change {
    /// One line: what changed, how, from what to what.
    #[must_use]
    pub fn message(&self) -> String {
        let said = format!("{} {}", self.element, self.rule.what);
        let (from, to) = (self.from.as_deref().map(cut), self.to.as_deref().map(cut));
        match (from, to) {
            (Some(from), Some(to)) => format!("{said}: `{from}` became `{to}`"),
            (Some(one), None) | (None, Some(one)) => format!("{said}: `{one}`"),
            (None, None) => said,
        }
    }
}

/// What changed from the old codebook to the new one, in the order of places in the new one.
#[must_use]
pub fn diff(old: &Checked, new: &Checked) -> Vec<Change> {
    let mut changes = Changes {
        old: Side::of(old),
        new: Side::of(new),
        found: Vec::new(),
    };
    domain::compare(&mut changes);
    elements::compare(&mut changes);
    rust_names::compare(&mut changes);
    values::compare(&mut changes);
    limits::compare(&mut changes);
    policy::compare(&mut changes);
    scenarios::compare(&mut changes);
    address::compare(&mut changes);
    retrieval::compare(&mut changes);
    tools::compare(&mut changes);
    bindings::compare(&mut changes);
    let mut found = changes.found;
    found.sort_by(|left, right| {
        let key = |change: &Change| (change.new, change.old, change.rule.id);
        key(left)
            .cmp(&key(right))
            .then_with(|| left.message().cmp(&right.message()))
    });
    found
}

/// The two codebooks, and what was found so far.
struct Changes<'c> {
    old: Side<'c>,
    new: Side<'c>,
    found: Vec<Change>,
}

/// A file and the keys that lead to a value in it.
type At<'p> = (&'static str, &'p [&'p str]);

/// A section of `codebook.yaml`, and the code of an element in the old one and in the new one.
#[derive(Clone, Copy)]
struct Codes<'p> {
    section: &'static str,
    old: &'p str,
    new: &'p str,
}

impl Changes<'_> {
    /// A change of something that stands at one path in both.
    fn add(&mut self, rule: &'static ChangeRule, element: String, at: At<'_>) -> &mut Change {
        self.moved(rule, element, at, at)
    }

    /// A change inside an element, under these keys in both.
    fn inside(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        codes: Codes<'_>,
        keys: &[&str],
    ) -> &mut Change {
        self.inside_moved(rule, element, codes, keys, keys)
    }

    /// A change inside an element, under other keys than before.
    fn inside_moved(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        codes: Codes<'_>,
        old_keys: &[&str],
        new_keys: &[&str],
    ) -> &mut Change {
        let mut old = vec![codes.section, codes.old];
        let mut new = vec![codes.section, codes.new];
        old.extend(old_keys);
        new.extend(new_keys);
        self.moved(rule, element, (CODEBOOK, &old), (CODEBOOK, &new))
    }

    /// A change of something that stood at another path before.
    fn moved(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        old: At<'_>,
        new: At<'_>,
    ) -> &mut Change {
        let place = |places: &Places, at: At<'_>| places.exact(at.0, at.1);
        let there = place(&self.new.places, new);
        self.found.push_mut(Change {
            rule,
            element,
            from: None,
            to: None,
            effects: rule.effects,
            old: place(&self.old.places, old),
            new: there.unwrap_or_else(|| self.new.places.nearest(new.0, new.1)),
            is_there: there.is_some(),
        })
    }
}

impl Change {
    fn from(&mut self, text: impl Into<String>) -> &mut Self {
        self.from = Some(text.into());
        self
    }

    fn to(&mut self, text: impl Into<String>) -> &mut Self {
        self.to = Some(text.into());
        self
    }

    /// The change as it is where the prompt card does not show what changed.
    fn off_card(&mut self, shown: bool) {
        if !shown {
            self.effects.card = Effect::Untouched;
        }
    }
}

/// Longest text a message quotes, in characters.
const QUOTED: usize = 80;

/// A text of a codebook as a message quotes it: of bounded length, control characters shown and not sent.
fn cut(text: &str) -> String {
    let mut letters = text.chars();
    let mut quoted = String::new();
    for letter in letters.by_ref().take(QUOTED) {
        if letter.is_control() {
            quoted.extend(letter.escape_default());
        } else {
            quoted.push(letter);
        }
    }
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn quoted_texts_are_bounded_and_plain() {
        assert_eq!(cut("a\u{1b}[2J\nb"), "a\\u{1b}[2J\\nb");
        assert_eq!(cut(&"ё".repeat(80)), "ё".repeat(80));
        assert_eq!(cut(&"ё".repeat(81)), format!("{}…", "ё".repeat(80)));
    }
}
