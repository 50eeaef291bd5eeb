//! An entry of the registry of limitations, and the kinds of its values.

use crate::redaction::{self, HIDDEN};

/// The kind of a limitation's value, which decides its wording and whether it may name somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A code, a path or a sentence of cmec, which names nobody.
    Code,
    /// A day.
    Day,
    /// A part of a contract, with a name in each language.
    Part,
    /// Why a part is not supported.
    Reason,
    /// Why no cursor continues.
    Why,
    /// A value of the question or of the data, which may name somebody.
    Value,
    /// A message of another program.
    Words,
}

impl Kind {
    /// The value for readers who may not see names. A part may be an entity with its name in backticks.
    #[must_use]
    pub fn hidden(self, value: &str) -> String {
        match self {
            Self::Value | Self::Words => HIDDEN.to_owned(),
            Self::Part => redaction::quoted(value),
            Self::Number | Self::Code | Self::Day | Self::Reason | Self::Why => value.to_owned(),
        }
    }
}

/// An entry of the registry. Arrays of three are Chinese, Russian, English.
#[derive(Debug)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// The text in `limitations`.
    pub text: &'static str,
    /// Its values in the order of the enum.
    pub fields: &'static [(&'static str, Kind)],
    /// The sentence of an answer.
    pub what: [&'static str; 3],
    /// The reason.
    pub why: [&'static str; 3],
    /// What to do instead.
    pub instead: [&'static str; 3],
}
