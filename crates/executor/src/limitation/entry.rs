//! An entry of the registry of limitations, and what its values are.

use crate::redaction::{self, HIDDEN};

/// What a value of a limitation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number,
    /// A code, a path or a sentence of cmec: it names nobody.
    Code,
    /// A day.
    Day,
    /// A part of a contract, which has a name in each language.
    Part,
    /// Why a part is not supported.
    Reason,
    /// Why no cursor leads on.
    Why,
    /// A value of the question or of the data, which may name somebody.
    Value,
    /// Words of another program.
    Words,
}

impl Kind {
    /// A value as whoever may not see names sees it. A part may be an entity, with its name in backticks.
    #[must_use]
    pub fn hidden(self, value: &str) -> String {
        match self {
            Self::Value | Self::Words => HIDDEN.to_owned(),
            Self::Part => redaction::quoted(value),
            Self::Number | Self::Code | Self::Day | Self::Reason | Self::Why => value.to_owned(),
        }
    }
}

/// An entry of the registry. Lists of three are Chinese, Russian, English.
#[derive(Debug)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// The text of `limitations`.
    pub text: &'static str,
    /// Its values, in the order of the enum.
    pub fields: &'static [(&'static str, Kind)],
    /// The sentence of an answer.
    pub what: [&'static str; 3],
    /// Why it is so.
    pub why: [&'static str; 3],
    /// What to do.
    pub instead: [&'static str; 3],
}
