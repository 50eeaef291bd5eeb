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

pub(crate) use self::keys::Key;
use super::json::DEPTH_CEILING;
use crate::draft::{Draft, Word};
use crate::span::{Said, Span};
use crate::tables::Limits;

/// Elements a list has room for at first.
const ROOM: usize = 4;
/// Deepest nesting of the notation itself, without lists in values.
const OWN_DEPTH: u32 = 8;

/// Reads the whole text; `None` where it is not plainly right. Also gives the number of lexical tokens.
pub(crate) fn read<'a>(text: &'a str, limits: &Limits) -> Option<(Draft<'a>, usize)> {
    let mut reader = Reader::new(text, limits)?;
    let draft = parts::intent(&mut reader)?;
    Some((draft, reader.end()?))
}

pub(crate) struct Reader<'a> {
    text: &'a str,
    /// What is not read yet.
    rest: &'a [u8],
    /// Where the last value began.
    start: usize,
    tokens: usize,
    depth_cap: u32,
    /// Whether something stood that can stand nowhere here, so that reading again would end there too.
    failed: bool,
}

/// A place of a reader.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    rest: &'a [u8],
    tokens: usize,
}

/// Keys of one object that were seen.
#[derive(Clone, Copy, Default)]
struct Seen(u64);

impl Seen {
    /// Notes a key; `None` when it was there before.
    fn once(&mut self, key: Key) -> Option<()> {
        let bit = 1_u64 << (key as u8);
        let before = self.0;
        self.0 |= bit;
        (before & bit == 0).then_some(())
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, limits: &Limits) -> Option<Self> {
        // A cap inside the notation's own nesting is left to the second read, which counts every level.
        (limits.input_depth >= OWN_DEPTH).then_some(())?;
        Some(Self {
            text,
            rest: text.as_bytes(),
            start: 0,
            tokens: 0,
            depth_cap: limits.input_depth.min(DEPTH_CEILING),
            failed: false,
        })
    }

    /// The end of the text: the number of its tokens, where nothing follows.
    pub(crate) fn end(&mut self) -> Option<usize> {
        let ended = self.peek().is_none();
        self.failed = !ended;
        ended.then_some(self.tokens)
    }

    /// The place of the next byte.
    #[inline]
    const fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Whether what ended the reading would end every reading of it as cMEC.
    pub(crate) const fn failed(&self) -> bool {
        self.failed
    }

    #[cold]
    const fn fail<T>(&mut self) -> Option<T> {
        self.failed = true;
        None
    }

    /// The next byte that is no blank; it is not read yet.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let [byte, rest @ ..] = self.rest {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(*byte);
            }
            self.rest = rest;
        }
        self.fail()
    }

    /// Reads one mark.
    #[inline]
    pub(crate) fn mark(&mut self) -> Option<u8> {
        self.peek()?;
        let (mark, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.tokens += 1;
        Some(*mark)
    }

    /// Reads this mark, and nothing else.
    #[inline]
    pub(crate) fn expect(&mut self, mark: u8) -> Option<()> {
        if self.mark()? == mark {
            return Some(());
        }
        self.fail()
    }

    /// The place of the value that was just read.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        Span::new(self.start, self.at())
    }

    /// Reads a key and its colon.
    #[inline]
    fn key(&mut self) -> Option<Key> {
        self.peek()?;
        // Nearly every colon follows its key at once.
        let (packed, rest) = match self.rest {
            [b'"', a, b'"', b':', rest @ ..] => (keys::one(*a), rest),
            [b'"', a, b, b'"', b':', rest @ ..] => (keys::two(*a, *b), rest),
            [b'"', a, b, c, b'"', b':', rest @ ..] => (keys::three(*a, *b, *c), rest),
            [b'"', a, b, c, d, b'"', b':', rest @ ..] => (keys::four(*a, *b, *c, *d), rest),
            _ => return self.key_apart(),
        };
        self.rest = rest;
        self.tokens += 2;
        self.known(packed)
    }

    /// Reads a key whose colon stands apart.
    #[cold]
    fn key_apart(&mut self) -> Option<Key> {
        let (packed, rest) = match self.rest {
            [b'"', a, b'"', rest @ ..] => (keys::one(*a), rest),
            [b'"', a, b, b'"', rest @ ..] => (keys::two(*a, *b), rest),
            [b'"', a, b, c, b'"', rest @ ..] => (keys::three(*a, *b, *c), rest),
            [b'"', a, b, c, d, b'"', rest @ ..] => (keys::four(*a, *b, *c, *d), rest),
            _ => return self.fail(),
        };
        self.rest = rest;
        self.tokens += 1;
        self.expect(b':')?;
        self.known(packed)
    }

    #[inline]
    fn known(&mut self, packed: u64) -> Option<Key> {
        match Key::of(packed) {
            Some(key) => Some(key),
            None => self.fail(),
        }
    }

    /// Reads an object: `each` reads the value of a key.
    #[inline]
    pub(crate) fn object(
        &mut self,
        mut each: impl FnMut(&mut Self, Key) -> Option<()>,
    ) -> Option<Span> {
        self.expect(b'{')?;
        let start = self.at() - 1;
        if self.closes(b'}') {
            return Some(Span::new(start, self.at()));
        }
        let mut seen = Seen::default();
        loop {
            let key = self.key()?;
            seen.once(key)?;
            each(self, key)?;
            match self.mark()? {
                b'}' => return Some(Span::new(start, self.at())),
                b',' => {}
                _ => return self.fail(),
            }
        }
    }

    /// Reads a list: `each` reads an element.
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
        if self.closes(b']') {
            return Some(Vec::new());
        }
        let mut elements = Vec::with_capacity(ROOM);
        loop {
            if let Some(element) = each(self)? {
                elements.push(element);
            }
            match self.mark()? {
                b']' => return Some(elements),
                b',' => {}
                _ => return self.fail(),
            }
        }
    }

    /// Whether an object or list ends here; its mark is then read.
    #[inline]
    fn closes(&mut self, mark: u8) -> bool {
        let closes = self.peek() == Some(mark);
        if closes {
            self.expect(mark);
        }
        closes
    }

    #[inline]
    pub(crate) fn word(&mut self) -> Option<Word<'a>> {
        let text = self.string()?;
        Some(Said::new(text, self.span()))
    }

    /// Reads a string without escapes.
    #[inline]
    pub(crate) fn plain(&mut self) -> Option<&'a str> {
        match self.string()? {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }

    /// Reads a string without escapes that is a code. Most have four bytes at most, and are told by their closing quote.
    #[inline]
    pub(crate) fn code(&mut self) -> Option<&'a [u8]> {
        self.peek()?;
        let [b'"', inside @ ..] = self.rest else {
            return None;
        };
        let (length, rest) = match inside {
            [_, b'"', rest @ ..] => (1, rest),
            [_, _, b'"', rest @ ..] => (2, rest),
            [_, _, _, b'"', rest @ ..] => (3, rest),
            [_, _, _, _, b'"', rest @ ..] => (4, rest),
            _ => return self.plain().map(str::as_bytes),
        };
        let code = inside.get(..length)?;
        let plain = code.iter().all(|byte| *byte >= 0x20 && *byte != b'\\');
        plain.then_some(())?;
        self.rest = rest;
        self.tokens += 1;
        Some(code)
    }

    /// Reads a key and its colon, which must be these bytes.
    #[inline]
    pub(crate) fn member(&mut self, key_and_colon: &[u8]) -> Option<()> {
        self.peek()?;
        self.rest = self.rest.strip_prefix(key_and_colon)?;
        self.tokens += 2;
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
            tokens: self.tokens,
        }
    }

    /// Reads again from a place.
    pub(crate) const fn go_back(&mut self, place: Place<'a>) {
        self.rest = place.rest;
        self.tokens = place.tokens;
        self.failed = false;
    }
}
