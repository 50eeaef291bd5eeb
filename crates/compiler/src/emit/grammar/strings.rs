//! Strings of JSON as the encoder writes them: only what must be escaped is, and in one way.

use cmec_decoder::line::LETTERS;

use crate::emit::grammar::model::{Expr, characters};

/// Letters of ASCII, digits and `_`.
pub(super) const ASCII: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];

/// A letter of a word that is written without quotes, a digit or `_`.
pub(super) fn word_letter() -> Expr {
    characters(&[ASCII, &LETTERS.concat()].concat())
}
