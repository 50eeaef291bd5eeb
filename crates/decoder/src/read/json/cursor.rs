//! cMEC c0.2 straight from the text: no tree between the bytes and `Draft`.
//!
//! This is the path of every text that is right in syntax and shape. Whatever is not (an unknown key, a wrong type, a
//! key said twice, a cut) ends it with `None`, and the text is read a second time into a tree, which knows what to say
//! about it. The two agree on every text this one accepts; a property test holds that.
//!
//! It is a cursor over the bytes and no lexer: at every place one kind of thing may stand, so there is nothing to tell
//! apart, and that was a quarter of the time of a decode.

mod keys;
pub(crate) mod parts;
pub(crate) mod scan;
mod values;

use std::borrow::Cow;

use crate::code::Code;
use crate::draft::{Draft, Word};
use crate::finding::{Violation, registry};
use crate::list::List;
pub(crate) use crate::read::json::cursor::keys::{Key, Keys};
use crate::read::json::tree::Prospect;
use crate::read::shape;
use crate::span::{Span, Spanned};
use crate::tables::Limits;

/// Deepest nesting of the notation itself, without lists in values.
const OWN_DEPTH: u32 = 8;

/// Reads the whole text; `None` where it is not plainly right.
pub(crate) fn read<'a>(text: &'a str, limits: &Limits) -> Option<Draft<'a>> {
    let mut reader = Reader::new(text, limits)?;
    let draft = parts::intent(&mut reader)?;
    reader.end()?;
    reader.reads_all().then_some(draft)
}

pub(crate) struct Reader<'a> {
    text: &'a str,
    /// What is not read yet.
    rest: &'a [u8],
    /// Where the last value began.
    start: usize,
    depth_cap: u32,
    /// Whether something stood that can stand nowhere here, so that reading again would end there too.
    failed: bool,
    /// Whether what stood there is no JSON, as far as one byte can tell.
    doubtful: bool,
    /// Members that are not read: their keys are not known or stand twice.
    strangers: Vec<Violation>,
}

/// A place of a reader.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    rest: &'a [u8],
    strangers: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, limits: &Limits) -> Option<Self> {
        // A cap inside the notation's own nesting is left to the second read, which counts every level.
        (limits.input_depth >= OWN_DEPTH).then(|| Self::from(text, 0, limits))
    }

    /// Reads from a byte on, which begins a character.
    pub(crate) fn from(text: &'a str, from: usize, limits: &Limits) -> Self {
        Self {
            text,
            rest: text.as_bytes().get(from..).unwrap_or_default(),
            start: 0,
            depth_cap: limits.nesting(),
            failed: false,
            doubtful: false,
            strangers: Vec::new(),
        }
    }

    /// Levels a text may have.
    pub(crate) const fn depth_cap(&self) -> u32 {
        self.depth_cap
    }

    /// What is wrong with members that were not read.
    pub(crate) fn strangers(&mut self) -> Vec<Violation> {
        std::mem::take(&mut self.strangers)
    }

    /// Whether no member was left out.
    pub(crate) const fn reads_all(&self) -> bool {
        self.strangers.is_empty()
    }

    /// The end of the text: nothing follows.
    pub(crate) fn end(&mut self) -> Option<()> {
        let ended = self.peek().is_none();
        self.failed = !ended;
        self.doubtful = !ended;
        ended.then_some(())
    }

    /// The place of the next byte.
    #[inline]
    pub(crate) const fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Whether what ended the reading would end every reading of it as cMEC.
    pub(crate) const fn failed(&self) -> bool {
        self.failed
    }

    /// What a text that failed may be.
    pub(crate) const fn prospect(&self) -> Prospect {
        if self.doubtful {
            Prospect::Doubtful
        } else {
            Prospect::Open
        }
    }

    #[cold]
    pub(crate) const fn fail<T>(&mut self) -> Option<T> {
        self.failed = true;
        self.doubtful = true;
        None
    }

    /// Ends the reading where a value of another kind is needed.
    #[cold]
    fn fail_at_value<T>(&mut self) -> Option<T> {
        self.failed = true;
        let value = b"{[\"-0123456789tfn";
        self.doubtful = !self.rest.first().is_some_and(|byte| value.contains(byte));
        None
    }

    /// A member that an object must have.
    #[inline]
    pub(crate) fn need<T>(&mut self, member: Option<T>) -> Option<T> {
        self.failed |= member.is_none();
        member
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
        self.rest = blanks(self.rest);
        match self.rest {
            [byte, ..] => Some(*byte),
            [] => self.fail(),
        }
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
        self.rest = blanks(self.rest);
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
        if self.take(mark) {
            return Some(());
        }
        self.fail_at_value()
    }

    /// Whether another element follows, after a comma, before the mark that closes its list or object.
    #[inline]
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        if self.take(b',') {
            return Some(true);
        }
        if self.take(close) {
            return Some(false);
        }
        self.fail()
    }

    /// The place of the value that was just read.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.at())
    }

    /// Reads a key and its colon; nothing is read of a key that no object has.
    #[inline]
    fn key(&mut self) -> Option<Key> {
        let (text, rest) = Code::in_quotes(self.rest)?;
        let key = Key::of(text.packed)?;
        // Nearly every colon follows its key at once.
        if let [b':', rest @ ..] = rest {
            self.rest = rest;
            return Some(key);
        }
        self.colon_apart(rest)?;
        Some(key)
    }

    /// Reads the colon of a key that stands apart from it; `rest`: what follows the key.
    #[cold]
    fn colon_apart(&mut self, rest: &'a [u8]) -> Option<()> {
        let start = self.place();
        self.rest = rest;
        if self.expect(b':').is_none() {
            self.go_back(start);
            return None;
        }
        Some(())
    }

    /// Reads an object with these keys: `each` reads the value of one.
    #[inline]
    pub(crate) fn object(
        &mut self,
        keys: Keys,
        mut each: impl FnMut(&mut Self, Key) -> Option<()>,
    ) -> Option<Span> {
        self.expect(b'{')?;
        let start = self.at() - 1;
        if self.take(b'}') {
            return Some(Span::new(start, self.at()));
        }
        let mut awaited = keys;
        loop {
            self.peek()?;
            let member = self.rest;
            match self.key() {
                Some(key) if awaited.take(key) => each(self, key)?,
                key => {
                    self.rest = member;
                    // Until a key of the notation was read the text may be in another one.
                    let known = awaited != keys || keys != Keys::INTENT;
                    self.stranger(key.is_some_and(|key| keys.have(key)), known)?;
                }
            }
            if !self.goes_on(b'}')? {
                return Some(Span::new(start, self.at()));
            }
        }
    }

    /// Leaves out a member whose key is not one of its object, or stands twice in it, and notes what is wrong with it.
    #[cold]
    fn stranger(&mut self, twice: bool, of_notation: bool) -> Option<()> {
        let Cow::Borrowed(key) = self.string()? else {
            return None;
        };
        let span = self.span();
        // Another notation may begin like this, but not with what every notation bans.
        (of_notation || shape::is_banned(key)).then_some(())?;
        // Spanned twice, it has two findings.
        let known = |violation: &Violation| {
            self.text
                .get(violation.span.start + 1..violation.span.end - 1)
                == Some(key)
        };
        let new = !self.strangers.iter().any(known);
        new.then_some(())?;
        self.expect(b':')?;
        self.skip(parts::VALUE_DEPTH)?;
        let rule = if twice {
            &registry::DUPLICATE_KEY
        } else {
            shape::rule_of_unknown(key)
        };
        self.strangers.push(Violation { rule, span });
        Some(())
    }

    /// Reads a list.
    #[inline]
    pub(crate) fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.list_some(|reader| each(reader).map(Some))
    }

    /// Reads a list: `each` reads an element, and `Some(None)` leaves it out.
    #[inline]
    pub(crate) fn list_some<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Option<Option<T>>,
    ) -> Option<Vec<T>> {
        self.expect(b'[')?;
        let mut elements = Vec::new();
        if self.take(b']') {
            return Some(elements);
        }
        loop {
            if let Some(element) = each(self)? {
                elements.add(element);
            }
            if !self.goes_on(b']')? {
                return Some(elements);
            }
        }
    }

    #[inline]
    pub(crate) fn word(&mut self) -> Option<Word<'a>> {
        let text = self.string()?;
        Some(Spanned::new(text, self.span()))
    }

    /// Reads a string without escapes.
    #[inline]
    pub(crate) fn plain(&mut self) -> Option<&'a str> {
        match self.string()? {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }

    /// Reads a string without escapes that is a code. Most are short, and are told by their closing quote; what has an
    /// escape among them is no code that is known.
    #[inline]
    pub(crate) fn code(&mut self) -> Option<Code<'a>> {
        self.peek()?;
        match Code::in_quotes(self.rest) {
            Some((code, rest)) => {
                self.rest = rest;
                Some(code)
            }
            None => self.long_code(),
        }
    }

    #[cold]
    fn long_code(&mut self) -> Option<Code<'a>> {
        (self.rest.first() == Some(&b'"')).then_some(())?;
        self.plain().map(|text| Code::of(text.as_bytes()))
    }

    /// Reads a key and its colon, which must be these bytes.
    #[inline]
    pub(crate) fn member(&mut self, key_and_colon: &[u8]) -> Option<()> {
        self.peek()?;
        self.rest = self.rest.strip_prefix(key_and_colon)?;
        Some(())
    }

    /// What was read since a place.
    pub(crate) const fn since(&self, place: Place<'a>) -> Span {
        Span::new(self.text.len() - place.rest.len(), self.at())
    }

    /// Where it is, to come back to.
    pub(crate) const fn place(&self) -> Place<'a> {
        Place {
            rest: self.rest,
            strangers: self.strangers.len(),
        }
    }

    /// Reads again from a place.
    pub(crate) fn go_back(&mut self, place: Place<'a>) {
        self.strangers.truncate(place.strangers);
        self.rest = place.rest;
        self.failed = false;
        self.doubtful = false;
    }
}

/// What follows the blanks at the start.
fn blanks(mut bytes: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = bytes {
        bytes = rest;
    }
    bytes
}
