//! A cursor over the bytes of JSON. It knows the grammar, and nothing of what is built from it.
//!
//! It is no lexer: at every place one kind of thing may stand, so there is nothing to tell apart. A lexer in its place
//! took a quarter of the time of a decode. Every reading method gives `None` at the first thing that cannot stand
//! where it does; what that is, [`grammar_fault`](super::grammar_fault) says of the place where it stopped.

use crate::draft::Word;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

pub(crate) struct Cursor<'a> {
    pub(super) text: &'a str,
    /// What is not read yet.
    pub(super) rest: &'a [u8],
    /// Where the last string, number or literal began.
    pub(super) start: usize,
    depth_cap: u32,
    /// The first place where something stands that can stand there in no intent.
    stop: Option<Stop>,
}

/// A place where reading stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    pub(crate) at: usize,
    /// What may stand there.
    pub(crate) next: Next,
}

/// What may stand next.
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
    /// No value: the text is nested as deep as it may be.
    TooDeep,
}

impl<'a> Cursor<'a> {
    /// Reads from a byte on, which begins a character.
    pub(crate) fn from(text: &'a str, from: usize, limits: &Limits) -> Self {
        Self {
            text,
            rest: text.as_bytes().get(from..).unwrap_or_default(),
            start: from,
            depth_cap: limits.nesting(),
            stop: None,
        }
    }

    /// Levels a text may have.
    pub(crate) const fn depth_cap(&self) -> u32 {
        self.depth_cap
    }

    /// Where reading stopped; `None`: nothing stood where it could not, as far as the text was read.
    pub(crate) const fn stopped(&self) -> Option<Stop> {
        self.stop
    }

    /// Stops the reading where something else is needed.
    #[cold]
    pub(crate) fn stop<T>(&mut self, next: Next) -> Option<T> {
        let at = self.at();
        self.stop.get_or_insert(Stop { at, next });
        None
    }

    /// The end of the text: nothing follows.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }

    /// The place of the next byte.
    #[inline]
    pub(crate) const fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The next byte that is no blank; it is not read yet. Most texts have no blanks.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        match self.rest {
            [byte, ..] if *byte > b' ' => Some(*byte),
            _ => self.peek_after_blanks(),
        }
    }

    #[cold]
    fn peek_after_blanks(&mut self) -> Option<u8> {
        self.rest = after_blanks(self.rest);
        self.rest.first().copied()
    }

    /// Reads this mark, if it is the next.
    #[inline]
    pub(crate) fn take(&mut self, mark: u8) -> bool {
        match self.rest {
            [byte, rest @ ..] if *byte == mark => {
                self.rest = rest;
                true
            }
            [byte, ..] if *byte > b' ' => false,
            _ => self.take_after_blanks(mark),
        }
    }

    #[cold]
    fn take_after_blanks(&mut self, mark: u8) -> bool {
        self.rest = after_blanks(self.rest);
        match self.rest {
            [byte, rest @ ..] if *byte == mark => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Reads this mark, and nothing else.
    #[inline]
    pub(crate) fn expect(&mut self, mark: u8) -> Option<()> {
        self.take(mark).then_some(())
    }

    /// Whether another element follows, after a comma, before the mark that closes its list or object.
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

    /// The place of the string, number or literal that was just read.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.at())
    }

    /// Reads a list.
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

    /// Reads an object with whatever keys: `each` reads the value of one.
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
            let Some(key) = self.word() else {
                return self.stop(next);
            };
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

    #[inline]
    pub(crate) fn word(&mut self) -> Option<Word<'a>> {
        let text = self.string()?;
        Some(Spanned::new(text, self.span()))
    }
}

/// What follows the blanks at the start.
fn after_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}
