//! Reads strings, numbers and literals of JSON.

use std::borrow::Cow;

use crate::contract::Str;
use crate::read::json::cursor::Cursor;
use crate::read::json::string_end;
use crate::read::json::unescape::unescape;
use crate::span::Spanned;

impl<'a> Cursor<'a> {
    pub(crate) fn string(&mut self) -> Option<Str<'a>> {
        let (plain, after) = self.string_begins()?;
        match after {
            [b'"', after @ ..] => {
                self.rest = after;
                Some(Cow::Borrowed(plain))
            }
            escape => self.escaped(escape),
        }
    }

    /// The start of a string up to the first special byte, and the bytes from that one on.
    #[inline(always)]
    fn string_begins(&mut self) -> Option<(&'a str, &'a [u8])> {
        if self.peek()? != b'"' {
            return None;
        }
        self.start = self.at();
        // Slice the text only twice: each boundary check costs as much as reading a short string.
        let inside = self.text.get(self.start + 1..)?;
        let end = string_end::special(inside.as_bytes())?;
        let (plain, after) = inside.split_at_checked(end)?;
        Some((plain, after.as_bytes()))
    }

    /// Reads the rest of a string from its first escape on.
    #[cold]
    fn escaped(&mut self, mut rest: &'a [u8]) -> Option<Str<'a>> {
        let length = string_end::escaped(rest)?;
        (_, rest) = rest.split_at_checked(length)?;
        let from = self.start + 1;
        let inner = self.text.get(from..self.text.len() - rest.len())?;
        let text = unescape(inner, from).ok()?;
        (_, self.rest) = rest.split_first()?;
        Some(Cow::Owned(text))
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

    pub(crate) fn boolean(&mut self) -> Option<Spanned<bool>> {
        let yes = match self.peek()? {
            b't' => self.literal("true").map(|()| true)?,
            _ => self.literal("false").map(|()| false)?,
        };
        Some(Spanned::new(yes, self.span()))
    }

    pub(crate) fn null(&mut self) -> Option<()> {
        self.literal("null")
    }

    /// Reads `true`, `false` or `null`.
    fn literal(&mut self, word: &str) -> Option<()> {
        let rest = self.rest.strip_prefix(word.as_bytes())?;
        self.start = self.at();
        self.rest = rest;
        Some(())
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
