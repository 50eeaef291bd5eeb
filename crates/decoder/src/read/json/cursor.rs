//! A cursor over the bytes of JSON. It knows the grammar, but not the result that is built from it.
//!
//! There is no lexer in between: each position allows only one kind of token, and a lexer took a quarter of the
//! decoding time. Reading methods return `None` at the first byte that the grammar does not allow, and
//! [`grammar_fault`](super::grammar_fault) then describes the error at that position.

use crate::draft::Word;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

pub(crate) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) rest: &'a [u8],
    /// The offset of the last string, number or literal.
    pub(super) start: usize,
    pub(super) depth_cap: u32,
    /// The first position at which the text is certainly invalid; `None` if the text read so far is valid.
    pub(super) stopped: Option<Stop>,
}

/// A position at which reading stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) at: usize,
    pub(crate) next: Next,
}

/// The expected token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Object,
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd {
        list: bool,
    },
    Colon,
    /// Nothing: the nesting depth is at its limit.
    TooDeep,
}

impl<'a> Cursor<'a> {
    /// A cursor from a byte offset, which must be a character boundary.
    pub(crate) fn from(text: &'a str, from: usize, limits: &Limits) -> Self {
        Self {
            text,
            rest: text.as_bytes().get(from..).unwrap_or_default(),
            start: from,
            depth_cap: limits.nesting(),
            stopped: None,
        }
    }

    /// Stops reading, because something else is expected here.
    #[cold]
    pub(crate) fn stop<T>(&mut self, next: Next) -> Option<T> {
        let at = self.at();
        self.stopped.get_or_insert(Stop { at, next });
        None
    }

    #[inline]
    pub(crate) const fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Peeks at the next byte that is not blank.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
        self.rest.first().copied()
    }

    /// Reads this byte, if it is next.
    #[inline]
    pub(crate) fn take(&mut self, mark: u8) -> bool {
        let is_next = self.peek() == Some(mark);
        if let (true, [_, rest @ ..]) = (is_next, self.rest) {
            self.rest = rest;
        }
        is_next
    }

    /// Reads this byte, or fails.
    #[inline]
    pub(crate) fn expect(&mut self, mark: u8) -> Option<()> {
        self.take(mark).then_some(())
    }

    /// `true` if a comma follows, `false` at the closing byte, `None` otherwise.
    #[inline]
    pub(crate) fn goes_on(&mut self, close: u8) -> Option<bool> {
        if self.take(b',') {
            return Some(true);
        }
        if self.take(close) {
            return Some(false);
        }
        let list = close == b']';
        self.stop(Next::CommaOrEnd { list })
    }

    /// The span of the string, number or literal just read.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.at())
    }

    #[inline]
    pub(crate) fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.expect(b'[')?;
        let mut elements = Vec::new();
        if self.take(b']') {
            return Some(elements);
        }
        loop {
            elements.push(each(self)?);
            if !self.goes_on(b']')? {
                return Some(elements);
            }
        }
    }

    /// Reads an object with any keys; `each` reads one value.
    pub(crate) fn members(
        &mut self,
        mut each: impl FnMut(&mut Self, Word<'a>) -> Option<()>,
    ) -> Option<()> {
        self.expect(b'{')?;
        if self.take(b'}') {
            return Some(());
        }
        let mut next = Next::KeyOrEnd;
        loop {
            let Some(key) = self.string() else {
                return self.stop(next);
            };
            let key = Spanned::new(key, self.span());
            if !self.take(b':') {
                return self.stop(Next::Colon);
            }
            each(self, key)?;
            next = Next::Key;
            if !self.goes_on(b'}')? {
                return Some(());
            }
        }
    }
}
