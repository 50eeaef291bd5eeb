//! Texts of a line as the encoder writes them: a word bare, anything else as a string of JSON.
//!
//! Every text has one spelling, so what stands in quotes must be no word. That is said by what can be wrong with a
//! word, which is a regular language as words are.

use cmec_decoder::language::given;
use cmec_decoder::line::LETTERS;

use crate::emit::grammar::model::{
    Expr, Grammar, characters, choice, literal, optional, repeat, sequence,
};
use crate::emit::grammar::strings::{
    self, blank, characters_of_text, place_name, quoted, solid, solid_but,
};

/// Digits.
const DIGITS: &[(char, char)] = &[('0', '9')];
/// Letters of ASCII that are no part of an exponent.
const PLAIN: &[(char, char)] = &[('A', 'D'), ('F', 'Z'), ('_', '_'), ('a', 'd'), ('f', 'z')];
/// Letters of an exponent.
const EXPONENT: &[(char, char)] = &[('E', 'E'), ('e', 'e')];
/// What joins the parts of a word.
const JOINS: &[(char, char)] = &[('-', '-'), ('.', '.'), ('/', '/')];
/// What joins the parts of a time and of an offset.
const CLOCK: &[(char, char)] = &[(':', ':'), ('+', '+')];

fn one_of(sets: &[&[(char, char)]]) -> Expr {
    characters(&sets.concat())
}

fn digit() -> Expr {
    one_of(&[DIGITS])
}

fn any(of: Expr) -> Expr {
    repeat(of, 0, None)
}

/// A word that starts with no digit.
pub(super) fn name_word(grammar: &mut Grammar) -> Expr {
    let letter = letter(grammar);
    let more = choice([letter.clone(), digit()]);
    let body = sequence([letter, any(sequence([optional(one_of(&[JOINS])), more]))]);
    grammar.token("name_word", body)
}

/// A word that starts with a digit: a number, a date, a time, a key.
fn figure(grammar: &mut Grammar) -> Expr {
    let letter = letter(grammar);
    let power = || one_of(&[EXPONENT]);
    // Digits, and behind each of them the power of ten it may have.
    let digits = sequence([digit(), any(sequence([power(), literal("+"), digit()]))]);
    let digits = grammar.token("digits", digits);
    let joined = |digits: &Expr| {
        let part = || choice([digits.clone(), letter.clone()]);
        any(choice([part(), sequence([one_of(&[JOINS]), part()])]))
    };
    // Behind a colon a sign may stand between digits.
    let sign = choice([sequence([optional(power()), literal("+")]), literal(":")]);
    let times = sequence([digit(), any(sequence([sign, digit()]))]);
    let times = grammar.token("times", times);
    let before = sequence([joined(&digits), optional(one_of(&[JOINS])), digits.clone()]);
    let clock = sequence([
        optional(before),
        literal(":"),
        times.clone(),
        joined(&times),
    ]);
    let body = sequence([digits.clone(), choice([clock, joined(&digits)])]);
    grammar.token("figure", body)
}

/// A letter of a word that is no digit.
fn letter(grammar: &mut Grammar) -> Expr {
    grammar.token("letter", one_of(&[PLAIN, EXPONENT, LETTERS]))
}

/// What is between the quotes of a text that is no word.
fn no_word(grammar: &mut Grammar) -> Expr {
    let (letter, blank) = (letter(grammar), blank(grammar));
    let other = solid_but(&[DIGITS, PLAIN, EXPONENT, LETTERS, JOINS, CLOCK].concat());
    let other = grammar.token("sign", other);
    let all = all(grammar);
    let mark = one_of(&[JOINS, CLOCK]);
    let clock = one_of(&[CLOCK]);
    let timeless = choice([
        one_of(&[DIGITS, PLAIN, EXPONENT, LETTERS, JOINS, &[('+', '+')]]),
        other.clone(),
        blank,
    ]);
    let within = |parts: Vec<Expr>| {
        let parts = std::iter::once(all.clone()).chain(parts);
        sequence(parts.chain([all.clone()]))
    };
    let body = choice([
        within(vec![other]),
        // A mark at either end, or behind another.
        sequence([mark.clone(), all.clone()]),
        sequence([all.clone(), mark.clone()]),
        within(vec![mark.clone(), mark.clone()]),
        // A colon or a sign in a word that is no figure, or beside a letter.
        sequence([letter.clone(), all.clone(), clock.clone(), all.clone()]),
        within(vec![letter.clone(), literal(":")]),
        within(vec![clock, letter.clone()]),
        within(vec![one_of(&[PLAIN, LETTERS]), literal("+")]),
        // A power of ten without a number.
        within(vec![
            choice([letter, mark]),
            one_of(&[EXPONENT]),
            literal("+"),
        ]),
        // A sign without a time before it.
        sequence([any(timeless), digit(), literal("+"), all.clone()]),
    ]);
    grammar.token("no_word", body)
}

/// Any characters.
fn all(grammar: &mut Grammar) -> Expr {
    let body = characters_of_text(grammar);
    grammar.token("any", body)
}

/// A string with white space in it, and something else as well.
fn spaced(grammar: &mut Grammar) -> Expr {
    let (blank, solid) = (blank(grammar), solid(grammar));
    let all = all(grammar);
    choice([
        sequence([blank.clone(), all.clone(), solid.clone(), all.clone()]),
        sequence([solid, all.clone(), blank, all]),
    ])
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
    let more = spaced(grammar);
    let inside = choice([no_word(grammar), more]);
    let bare = [name_word(grammar), figure(grammar)];
    let body = choice(bare.into_iter().chain([quoted([inside])]));
    grammar.token("name", body)
}

/// A name that is given, with its mark: without quotes where it has nothing but letters, so that none goes on where the
/// name of a place ends.
pub(super) fn reference(grammar: &mut Grammar) -> Expr {
    let other = solid_but(&[DIGITS, PLAIN, EXPONENT, LETTERS].concat());
    let all = all(grammar);
    let odd = sequence([all.clone(), other, all]);
    let inside = choice([odd, spaced(grammar)]);
    let inside = grammar.token("odd_name", quoted([inside]));
    let name = choice([place_name(grammar), inside]);
    let body = sequence([literal(&given::MARK.to_string()), name]);
    grammar.phrase("reference", body)
}
