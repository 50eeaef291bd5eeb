//! Strings of JSON as the encoder writes them: only what must be escaped is, and in one way.

use std::fmt::Write;

use cmec_decoder::blank::INVISIBLE;
use cmec_decoder::language::given;
use cmec_decoder::line::LETTERS;

use crate::emit::grammar::model::{
    Expr, Grammar, any_of, characters, choice, letters, literal, none_of, repeat, sequence,
};

/// White space beyond ASCII, as Unicode has it.
const SPACES: &[(char, char)] = &[
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
];
/// Controls that are not escaped.
const CONTROLS: &[(char, char)] = &[('\u{7f}', '\u{9f}')];
/// What never stands in a string as it is.
const ESCAPED: &[(char, char)] = &[('"', '"'), ('\\', '\\'), ('\0', '\u{1f}')];

/// A string that says something: more than white space and what nobody sees.
pub(super) fn name(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text(grammar);
    let (blank, solid) = (blank(grammar), solid(grammar));
    let body = quoted([repeat(blank, 0, None), solid, any]);
    grammar.token("name", body)
}

/// The same behind the mark of a name that is given.
pub(super) fn reference(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text(grammar);
    let (blank, solid) = (blank(grammar), solid(grammar));
    let mark = Expr::Literal(given::MARK.to_string());
    let body = quoted([mark, repeat(blank, 0, None), solid, any]);
    grammar.token("reference", body)
}

/// The name of a place.
pub(super) fn place_name(grammar: &mut Grammar) -> Expr {
    let ascii = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
    let letter = characters(&[&ascii[..], LETTERS].concat());
    grammar.token("place_name", repeat(letter, 1, None))
}

/// The name of a place and the point behind it.
pub(super) fn place(grammar: &mut Grammar) -> Expr {
    let name = place_name(grammar);
    grammar.token("place", sequence([name, literal(".")]))
}

/// Characters of any kind.
pub(super) fn characters_of_text(grammar: &mut Grammar) -> Expr {
    let (blank, solid) = (blank(grammar), solid(grammar));
    repeat(choice([solid, blank]), 0, None)
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

/// A character of white space, or one that nobody sees.
pub(super) fn blank(grammar: &mut Grammar) -> Expr {
    let low = characters(&[('0', '8'), ('b', 'c'), ('e', 'f')]);
    let high = characters(&[('0', '9'), ('a', 'f')]);
    let body = choice([
        characters(&[SPACES, CONTROLS, INVISIBLE].concat()),
        sequence([literal("\\"), letters("nrt")]),
        sequence([literal("\\u000"), low]),
        sequence([literal("\\u001"), high]),
    ]);
    grammar.token("blank", body)
}

/// Any other character.
pub(super) fn solid(grammar: &mut Grammar) -> Expr {
    let body = solid_but(&[]);
    grammar.token("solid", body)
}

/// Any other character but these.
pub(super) fn solid_but(left_out: &[(char, char)]) -> Expr {
    let plain = [ESCAPED, SPACES, CONTROLS, INVISIBLE, left_out].concat();
    choice([none_of(&plain), sequence([literal("\\"), letters("\"\\")])])
}
