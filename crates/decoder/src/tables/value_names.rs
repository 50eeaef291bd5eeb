//! What an enum's values are called → the value, in whatever case of letters, by a hash table the compiler lays down.
//!
//! A model says the value itself, or a name from the prompt card or the question. To compare a text with every name of
//! every value took a third of a decode where it was in another case, and grew with the enum.
//!
//! A value has no case: an enum value, its labels and its synonyms are read in any case of letters, and the ledger says
//! which it was. Codes and keys keep their case. Two values that differ in case only are read as they stand.

use crate::tables::slots::spread;
use crate::tables::{EnumValue, tagged};

/// How a text names a value; the nearest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Naming {
    /// It is the value.
    Exactly,
    Synonym,
    OtherCase,
    SynonymInOtherCase,
}

impl Naming {
    /// How it differs from the value, for the ledger.
    pub(crate) const fn why(self) -> Option<&'static str> {
        match self {
            Self::Exactly => None,
            Self::Synonym => Some("a synonym of the codebook"),
            Self::OtherCase => Some("the value in another case of letters"),
            Self::SynonymInOtherCase => {
                Some("a synonym of the codebook in another case of letters")
            }
        }
    }

    fn of(value: &EnumValue, text: &str) -> Option<Self> {
        if value.value == text {
            return Some(Self::Exactly);
        }
        if names(value).any(|name| name == text) {
            return Some(Self::Synonym);
        }
        if same_letters(&value.value, text) {
            return Some(Self::OtherCase);
        }
        names(value)
            .any(|name| same_letters(name, text))
            .then_some(Self::SynonymInOtherCase)
    }
}

/// Lays the values of an enum down by everything they are called.
#[must_use]
pub fn lay_down(values: &[EnumValue]) -> Vec<u64> {
    let keys = (0_u32..).zip(values).flat_map(|(place, value)| {
        let called = std::iter::once(value.value.as_ref()).chain(names(value));
        called.map(move |name| (hash(name), place))
    });
    tagged::lay_down(&keys.collect::<Vec<_>>())
}

/// What a value may be called, with its hash: to be looked for among the values of several fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'n> {
    text: &'n str,
    hash: u32,
}

impl<'n> Name<'n> {
    pub(crate) fn of(text: &'n str) -> Self {
        Self {
            text,
            hash: hash(text),
        }
    }
}

/// The value a text names, and how; `None` also where it names two equally well, since neither is meant for sure.
pub(crate) fn find<'t>(
    values: &'t [EnumValue],
    slots: &'t [u64],
    Name { text, hash }: Name<'_>,
) -> Option<(&'t EnumValue, Naming)> {
    let mut nearest: Option<(&EnumValue, Naming)> = None;
    let mut only = true;
    for value in tagged::of_hash(values, slots, hash) {
        let Some(naming) = Naming::of(value, text) else {
            continue;
        };
        if naming == Naming::Exactly {
            return Some((value, naming));
        }
        match nearest {
            Some((_, before)) if before < naming => {}
            Some((_, before)) if before == naming => only = false,
            _ => (nearest, only) = (Some((value, naming)), true),
        }
    }
    nearest.filter(|_| only)
}

fn names(value: &EnumValue) -> impl Iterator<Item = &str> {
    value.labels.iter().flat_map(|label| {
        let synonyms = label.synonyms.iter().map(AsRef::as_ref);
        std::iter::once(label.text.as_ref()).chain(synonyms)
    })
}

/// The same for two names that differ in the case of their letters only.
fn hash(name: &str) -> u32 {
    name.chars()
        .fold(0, |hash, letter| spread(hash ^ without_case(letter)))
}

/// The same for two letters that differ in case only. Most need no tables of cases.
fn without_case(letter: char) -> u32 {
    match letter {
        '\0'..='\u{7f}' => u32::from(letter.to_ascii_lowercase()),
        'а'..='я' | '\u{3000}'..='\u{9fff}' => u32::from(letter),
        _ => by_table(letter),
    }
}

fn by_table(letter: char) -> u32 {
    let lower = letter.to_lowercase();
    lower.fold(0, |sum, letter| sum.rotate_left(7) ^ u32::from(letter))
}

/// Whether two names differ in the case of their letters only.
fn same_letters(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.chars(), right.chars());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if same_letter(a, b) => {}
            _ => return false,
        }
    }
}

/// Whether two letters differ in case only.
fn same_letter(a: char, b: char) -> bool {
    a == b || (without_case(a) == without_case(b) && a.to_lowercase().eq(b.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::Label;
    use super::*;

    #[test]
    fn letters_are_the_same_where_their_lower_cases_are() {
        let letters: Vec<char> = ('\0'..=char::MAX).collect();
        for &letter in &letters {
            assert_eq!(without_case(letter), by_table(letter), "{letter:?}");
        }
        let few = ('\0'..='\u{7f}').chain(['é', 'É', 'я', 'Я', '企', '\u{212a}', '\u{130}', 'ａ']);
        for a in few {
            for &b in letters.iter().take(0x2200) {
                let same = a.to_lowercase().eq(b.to_lowercase());
                assert_eq!(same_letter(a, b), same, "{a:?} {b:?}");
            }
        }
    }

    fn value(value: &'static str, synonyms: &[&'static str]) -> EnumValue {
        let mut texts = synonyms.iter().map(|text| Cow::Borrowed(*text));
        let label = |text| Label {
            language: Cow::Borrowed("en"),
            text,
            synonyms: Cow::Owned(Vec::new()),
        };
        EnumValue {
            value: Cow::Borrowed(value),
            labels: texts
                .next()
                .map(label)
                .into_iter()
                .collect::<Vec<_>>()
                .into(),
            deprecated: None,
        }
    }

    #[test]
    fn the_nearest_naming_counts() {
        let values = [
            value("Red", &["красное"]),
            value("red", &["Rot"]),
            value("White", &["RED"]),
            value("a", &["B"]),
            value("b", &["A"]),
            value("bubbly", &["Игристое"]),
            value("x", &["same"]),
            value("y", &["same"]),
        ];
        let slots = lay_down(&values);
        for (text, expected) in [
            ("Red", Some(("Red", Naming::Exactly))),
            ("red", Some(("red", Naming::Exactly))),
            ("RED", Some(("White", Naming::Synonym))),
            // `Red` or `red`: neither.
            ("rEd", None),
            ("ROT", Some(("red", Naming::SynonymInOtherCase))),
            ("белое", None),
            ("WHITE", Some(("White", Naming::OtherCase))),
            ("A", Some(("b", Naming::Synonym))),
            ("ИГРИСТОЕ", Some(("bubbly", Naming::SynonymInOtherCase))),
            ("same", None),
            ("", None),
        ] {
            let found = find(&values, &slots, Name::of(text));
            let found = found.map(|(value, naming)| (value.value.as_ref(), naming));
            assert_eq!(found, expected, "{text}");
        }
    }
}
