//! Strings of JSON as the encoder writes them: only what must be escaped is, and in one way.

use std::fmt::Write;

use cmec_decoder::language::given;
use cmec_decoder::line::LETTERS;

use crate::emit::grammar::model::{
    Expr, Grammar, any_of, characters, choice, letters, literal, none_of, repeat, sequence,
};

/// What never stands in a string as it is.
const ESCAPED: &[(char, char)] = &[('"', '"'), ('\\', '\\'), ('\0', '\u{1f}')];

/// A string that says something: more than white space and what nobody sees.
pub(super) fn name(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text();
    let body = quoted([repeat(blank(), 0, None), solid(), any]);
    grammar.token("name", body)
}

/// The same behind the mark of a name that is given.
pub(super) fn reference(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text();
    let mark = Expr::Literal(given::MARK.to_string());
    let body = quoted([mark, repeat(blank(), 0, None), solid(), any]);
    grammar.token("reference", body)
}

/// Letters of ASCII, digits and `_`.
pub(super) const ASCII: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];

/// A letter of a word that is written without quotes, a digit or `_`.
pub(super) fn word_letter() -> Expr {
    characters(&[ASCII, &LETTERS.concat()].concat())
}

/// The name of a place.
pub(super) fn place_name(grammar: &mut Grammar) -> Expr {
    grammar.token("place_name", repeat(word_letter(), 1, None))
}

/// The name of a place and the point behind it.
pub(super) fn place(grammar: &mut Grammar) -> Expr {
    let name = place_name(grammar);
    grammar.token("place", sequence([name, literal(".")]))
}

/// Characters of any kind, in runs between what is escaped: a choice in a star is slow in XGrammar.
pub(super) fn characters_of_text() -> Expr {
    let run = || repeat(none_of(ESCAPED), 0, None);
    let low = characters(&[('0', '8'), ('b', 'c'), ('e', 'f')]);
    let high = characters(&[('0', '9'), ('a', 'f')]);
    let escaped = choice([
        letters("\"\\nrt"),
        sequence([literal("u000"), low]),
        sequence([literal("u001"), high]),
    ]);
    let escaped = sequence([literal("\\"), escaped]);
    sequence([run(), repeat(sequence([escaped, run()]), 0, None)])
}

/// This string and no other.
pub(super) fn said(text: &str) -> Expr {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        // Writing to a `String` cannot fail.
        let _ = match character {
            '"' => quoted.write_str("\\\""),
            '\\' => quoted.write_str("\\\\"),
            '\n' => quoted.write_str("\\n"),
            '\r' => quoted.write_str("\\r"),
            '\t' => quoted.write_str("\\t"),
            control if control < ' ' => write!(quoted, "\\u{:04x}", u32::from(control)),
            other => quoted.write_char(other),
        };
    }
    quoted.push('"');
    Expr::Literal(quoted)
}

/// One of these strings; `None` where there are none.
pub(super) fn one_of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Expr> {
    any_of(texts.into_iter().map(said))
}

/// Something in the quotes of a string.
pub(super) fn quoted(inside: impl IntoIterator<Item = Expr>) -> Expr {
    let quote = || std::iter::once(literal("\""));
    sequence(quote().chain(inside).chain(quote()))
}

/// A blank, or white space that is escaped. White space of other alphabets is left to the decoder.
fn blank() -> Expr {
    let low = characters(&[('0', '8'), ('b', 'c'), ('e', 'f')]);
    let high = characters(&[('0', '9'), ('a', 'f')]);
    choice([
        literal(" "),
        sequence([literal("\\"), letters("nrt")]),
        sequence([literal("\\u000"), low]),
        sequence([literal("\\u001"), high]),
    ])
}

/// Any other character.
fn solid() -> Expr {
    let plain = [ESCAPED, &[(' ', ' ')]].concat();
    choice([none_of(&plain), sequence([literal("\\"), letters("\"\\")])])
}
