//! `Change`: one difference between two codebooks.

use super::rule::{ChangeRule, Effect, Effects};
use crate::finding::Place;

/// One difference between two codebooks.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its rule.
    pub rule: &'static ChangeRule,
    /// The changed element: ``field `F005` (`park.area`)``.
    pub element: String,
    /// The type it belongs to; both ends for a relation; empty for the codebook as a whole.
    pub types: Vec<String>,
    /// Elements added or removed together with a type; its findings apply to them.
    pub parts: Vec<String>,
    /// True for a change of a type itself.
    pub(super) is_type: bool,
    /// The old value; `None` if there was none, or if it does not fit a line.
    pub from: Option<String>,
    /// The new value; `None` if there is none, or if it does not fit a line.
    pub to: Option<String>,
    /// The effect on each audience.
    pub effects: Effects,
    /// The place in the old codebook; `None` if it was not there.
    pub old: Option<Place>,
    /// The place in the new codebook, or where it would be.
    pub new: Place,
    /// `true` if it is in the new codebook.
    pub is_there: bool,
}

impl Change {
    /// One line: element, change, old and new value.
    #[must_use]
    pub fn message(&self) -> String {
        let mut said = format!("{} {}", self.element, self.rule.what);
        if let (Some(ty), count @ 1..) = (self.types.first(), self.parts.len()) {
            let (are, elements) = if count == 1 {
                ("is", "element")
            } else {
                ("are", "elements")
            };
            said = format!("{said}, as {are} {count} {elements} of type `{}`", cut(ty));
        }
        let (from, to) = (self.from.as_deref().map(cut), self.to.as_deref().map(cut));
        match (from, to) {
            (Some(from), Some(to)) => format!("{said}: `{from}` became `{to}`"),
            (Some(one), None) | (None, Some(one)) => format!("{said}: `{one}`"),
            (None, None) => said,
        }
    }
}

impl Change {
    pub(super) fn from(&mut self, text: impl Into<String>) -> &mut Self {
        self.from = Some(text.into());
        self
    }

    pub(super) fn to(&mut self, text: impl Into<String>) -> &mut Self {
        self.to = Some(text.into());
        self
    }

    pub(super) fn between<T: Into<String>>(&mut self, from: Option<T>, to: Option<T>) -> &mut Self {
        (self.from, self.to) = (from.map(Into::into), to.map(Into::into));
        self
    }

    /// Removes the effect on cards unless `shown`.
    pub(super) fn off_card(&mut self, shown: bool) {
        if !shown {
            self.effects.card = Effect::Untouched;
        }
    }
}

/// Longest quoted text, in characters.
const QUOTED: usize = 80;

/// A quoted text: shortened, with control characters escaped.
pub(super) fn cut(text: &str) -> String {
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
