//! Strings, numbers and the other values of JSON, read by the cursor.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{Raw, Word};
use crate::read::json::cursor::{Reader, scan};
use crate::read::json::unescape::unescape;
use crate::span::{Span, Spanned};

impl<'a> Reader<'a> {
    /// Reads a string.
    pub(crate) fn string(&mut self) -> Option<Str<'a>> {
        if self.peek()? != b'"' {
            return self.fail_at_value();
        }
        self.start = self.at();
        let (_, inside) = self.rest.split_first()?;
        let Some(plain) = scan::special(inside) else {
            return self.fail();
        };
        match inside.get(plain..)? {
            [b'"', after @ ..] => {
                let from = self.start + 1;
                self.rest = after;
                Some(Cow::Borrowed(self.text.get(from..from + plain)?))
            }
            [b'\\', ..] => self.escaped(inside.get(plain..)?),
            _ => self.fail(),
        }
    }

    /// Reads the rest of a string from its first escape on.
    #[cold]
    fn escaped(&mut self, mut rest: &'a [u8]) -> Option<Str<'a>> {
        let Some(length) = scan::escaped(rest) else {
            return self.fail();
        };
        (_, rest) = rest.split_at_checked(length)?;
        let from = self.start + 1;
        let inner = self.text.get(from..self.text.len() - rest.len())?;
        (_, self.rest) = rest.split_first()?;
        match unescape(inner, from) {
            Ok(text) => Some(Cow::Owned(text)),
            Err(_) => self.fail(),
        }
    }

    pub(crate) fn digits(&mut self) -> Option<Spanned<&'a str>> {
        self.peek()?;
        match self.number() {
            Some(digits) => Some(Spanned::new(digits, self.span())),
            None => self.fail_at_value(),
        }
    }

    /// Reads a number that starts at the next byte, by the grammar of JSON.
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

    /// Reads one of the three words of JSON.
    fn literal(&mut self, word: &str) -> Option<()> {
        let rest = self.rest.strip_prefix(word.as_bytes())?;
        self.start = self.at();
        self.rest = rest;
        Some(())
    }

    /// A value as it was said. Objects are no values; their place is found by the second read.
    pub(crate) fn raw(&mut self, depth: u32) -> Option<Spanned<Raw<'a>>> {
        (depth < self.depth_cap).then_some(())?;
        let raw = match self.peek()? {
            b'"' => Raw::Text(self.string()?),
            b't' => self.literal("true").map(|()| Raw::Boolean(true))?,
            b'f' => self.literal("false").map(|()| Raw::Boolean(false))?,
            b'n' => self.literal("null").map(|()| Raw::Null)?,
            b'[' => {
                let start = self.at();
                let elements = self.list(|reader| reader.raw(depth + 1))?;
                return Some(Spanned::new(
                    Raw::List(elements),
                    Span::new(start, self.at()),
                ));
            }
            _ => match self.number() {
                Some(digits) => Raw::Number(digits),
                None => return self.fail_at_value(),
            },
        };
        Some(Spanned::new(raw, self.span()))
    }
}

impl<'a> Reader<'a> {
    /// Reads a value that says nothing; `None` where the tree has more to tell of it than that.
    pub(super) fn skip(&mut self, depth: u32) -> Option<()> {
        (depth < self.depth_cap).then_some(())?;
        match self.peek()? {
            b'{' => {
                let mut keys: Vec<Str<'a>> = Vec::new();
                self.members(|reader, key| {
                    // Whatever stands twice has a finding, here too.
                    (!keys.contains(&key.value)).then_some(())?;
                    keys.push(key.value);
                    reader.skip(depth + 1)
                })
            }
            b'[' => self.list(|reader| reader.skip(depth + 1)).map(drop),
            _ => self.raw(depth).map(drop),
        }
    }

    /// Reads an object with whatever keys: `each` reads the value of one.
    pub(crate) fn members(
        &mut self,
        mut each: impl FnMut(&mut Self, Word<'a>) -> Option<()>,
    ) -> Option<()> {
        self.expect(b'{')?;
        if self.take(b'}') {
            return Some(());
        }
        loop {
            let key = self.word()?;
            self.expect(b':')?;
            each(self, key)?;
            if !self.goes_on(b'}')? {
                return Some(());
            }
        }
    }
}

/// What follows the digits at the start.
fn digits(mut bytes: &[u8]) -> &[u8] {
    while let [b'0'..=b'9', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}

/// What follows the digits at the start, of which there must be one.
fn some_digits(bytes: &[u8]) -> Option<&[u8]> {
    let rest = digits(bytes);
    (rest.len() < bytes.len()).then_some(rest)
}
