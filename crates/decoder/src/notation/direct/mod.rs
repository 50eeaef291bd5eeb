//! cMEC c0.2 straight from the text: no tree between tokens and `Draft`.
//!
//! This is the path of every text that is right in syntax and shape. Whatever is not (an unknown key, a wrong type, a
//! key said twice, a cut) ends it with `None`, and the text is read a second time into a tree, which knows what to say
//! about it. The two agree on every text this one accepts; a property test holds that.

mod lexer;
pub(crate) mod parts;

use std::borrow::Cow;

use logos::{Lexer, Logos};

pub(crate) use self::lexer::Token;
use super::json::DEPTH_CEILING;
use super::unescape::unescape;
use crate::contract::Str;
use crate::draft::{Draft, Raw, Word};
use crate::span::{Said, Span};
use crate::tables::Limits;

/// Deepest nesting of the notation itself, without lists in values.
const OWN_DEPTH: u32 = 8;

/// Reads the whole text; `None` where it is not plainly right. Also gives the number of lexical tokens.
pub(crate) fn read<'a>(text: &'a str, limits: &Limits) -> Option<(Draft<'a>, usize)> {
    let mut reader = Reader::new(text, limits)?;
    let draft = parts::intent(&mut reader)?;
    Some((draft, reader.end()?))
}

pub(crate) struct Reader<'a> {
    lexer: Lexer<'a, Token>,
    text: &'a str,
    tokens: usize,
    depth_cap: u32,
}

/// Keys of one object that were seen.
#[derive(Clone, Copy, Default)]
struct Seen(u64);

impl Seen {
    /// Notes a key; `None` when it was there before.
    fn once(&mut self, key: Token) -> Option<()> {
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
            lexer: Token::lexer(text.as_bytes()),
            text,
            tokens: 0,
            depth_cap: limits.input_depth.min(DEPTH_CEILING),
        })
    }

    /// The end of the text: the number of its tokens, where nothing follows.
    pub(crate) fn end(&mut self) -> Option<usize> {
        self.lexer.next().is_none().then_some(self.tokens)
    }

    fn value(&mut self) -> Option<Token> {
        self.tokens += 1;
        self.lexer.next()?.ok()
    }

    fn span(&self) -> Span {
        self.lexer.span().into()
    }

    /// The next key of an object, or its end.
    fn key(&mut self) -> Option<Token> {
        // A key and its colon are two tokens of JSON.
        self.tokens += 2;
        self.lexer.next()?.ok()
    }

    /// Reads an object: `each` reads the value of a key.
    pub(crate) fn object(
        &mut self,
        mut each: impl FnMut(&mut Self, Token) -> Option<()>,
    ) -> Option<Span> {
        (self.value()? == Token::OpenObject).then_some(())?;
        let start = self.lexer.span().start;
        let mut seen = Seen::default();
        let mut key = self.key()?;
        if key == Token::CloseObject {
            self.tokens -= 1;
            return Some(Span::new(start, self.lexer.span().end));
        }
        loop {
            // The end after a comma is no key.
            (key != Token::CloseObject).then_some(())?;
            seen.once(key)?;
            each(self, key)?;
            match self.value()? {
                Token::CloseObject => return Some(Span::new(start, self.lexer.span().end)),
                Token::Comma => key = self.key()?,
                _ => return None,
            }
        }
    }

    /// Reads a list: `each` reads an element, whose first token is not read yet.
    pub(crate) fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        (self.value()? == Token::OpenList).then_some(())?;
        let mut elements = Vec::new();
        if self.peek_close() {
            return Some(elements);
        }
        loop {
            elements.push(each(self)?);
            match self.value()? {
                Token::CloseList => return Some(elements),
                Token::Comma => {}
                _ => return None,
            }
        }
    }

    /// Whether the list ends here; its bracket is then read.
    fn peek_close(&mut self) -> bool {
        let rest = self.lexer.remainder();
        let blank = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
            .count();
        if rest.get(blank) != Some(&b']') {
            return false;
        }
        self.lexer.bump(blank + 1);
        self.tokens += 1;
        true
    }

    pub(crate) fn word(&mut self) -> Option<Word<'a>> {
        let token = self.value()?;
        let text = self.text_of(token)?;
        Some(Said::new(text, self.span()))
    }

    /// The text of a string token that was just read.
    fn text_of(&self, token: Token) -> Option<Str<'a>> {
        let span = self.lexer.span();
        let inner = self.text.get(span.start + 1..span.end - 1)?;
        match token {
            Token::String => Some(Cow::Borrowed(inner)),
            Token::EscapedString => unescape(inner, span.start + 1).ok().map(Cow::Owned),
            _ => None,
        }
    }

    pub(crate) fn digits(&mut self) -> Option<Said<&'a str>> {
        (self.value()? == Token::Number).then_some(())?;
        let span = self.span();
        Some(Said::new(self.text.get(span.start..span.end)?, span))
    }

    fn boolean(&mut self) -> Option<Said<bool>> {
        let yes = match self.value()? {
            Token::True => true,
            Token::False => false,
            _ => return None,
        };
        Some(Said::new(yes, self.span()))
    }

    /// A value as it was said. Objects are no values; their place is found by the second read.
    fn raw(&mut self, depth: u32) -> Option<Said<Raw<'a>>> {
        (depth < self.depth_cap).then_some(())?;
        let token = self.value()?;
        let start = self.lexer.span().start;
        let raw = match token {
            Token::String | Token::EscapedString => Raw::Text(self.text_of(token)?),
            Token::Number => Raw::Number(self.text.get(start..self.lexer.span().end)?),
            Token::True => Raw::Boolean(true),
            Token::False => Raw::Boolean(false),
            Token::Null => Raw::Null,
            Token::OpenList => Raw::List(self.raw_list(depth)?),
            _ => return None,
        };
        Some(Said::new(raw, Span::new(start, self.lexer.span().end)))
    }

    fn raw_list(&mut self, depth: u32) -> Option<Vec<Said<Raw<'a>>>> {
        let mut elements = Vec::new();
        if self.peek_close() {
            return Some(elements);
        }
        loop {
            elements.push(self.raw(depth + 1)?);
            match self.value()? {
                Token::CloseList => return Some(elements),
                Token::Comma => {}
                _ => return None,
            }
        }
    }
}
