//! The position in the tokens of a statement, and the errors found so far.

use std::borrow::Cow;

use crate::finding::Finding;
use crate::finding::registry::{self, Rule};
use crate::read::sql::lexer::{Lexeme, Token, lexemes};
use crate::read::sql::tree::Name;
use crate::span::{Span, Spanned};
use crate::sql_words::RESERVED;

/// Keywords that begin a clause.
const CLAUSES: &[&str] = &[
    "from",
    "where",
    "group",
    "having",
    "qualify",
    "order",
    "limit",
    "offset",
    "fetch",
    "union",
    "intersect",
    "except",
];

pub(super) struct TokenCursor<'a> {
    text: &'a str,
    lexemes: Vec<Lexeme>,
    at: usize,
    /// The number of levels that may still be opened.
    levels: u32,
    pub(super) findings: Vec<Finding>,
}

impl<'a> TokenCursor<'a> {
    /// A cursor from the byte `from` on; brackets and queries nest at most `depth` levels.
    pub(super) fn new(text: &'a str, from: usize, depth: u32) -> Self {
        Self {
            text,
            lexemes: lexemes(text, from),
            at: 0,
            levels: depth,
            findings: Vec::new(),
        }
    }

    /// The token at this distance.
    pub(super) fn peek(&self, ahead: usize) -> Option<Token> {
        self.lexemes.get(self.at + ahead)?.token
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.lexemes.len()
    }

    /// The span of the next token, or the end of the text.
    pub(super) fn here(&self) -> Span {
        let end = self.text.trim_end().len();
        (self.lexemes.get(self.at)).map_or(Span::new(end, end), |lexeme| lexeme.span)
    }

    /// The span from a byte to the end of the last token.
    pub(super) fn since(&self, start: usize) -> Span {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let end = before.map_or(0, |lexeme| lexeme.span.end);
        Span::new(start, end.max(start))
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Takes the next token, whatever it is.
    pub(super) const fn step(&mut self) {
        self.at += 1;
    }

    /// Takes the next token, if it is `token`, and returns its span.
    pub(super) fn take(&mut self, token: Token) -> Option<Span> {
        let span = self.here();
        (self.peek(0) == Some(token)).then(|| {
            self.step();
            span
        })
    }

    pub(super) fn expect(&mut self, token: Token, wanted: &str) -> Option<Span> {
        self.take(token).or_else(|| self.unexpected(wanted))
    }

    /// `true` if the token at this distance is this keyword.
    pub(super) fn is_word(&self, ahead: usize, word: &str) -> bool {
        let lexeme = self.lexemes.get(self.at + ahead);
        lexeme.is_some_and(|lexeme| {
            lexeme.token == Some(Token::Word) && self.slice(lexeme.span).eq_ignore_ascii_case(word)
        })
    }

    /// `true` if the token at this distance is a word but not a keyword.
    pub(super) fn is_bare_word(&self, ahead: usize) -> bool {
        let is_reserved = || RESERVED.iter().any(|word| self.is_word(ahead, word));
        self.peek(ahead) == Some(Token::Word) && !is_reserved()
    }

    pub(super) fn word(&mut self, word: &str) -> Option<Span> {
        self.words(&[word])
    }

    /// Takes a sequence of keywords, if it is next.
    pub(super) fn words(&mut self, words: &[&str]) -> Option<Span> {
        let start = self.here().start;
        let mut ahead = (0..).zip(words);
        let is_next = ahead.all(|(ahead, word)| self.is_word(ahead, word));
        is_next.then(|| {
            self.at += words.len();
            self.since(start)
        })
    }

    /// Takes one of several keywords and returns its index.
    pub(super) fn one_of(&mut self, words: &[&str]) -> Option<Spanned<usize>> {
        let found = words.iter().position(|word| self.is_word(0, word))?;
        let span = self.here();
        self.step();
        Some(Spanned::new(found, span))
    }

    /// Takes a name. After a dot, keywords count as names.
    pub(super) fn name(&mut self, after_dot: bool) -> Option<Spanned<Name<'a>>> {
        let (span, token) = (self.here(), self.peek(0)?);
        let slice = self.slice(span);
        let name = match token {
            Token::Word if after_dot || self.is_bare_word(0) => Name {
                text: Cow::Borrowed(slice),
                quote: None,
            },
            Token::Quoted => Name {
                text: inside(slice),
                quote: slice.chars().next(),
            },
            _ => return None,
        };
        self.step();
        Some(Spanned::new(name, span))
    }

    /// Takes a text in single quotes.
    pub(super) fn text(&mut self) -> Option<Spanned<Cow<'a, str>>> {
        let span = self.take(Token::Text)?;
        Some(Spanned::new(inside(self.slice(span)), span))
    }

    /// Takes a text without its closing quote.
    pub(super) fn open_text(&mut self) -> Option<Spanned<Cow<'a, str>>> {
        let span = self.take(Token::OpenText)?;
        let text = self.slice(span).get(1..)?.trim_end();
        (!text.is_empty()).then(|| Spanned::new(Cow::Borrowed(text), span))
    }

    /// Adds the span to what is parsed.
    pub(super) fn spanned<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Spanned<T>> {
        let start = self.here().start;
        let value = read(self)?;
        Some(Spanned::new(value, self.since(start)))
    }

    /// Parses what stands in brackets, one level deeper.
    pub(super) fn brackets<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Spanned<T>> {
        self.spanned(|tokens| {
            tokens.expect(Token::Open, "`(`")?;
            let inner = tokens.nested(read)?;
            tokens.expect(Token::Close, "`)`")?;
            Some(inner)
        })
    }

    /// Parses one level deeper, within the bound.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let Some(left) = self.levels.checked_sub(1) else {
            let message = "the query is nested too deep";
            let help = "write it with fewer brackets";
            self.report(&registry::TOO_DEEP, self.here(), message, help);
            // Stop, because the rest would only repeat the finding.
            self.at = self.lexemes.len();
            return None;
        };
        self.levels = left;
        let read = read(self);
        self.levels += 1;
        read
    }

    /// Parses items separated by commas.
    pub(super) fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(Token::Comma).is_some() {
            items.push(item(self)?);
        }
        Some(items)
    }

    /// Skips to the next clause of this query, or to its closing bracket.
    pub(super) fn skip_clause(&mut self) {
        let mut depth = 0_usize;
        while !self.is_at_end() {
            let begins_clause = || CLAUSES.iter().any(|word| self.is_word(0, word));
            match self.peek(0) {
                Some(Token::Open) => depth += 1,
                Some(Token::Close | Token::Semicolon) if depth == 0 => return,
                Some(Token::Close) => depth -= 1,
                Some(Token::Word) if depth == 0 && begins_clause() => return,
                _ => {}
            }
            self.step();
        }
    }

    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.findings
            .push(Finding::new(rule, span, "").explain(message, help));
    }

    /// Reports the next token where something else is expected.
    pub(super) fn unexpected<T>(&mut self, wanted: &str) -> Option<T> {
        let slice = self.slice(self.here());
        let help = format!("write {wanted}");
        let (rule, message, help) = match self.peek(0) {
            None if self.is_at_end() => {
                let message = format!("expected {wanted}, found the end");
                (&registry::UNEXPECTED_END, message, help)
            }
            None => {
                let message = format!("`{slice}` is no part of SQL");
                (&registry::UNEXPECTED_CHARACTER, message, help)
            }
            Some(Token::OpenText | Token::OpenQuoted) => {
                let message = "the quote has no end".to_owned();
                (&registry::UNEXPECTED_END, message, "close the quote".into())
            }
            Some(Token::Comment) => {
                let message = "a comment holds a text".to_owned();
                let help = "leave the comment out".to_owned();
                (&registry::UNEXPECTED_TOKEN, message, help)
            }
            Some(_) => {
                let message = format!("expected {wanted}, found `{slice}`");
                (&registry::UNEXPECTED_TOKEN, message, help)
            }
        };
        self.report(rule, self.here(), message, help);
        None
    }

    /// Reports a part of SQL that is not supported.
    pub(super) fn unread<T>(&mut self, span: Span, help: &str) -> Option<T> {
        let message = format!("`{}` is not supported", self.slice(span));
        self.report(&registry::UNEXPECTED_TOKEN, span, message, help);
        None
    }
}

/// The content of a quoted token, with doubled quotes replaced by one.
fn inside(quoted: &str) -> Cow<'_, str> {
    let mut characters = quoted.chars();
    let quote = characters.next().unwrap_or_default();
    characters.next_back();
    let inner = characters.as_str();
    let doubled: String = [quote, quote].iter().collect();
    match inner.contains(&doubled) {
        true => Cow::Owned(inner.replace(&doubled, &quote.to_string())),
        false => Cow::Borrowed(inner),
    }
}
