//! A cursor over the bytes of a line. Whatever it does not know at once (an escape, a name in backquotes) ends the
//! reading, and the line is read the longer way.

use std::borrow::Cow;

use crate::contract::Str;
use crate::notation::direct::scan;
use crate::notation::line::word;
use crate::span::{Said, Span};

pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is no blank; it is not read yet.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(*byte),
            }
        }
    }

    /// The byte so many places after the next.
    #[inline]
    pub(super) fn ahead(&self, places: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + places).copied()
    }

    /// Reads a mark of so many bytes.
    #[inline]
    pub(super) const fn mark(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads this mark, if it is next.
    #[inline]
    pub(super) fn take(&mut self, mark: u8) -> bool {
        let next = self.peek() == Some(mark);
        if next {
            self.mark(1);
        }
        next
    }

    #[inline]
    pub(super) fn expect(&mut self, mark: u8) -> Option<()> {
        self.take(mark).then_some(())
    }

    /// Reads a word.
    #[inline]
    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.peek()?;
        let rest = self.text.get(self.at..)?;
        let length = word::length(rest);
        let word = rest.get(..length).filter(|word| !word.is_empty())?;
        self.mark(length);
        Some(word)
    }

    /// Reads a word that starts with no digit.
    #[inline]
    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.word().filter(|word| !word::is_figure(word))
    }

    /// Reads a word that starts with a digit.
    #[inline]
    pub(super) fn figure(&mut self) -> Option<Said<&'a str>> {
        let word = self.word().filter(|word| word::is_figure(word))?;
        Some(Said::new(word, self.last(word)))
    }

    /// Reads a word or a text in quotes.
    #[inline]
    pub(super) fn text(&mut self) -> Option<Str<'a>> {
        let text = match self.peek()? {
            b'"' => self.string()?,
            _ => self.word()?,
        };
        Some(Cow::Borrowed(text))
    }

    /// Reads a text in quotes that has no escapes.
    pub(super) fn string(&mut self) -> Option<&'a str> {
        let inside = self.text.get(self.at + 1..)?;
        let end = scan::special(inside.as_bytes())?;
        let text = inside.get(..end)?;
        (inside.as_bytes().get(end) == Some(&b'"')).then_some(())?;
        self.mark(end + 2);
        Some(text)
    }

    /// The digits of a number, with a sign right before them.
    #[inline]
    pub(super) fn number(&mut self) -> Option<&'a str> {
        self.peek()?;
        let start = self.at;
        if self.ahead(0) == Some(b'-') {
            self.ahead(1).filter(u8::is_ascii_digit)?;
            self.mark(1);
        }
        self.word()?;
        let digits = self.text.get(start..self.at)?;
        word::is_number(digits).then_some(digits)
    }

    /// The place of what was just read.
    pub(super) fn last(&self, read: &str) -> Span {
        Span::new(self.at.saturating_sub(read.len()), self.at)
    }

    /// Where it is, to come back to.
    pub(super) const fn place(&self) -> usize {
        self.at
    }

    pub(super) const fn go_back(&mut self, at: usize) {
        self.at = at;
    }
}
