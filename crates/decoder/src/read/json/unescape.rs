//! Decodes the escapes of a JSON string.

use crate::finding::{Finding, registry};
use crate::span::Span;

/// The decoded content of a string; `offset` is the position of the content in the whole text.
pub(crate) fn unescape(inner: &str, offset: usize) -> Result<String, Box<Finding>> {
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        let (plain, escape) = rest.split_at(at);
        text.push_str(plain);
        let start = offset + (inner.len() - rest.len()) + at;
        let (character, length) = one(escape, start)?;
        text.push(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    Ok(text)
}

/// An escape: its character, its offset in the content of the string, and its length in bytes.
pub(crate) struct Escape {
    pub(crate) character: char,
    pub(crate) at: usize,
    pub(crate) length: usize,
}

/// The escapes of a string's content, up to the first invalid one.
pub(crate) fn escapes(inner: &str) -> impl Iterator<Item = Escape> + '_ {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + inner.get(from..)?.find('\\')?;
        let (character, length) = one(inner.get(at..)?, at).ok()?;
        from = at + length;
        Some(Escape {
            character,
            at,
            length,
        })
    })
}

/// The character of the escape at the start of `escape`, and its length in bytes.
fn one(escape: &str, start: usize) -> Result<(char, usize), Box<Finding>> {
    let letter = escape.chars().nth(1);
    let simple = match letter {
        Some('"') => '"',
        Some('\\') => '\\',
        Some('/') => '/',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return unicode(escape, start),
        other => {
            let length = 1 + other.map_or(0, char::len_utf8);
            return Err(Box::new(
                Finding::new(
                    &registry::BAD_ESCAPE,
                    Span::new(start, start + length),
                    format!(
                        "`{}` is not an escape of JSON",
                        escape.get(..length).unwrap_or(escape)
                    ),
                )
                .help("a backslash in a text is written twice"),
            ));
        }
    };
    Ok((simple, 2))
}

fn unicode(escape: &str, start: usize) -> Result<(char, usize), Box<Finding>> {
    let Some(high) = unit(escape, 2) else {
        let finding = Finding::new(
            &registry::BAD_ESCAPE,
            Span::new(start, start + 2),
            "`\\u` is not followed by four hexadecimal digits",
        );
        let help = "write the character itself; a backslash in a text is written twice";
        return Err(Box::new(finding.help(help)));
    };
    if let Some(character) = char::from_u32(high) {
        return Ok((character, 6));
    }
    let low = escape
        .get(6..)
        .filter(|rest| rest.starts_with("\\u"))
        .and_then(|_| unit(escape, 8));
    let pair = low.and_then(|low| {
        let both = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
        char::decode_utf16(both).next()?.ok()
    });
    pair.map(|character| (character, 12)).ok_or_else(|| {
        Box::new(
            Finding::new(
                &registry::LONE_SURROGATE,
                Span::new(start, start + 6),
                format!("`\\u{high:04x}` is half of a character"),
            )
            .help("write the character itself, or both halves"),
        )
    })
}

/// The value of the four hexadecimal digits at `at`.
fn unit(escape: &str, at: usize) -> Option<u32> {
    let digits = escape.get(at..at + 4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}
