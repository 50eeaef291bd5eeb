//! `Change`: one difference between two codebooks.

use super::rule::{ChangeRule, Effect, Effects};
use crate::finding::Place;

/// One difference between two codebooks.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The rule that says it.
    pub rule: &'static ChangeRule,
    /// What changed: ``field `F005` (`park.area`)``.
    pub element: String,
    /// The type it is about; of a relation both its ends; none for what belongs to the whole codebook.
    pub types: Vec<String>,
    /// Elements of a type that came or went with it; what is told of the type is told of them.
    pub parts: Vec<String>,
    /// Whether it is about a type itself.
    pub(super) is_type: bool,
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

    /// The change as it is where the prompt card does not show what changed.
    pub(super) fn off_card(&mut self, shown: bool) {
        if !shown {
            self.effects.card = Effect::Untouched;
        }
    }
}

/// Longest text a message quotes, in characters.
const QUOTED: usize = 80;

/// A text of a codebook as a message quotes it: of bounded length, control characters shown and not sent.
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
