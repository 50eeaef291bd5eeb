//! Reads strings, numbers and literals of JSON.

use std::borrow::Cow;

use crate::contract::Str;
use crate::read::json::cursor::Cursor;
use crate::read::json::unescape::unescape;

impl<'a> Cursor<'a> {
    pub(crate) fn string(&mut self) -> Option<Str<'a>> {
        if self.peek()? != b'"' {
            return None;
        }
        self.start = self.at();
        let from = self.start + 1;
        let inside = self.text.get(from..)?;
        let (inner, after) = inside.split_at_checked(string_length(inside.as_bytes())?)?;
        let text = match inner.contains('\\') {
            true => Cow::Owned(unescape(inner, from).ok()?),
            false => Cow::Borrowed(inner),
        };
        (_, self.rest) = after.as_bytes().split_first()?;
        Some(text)
    }

    /// Reads a number that starts at the next byte.
    pub(crate) fn number(&mut self) -> Option<&'a str> {
        let start = self.at();
        let mut rest = self.rest;
        if let [b'-', after @ ..] = rest {
            rest = after;
        }
        rest = match rest {
            [b'0', after @ ..] => after,
            [b'1'..=b'9', after @ ..] => digits(after),
            _ => return None,
        };
        if let [b'.', after @ ..] = rest {
            rest = some_digits(after)?;
        }
        if let [b'e' | b'E', after @ ..] = rest {
            rest = match after {
                [b'+' | b'-', after @ ..] => some_digits(after)?,
                _ => some_digits(after)?,
            };
        }
        self.rest = rest;
        self.start = start;
        self.text.get(start..self.at())
    }

    /// Reads the word `true`, `false` or `null`, which means `value`.
    pub(crate) fn literal<T>(&mut self, word: &str, value: T) -> Option<T> {
        let rest = self.rest.strip_prefix(word.as_bytes())?;
        self.start = self.at();
        self.rest = rest;
        Some(value)
    }
}

/// The length of a string up to its closing quote; `None` if it contains a control character or is unclosed.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'"', ..] => return Some(bytes.len() - rest.len()),
            [b'\\', 0..=0x1f, ..] | [0..=0x1f, ..] | [b'\\'] | [] => return None,
            [b'\\', _, after @ ..] | [_, after @ ..] => after,
        };
    }
}

/// The bytes after leading digits.
fn digits(mut bytes: &[u8]) -> &[u8] {
    while let [b'0'..=b'9', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}

/// The bytes after leading digits, of which at least one is required.
fn some_digits(bytes: &[u8]) -> Option<&[u8]> {
    let rest = digits(bytes);
    (rest.len() < bytes.len()).then_some(rest)
}
