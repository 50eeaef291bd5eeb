//! Strings of JSON as the encoder writes them: only what must be escaped is, and in one way.

use std::fmt::Write;

use crate::emit::grammar::model::{
    Expr, Grammar, any_of, characters, choice, letters, literal, none_of, repeat, sequence,
};

/// White space beyond ASCII, as Unicode has it.
const SPACES: &[(char, char)] = &[
    (' ', ' '),
    ('\u{85}', '\u{85}'),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
];
/// What never stands in a string as it is.
const ESCAPED: &[(char, char)] = &[('"', '"'), ('\\', '\\'), ('\0', '\u{1f}')];

/// A string that may say nothing.
pub(super) fn text(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text(grammar, 0);
    grammar.token("text", quoted([any]))
}

/// A string that says something, be it white space.
pub(super) fn some_text(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text(grammar, 1);
    grammar.token("some_text", quoted([any]))
}

/// A string that is more than white space.
pub(super) fn name(grammar: &mut Grammar) -> Expr {
    let any = characters_of_text(grammar, 0);
    let (blank, solid) = (blank(grammar), solid(grammar));
    let body = quoted([repeat(blank, 0, None), solid, any]);
    grammar.token("name", body)
}

/// At least so many characters of any kind.
pub(super) fn characters_of_text(grammar: &mut Grammar, least: u32) -> Expr {
    let (blank, solid) = (blank(grammar), solid(grammar));
    repeat(choice([solid, blank]), least, None)
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

/// A character of white space.
pub(super) fn blank(grammar: &mut Grammar) -> Expr {
    let letter = letters("nrt");
    let number = characters(&[('b', 'c')]);
    let body = choice([
        characters(SPACES),
        sequence([literal("\\"), letter]),
        sequence([literal("\\u000"), number]),
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
    let plain = ESCAPED.iter().chain(SPACES).chain(left_out);
    let plain: Vec<(char, char)> = plain.copied().collect();
    let letter = letters("\"\\");
    let low = characters(&[('0', '8'), ('e', 'f')]);
    let high = characters(&[('0', '9'), ('a', 'f')]);
    choice([
        none_of(&plain),
        sequence([literal("\\"), letter]),
        sequence([literal("\\u000"), low]),
        sequence([literal("\\u001"), high]),
    ])
}
