//! Texts of a line as the encoder writes them: a word bare, anything else as a string of JSON.
//!
//! The encoder writes quotes only where they are needed. That what stands in quotes is no word is regular, too, but such
//! a text has many readings, and engines get slower with each letter of it. So quotes that are not needed are accepted.

use cmec_decoder::language::given;
use cmec_decoder::line::LETTERS;

use crate::emit::grammar::model::{
    Expr, Grammar, characters, choice, letters, literal, repeat, sequence,
};
use crate::emit::grammar::strings::{self, place_name, word_letter};

/// Digits.
const DIGITS: &[(char, char)] = &[('0', '9')];
/// Letters of ASCII.
const ASCII: &[(char, char)] = &[('A', 'Z'), ('_', '_'), ('a', 'z')];

/// What joins the parts of a word.
const JOINS: &str = "./-";

fn letter() -> Expr {
    characters(&[ASCII, &LETTERS.concat()].concat())
}

fn many(of: Expr) -> Expr {
    repeat(of, 1, None)
}

fn any(of: Expr) -> Expr {
    repeat(of, 0, None)
}

/// A word that starts with no digit.
pub(super) fn name_word(grammar: &mut Grammar) -> Expr {
    let joined = sequence([letters(JOINS), many(word_letter())]);
    let body = sequence([letter(), any(word_letter()), any(joined)]);
    grammar.token("name_word", body)
}

/// A word that starts with a digit: a number, a date, a time, a key. A colon stands between digits, and so does a sign in
/// a time or a power of ten.
fn figure(grammar: &mut Grammar) -> Expr {
    let digits = || many(characters(DIGITS));
    let joined = |what: Expr| sequence([letters(JOINS), what]);
    // Letters, joined or not, to which no optional mark leads: that would be slow in a star.
    let words = || {
        choice([
            sequence([many(letter()), any(joined(many(letter())))]),
            many(joined(many(letter()))),
        ])
    };
    let again = || {
        vec![
            joined(digits()),
            sequence([words(), digits()]),
            sequence([words(), joined(digits())]),
            sequence([letters("eE"), literal("+"), digits()]),
        ]
    };
    let colon = || sequence([literal(":"), digits()]);
    let sign = sequence([literal("+"), digits()]);
    let in_time = again().into_iter().chain([colon(), sign]);
    let time = sequence([colon(), any(choice(in_time))]);
    let body = [
        digits(),
        any(choice(again())),
        repeat(time, 0, Some(1)),
        repeat(words(), 0, Some(1)),
    ];
    grammar.token("figure", sequence(body))
}

/// How texts are written beside others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// Bare, where they are one word.
    Bare,
    /// In quotes: before a text to look for.
    Quoted,
}

impl Texts {
    /// A text that says something.
    pub(super) fn name(self, grammar: &mut Grammar) -> Expr {
        match self {
            Self::Bare => name(grammar),
            Self::Quoted => strings::name(grammar),
        }
    }
}

/// A text that says something.
pub(super) fn name(grammar: &mut Grammar) -> Expr {
    let body = [name_word(grammar), figure(grammar), strings::name(grammar)];
    grammar.token("name", choice(body))
}

/// A name that is given, with its mark.
pub(super) fn reference(grammar: &mut Grammar) -> Expr {
    let name = choice([place_name(grammar), strings::name(grammar)]);
    let body = sequence([literal(&given::MARK.to_string()), name]);
    grammar.phrase("reference", body)
}
