//! Looks up enum values by their names, without regard to case.
//!
//! A model writes the value itself or a name from the prompt card or a question. Values, labels and synonyms match in
//! any case, and the ledger records the kind of match. Codes and keys are case-sensitive. Values that differ only in
//! case match exactly as written.

use crate::letters::folded;
use crate::tables::{EnumValue, FieldDef, Label};

/// The kind of match between a text and a value, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ValueMatch {
    /// The text equals the value.
    Exactly,
    Synonym,
    OtherCase,
    SynonymInOtherCase,
}

impl ValueMatch {
    /// The difference from the value, for the ledger; `None` if both are the same.
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

    fn of(value: &EnumValue, Name { text, folded: own }: &Name<'_>) -> Option<Self> {
        if value.value == *text {
            return Some(Self::Exactly);
        }
        if names(value).any(|name| name == *text) {
            return Some(Self::Synonym);
        }
        if folded(&value.value) == *own {
            return Some(Self::OtherCase);
        }
        names(value)
            .any(|name| folded(name) == *own)
            .then_some(Self::SynonymInOtherCase)
    }
}

/// The names of all values of an enum, folded and sorted, each with the position of its value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValueNames(Vec<(String, u32)>);

impl ValueNames {
    pub(super) fn of(values: &[EnumValue]) -> Self {
        let called = (0_u32..).zip(values).flat_map(|(at, value)| {
            let called = std::iter::once(value.value.as_ref()).chain(names(value));
            called.map(move |name| (folded(name), at))
        });
        let mut called: Vec<(String, u32)> = called.collect();
        called.sort_unstable();
        called.dedup();
        Self(called)
    }

    /// The positions of the values with this folded name.
    fn positions(&self, folded: &str) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|(name, _)| name.as_str() < folded);
        let rest = self.0.get(first..).unwrap_or_default().iter();
        rest.take_while(move |(name, _)| name == folded)
            .map(|(_, at)| *at as usize)
    }
}

/// A text to look up among the values of several fields.
#[derive(Debug)]
pub(crate) struct Name<'n> {
    text: &'n str,
    folded: String,
}

impl<'n> Name<'n> {
    pub(crate) fn of(text: &'n str) -> Self {
        Self {
            text,
            folded: folded(text),
        }
    }
}

/// The value that a text names, and the kind of match. `None` if two values match equally well, because the choice
/// would be a guess.
pub(crate) fn find<'t>(
    FieldDef {
        values,
        value_names,
        ..
    }: &'t FieldDef,
    name: &Name<'_>,
) -> Option<(&'t EnumValue, ValueMatch)> {
    let mut nearest: Option<(&EnumValue, ValueMatch)> = None;
    let mut only = true;
    let called = value_names.positions(&name.folded);
    for value in called.filter_map(|at| values.get(at)) {
        let Some(naming) = ValueMatch::of(value, name) else {
            continue;
        };
        if naming == ValueMatch::Exactly {
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
    value.labels.iter().flat_map(Label::names)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::language::Derivation;

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
            value("черный", &[]),
            value("x", &["same"]),
            value("y", &["same"]),
        ];
        let field = FieldDef {
            value_names: ValueNames::of(&values),
            values: values.to_vec().into(),
            ..Derivation::ALL[0].field().clone()
        };
        for (text, expected) in [
            ("Red", Some(("Red", ValueMatch::Exactly))),
            ("red", Some(("red", ValueMatch::Exactly))),
            ("RED", Some(("White", ValueMatch::Synonym))),
            // `rEd` matches both `Red` and `red`, so neither.
            ("rEd", None),
            ("ROT", Some(("red", ValueMatch::SynonymInOtherCase))),
            ("белое", None),
            ("WHITE", Some(("White", ValueMatch::OtherCase))),
            ("A", Some(("b", ValueMatch::Synonym))),
            ("ИГРИСТОЕ", Some(("bubbly", ValueMatch::SynonymInOtherCase))),
            // `ё` equals `е`, and a decomposed `й` equals the composed one.
            ("чёрный", Some(("черный", ValueMatch::OtherCase))),
            ("черныи\u{306}", Some(("черный", ValueMatch::OtherCase))),
            ("same", None),
            ("", None),
        ] {
            let found = find(&field, &Name::of(text));
            let found = found.map(|(value, naming)| (value.value.as_ref(), naming));
            assert_eq!(found, expected, "{text}");
        }
    }
}
