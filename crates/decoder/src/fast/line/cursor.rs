//! A cursor over the bytes of a line. Whatever it does not know at once (an escape, a name in backquotes) ends the
//! reading, and the line is read the longer way.

use std::borrow::Cow;

use crate::calendar;
use crate::contract::Str;
use crate::line::word;
use crate::read::json::string_end;
use crate::read::json::unescape::unescape;
use crate::span::Span;

pub(super) struct LineCursor<'a> {
    text: &'a str,
    at: usize,
    /// Where the first item begins.
    start: usize,
}

impl<'a> LineCursor<'a> {
    /// Of a text without the blanks and line breaks around it; a line break inside it ends the reading.
    pub(super) fn new(text: &'a str) -> Self {
        let says = |byte: u8| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let end = text.bytes().rposition(says).map_or(0, |last| last + 1);
        let text = text.get(..end).unwrap_or_default();
        let start = text.bytes().position(says).unwrap_or_default();
        Self {
            text,
            at: start,
            start,
        }
    }

    /// Whether a blank stands before the place it is at, or nothing at all.
    #[inline]
    pub(super) fn is_apart(&self) -> bool {
        self.at == self.start || matches!(self.behind(), Some(b' ' | b'\t'))
    }

    /// The same where the braces of a group open.
    #[inline]
    pub(super) fn is_apart_in_group(&self) -> bool {
        matches!(self.behind(), Some(b' ' | b'\t' | b'{'))
    }

    /// Whether what was just read ends with a quote or a bracket; blanks behind it may have been passed.
    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        matches!(self.last_read(), Some(b'"' | b']'))
    }

    /// Whether nothing but blanks stands behind a place that was read.
    #[inline]
    pub(super) fn only_blanks_since(&self, place: usize) -> bool {
        let since = self.text.as_bytes().get(place..self.at);
        since.is_some_and(|since| since.iter().all(|byte| matches!(byte, b' ' | b'\t')))
    }

    /// Whether a digit is the last thing before the place it is at, but for blanks.
    pub(super) fn is_behind_digit(&self) -> bool {
        self.last_read().is_some_and(|byte| byte.is_ascii_digit())
    }

    /// The last byte that was read and is no blank.
    #[inline]
    fn last_read(&self) -> Option<u8> {
        let read = self.text.as_bytes().get(..self.at)?;
        let mut read = read.iter().rev();
        read.find(|byte| !matches!(byte, b' ' | b'\t')).copied()
    }

    fn behind(&self) -> Option<u8> {
        let before = self.at.checked_sub(1)?;
        self.text.as_bytes().get(before).copied()
    }

    /// The next byte that is no blank; it is not read yet. A line break is none.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.at)? {
                // Most are none: one comparison.
                byte @ b'!'.. => return Some(byte),
                b' ' | b'\t' => self.at += 1,
                byte => return Some(byte),
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
        self.word_here()
    }

    /// Reads a word that starts at the next byte.
    #[inline]
    pub(super) fn word_here(&mut self) -> Option<&'a str> {
        let end = word::end(self.text, self.at);
        let word = self
            .text
            .get(self.at..end)
            .filter(|word| !word.is_empty())?;
        self.at = end;
        Some(word)
    }

    /// Reads a word that starts with no digit.
    #[inline]
    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.word().filter(|word| !word::is_figure(word))
    }

    /// Reads a whole number from `least` to `most`.
    #[inline]
    pub(super) fn amount(&mut self, least: u32, most: u32) -> Option<u32> {
        /// More digits are too many, or have zeros before them: both are read the longer way.
        const DIGITS: usize = 9;
        self.peek()?;
        let bytes = self.text.as_bytes();
        let (mut at, mut number) = (self.at, 0);
        while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
            (at - self.at < DIGITS).then_some(())?;
            number = number * 10 + u32::from(digit - b'0');
            at += 1;
        }
        let padded = at > self.at + 1 && bytes.get(self.at) == Some(&b'0');
        let said = at > self.at && !padded && !word::goes_on(bytes, at);
        self.at = at;
        (said && (least..=most).contains(&number)).then_some(number)
    }

    /// Reads a word or a text in quotes.
    pub(super) fn text(&mut self) -> Option<Str<'a>> {
        let mut text = Cow::Borrowed("");
        self.text_to(&mut text)?;
        Some(text)
    }

    /// Reads a word or a text in quotes to where it belongs.
    #[inline]
    pub(super) fn text_to(&mut self, into: &mut Str<'a>) -> Option<()> {
        match self.peek()? {
            b'"' => self.string_to(into),
            _ => {
                *into = Cow::Borrowed(self.word_here()?);
                Some(())
            }
        }
    }

    /// Reads a text in quotes, whose first is next.
    #[inline]
    pub(super) fn string_to(&mut self, into: &mut Str<'a>) -> Option<()> {
        let inside = self.text.get(self.at + 1..)?;
        let end = string_end::special(inside.as_bytes())?;
        match inside.as_bytes().get(end)? {
            b'"' => {
                self.mark(end + 2);
                *into = Cow::Borrowed(inside.get(..end)?);
            }
            b'\\' => *into = self.escaped(inside, end)?,
            _ => return None,
        }
        Some(())
    }

    /// Reads a text in quotes that has escapes; `inside`: what follows the first quote, `plain`: how much of it is plain.
    #[cold]
    fn escaped(&mut self, inside: &'a str, plain: usize) -> Option<Str<'a>> {
        let end = plain + string_end::escaped(inside.as_bytes().get(plain..)?)?;
        let text = unescape(inside.get(..end)?, self.at + 1).ok()?;
        self.mark(end + 2);
        Some(Cow::Owned(text))
    }

    /// The digits of a number, with a sign right before them.
    #[inline]
    pub(super) fn number(&mut self) -> Option<&'a str> {
        self.peek()?;
        let bytes = self.text.as_bytes();
        let end = word::number_end(bytes, self.at)?;
        // A word that is no number, or perhaps two of them with a mark between.
        (!word::goes_on(bytes, end)).then_some(())?;
        let digits = self.text.get(self.at..end);
        self.at = end;
        digits
    }

    /// A day without quotes.
    #[inline]
    pub(super) fn day(&mut self) -> Option<&'a str> {
        /// Bytes of a day.
        const LENGTH: usize = 10;
        self.peek()?;
        let end = self.at + LENGTH;
        let day = self.text.get(self.at..end)?;
        let whole = calendar::is_date(day) && !word::goes_on(self.text.as_bytes(), end);
        whole.then_some(())?;
        self.at = end;
        Some(day)
    }

    /// Whether what comes next is a name, and so no value of a comparison by `<` or `>`.
    pub(super) fn names_follow(&mut self) -> bool {
        match self.peek() {
            Some(b'`' | b'a'..=b'z' | b'A'..=b'Z' | b'_') => true,
            Some(0x80..) => {
                let place = self.at;
                let named = self.word_here().is_some();
                self.at = place;
                named
            }
            _ => false,
        }
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
