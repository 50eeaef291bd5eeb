//! What an enum's values are called → the value, in whatever case of letters, by a hash table the compiler lays down.
//!
//! A model says the value itself, or a name from the prompt card or the question. To compare a text with every name of
//! every value took a third of a decode where it was in another case, and grew with the enum.

use super::EnumValue;
use super::slots::{spread, steps};

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

/// A slot with nothing in it.
const FREE: u64 = u64::MAX;

/// Lays the values of an enum down by everything they are called: the position of the value, and above it the hash of
/// the name, so that no other value is looked at.
#[must_use]
pub fn lay_down(values: &[EnumValue]) -> Vec<u64> {
    let called = |value: &EnumValue| 1 + names(value).count();
    let count = (values.iter().map(called).sum::<usize>() * 2).next_power_of_two();
    let mut slots = vec![FREE; count];
    for (place, value) in (0_u32..).zip(values) {
        for name in std::iter::once(value.value.as_ref()).chain(names(value)) {
            let hash = hash(name);
            let taken = (u64::from(hash) << 32) | u64::from(place);
            let free = |slot: &usize| {
                slots
                    .get(*slot)
                    .is_some_and(|is| [FREE, taken].contains(is))
            };
            let slot = steps(hash, count).find(free);
            if let Some(slot) = slot.and_then(|slot| slots.get_mut(slot)) {
                *slot = taken;
            }
        }
    }
    slots
}

/// The value a text names, and how; `None` also where it names two equally well, since neither is meant for sure.
pub(crate) fn find<'t>(
    values: &'t [EnumValue],
    slots: &[u64],
    text: &str,
) -> Option<(&'t EnumValue, Naming)> {
    let mut nearest: Option<(&EnumValue, Naming)> = None;
    let mut only = true;
    let hash = hash(text);
    for slot in steps(hash, slots.len()) {
        let slot = *slots.get(slot)?;
        if slot == FREE {
            break;
        }
        if slot >> 32 != u64::from(hash) {
            continue;
        }
        let value = values.get(slot as u32 as usize)?;
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
            let found = find(&values, &slots, text);
            let found = found.map(|(value, naming)| (value.value.as_ref(), naming));
            assert_eq!(found, expected, "{text}");
        }
    }
}
