//! Parses tokens into the tree of one statement, by recursive descent.
//!
//! Each bracket and each nested query is one level, and levels are bounded. Chains of operators, of `NOT` and of `-`
//! add none. A clause with an error is left out, and parsing continues at the next clause of the same query.

mod clauses;
mod expressions;

pub(super) use clauses::CHANGES;

use std::borrow::Cow;

use crate::finding::Finding;
use crate::finding::registry::{self, Rule};
use crate::read::sql::lexer::{Lexeme, Token, lexemes};
use crate::read::sql::tree::{Name, Statement};
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

/// The parsed part of a statement, and the errors.
pub(crate) struct ParsedStatement<'a> {
    pub(crate) statement: Option<Spanned<Statement<'a>>>,
    pub(crate) findings: Vec<Finding>,
}

/// Parses one statement from the byte `from` on; brackets and queries nest at most `depth` levels.
pub(crate) fn parse(text: &str, from: usize, depth: u32) -> ParsedStatement<'_> {
    let mut parser = Parser {
        text,
        lexemes: lexemes(text, from),
        at: 0,
        levels: depth,
        findings: Vec::new(),
    };
    let statement = parser.statement();
    ParsedStatement {
        statement,
        findings: parser.findings,
    }
}

struct Parser<'a> {
    text: &'a str,
    lexemes: Vec<Lexeme>,
    at: usize,
    /// The number of levels that may still be opened.
    levels: u32,
    findings: Vec<Finding>,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Token> {
        self.lexemes.get(self.at)?.token
    }

    /// The span of the next token, or the end of the text.
    fn here(&self) -> Span {
        let end = self.text.trim_end().len();
        (self.lexemes.get(self.at)).map_or(Span::new(end, end), |lexeme| lexeme.span)
    }

    fn end(&self) -> usize {
        let before = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.map_or(0, |lexeme| lexeme.span.end)
    }

    fn from(&self, start: usize) -> Span {
        Span::new(start, self.end().max(start))
    }

    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Takes the next token, if it is `token`, and returns its span.
    fn take(&mut self, token: Token) -> Option<Span> {
        let lexeme = self.lexemes.get(self.at)?;
        (lexeme.token == Some(token)).then_some(())?;
        self.at += 1;
        Some(lexeme.span)
    }

    fn expect(&mut self, token: Token, wanted: &str) -> Option<Span> {
        let found = self.take(token);
        if found.is_none() {
            self.unexpected(wanted);
        }
        found
    }

    /// `true` if the token at this distance is this keyword.
    fn is_word(&self, ahead: usize, word: &str) -> bool {
        let lexeme = self.lexemes.get(self.at + ahead);
        lexeme.is_some_and(|lexeme| {
            lexeme.token == Some(Token::Word) && self.slice(lexeme.span).eq_ignore_ascii_case(word)
        })
    }

    /// `true` if the token at this distance is a word but not a keyword.
    fn is_bare_word(&self, ahead: usize) -> bool {
        let lexeme = self.lexemes.get(self.at + ahead);
        let is_word = lexeme.is_some_and(|lexeme| lexeme.token == Some(Token::Word));
        is_word && !RESERVED.iter().any(|word| self.is_word(ahead, word))
    }

    fn word(&mut self, word: &str) -> Option<Span> {
        let span = self.here();
        self.is_word(0, word).then(|| {
            self.at += 1;
            span
        })
    }

    /// Takes a sequence of keywords, if it is next.
    fn words(&mut self, words: &[&str]) -> Option<Span> {
        let start = self.here().start;
        let mut ahead = (0..).zip(words);
        ahead
            .all(|(ahead, word)| self.is_word(ahead, word))
            .then(|| {
                self.at += words.len();
                self.from(start)
            })
    }

    /// Takes one of several keywords and returns its index.
    fn one_of(&mut self, words: &[&str]) -> Option<Spanned<usize>> {
        let found = words.iter().position(|word| self.is_word(0, word))?;
        let span = self.here();
        self.at += 1;
        Some(Spanned::new(found, span))
    }

    fn is_reserved(&self) -> bool {
        RESERVED.iter().any(|word| self.is_word(0, word))
    }

    /// Takes a name. After a dot, keywords count as names.
    fn name(&mut self, after_dot: bool) -> Option<Spanned<Name<'a>>> {
        let (span, token) = (self.here(), self.peek()?);
        let slice = self.slice(span);
        let name = match token {
            Token::Word if after_dot || !self.is_reserved() => Name {
                text: Cow::Borrowed(slice),
                quote: None,
            },
            Token::Quoted => Name {
                text: inside(slice),
                quote: slice.chars().next(),
            },
            _ => return None,
        };
        self.at += 1;
        Some(Spanned::new(name, span))
    }

    /// Takes a text in single quotes.
    fn text(&mut self) -> Option<Spanned<Cow<'a, str>>> {
        let span = self.take(Token::Text)?;
        Some(Spanned::new(inside(self.slice(span)), span))
    }

    /// Takes a text without its closing quote.
    fn open_text(&mut self) -> Option<Spanned<Cow<'a, str>>> {
        let span = self.take(Token::OpenText)?;
        let text = self.slice(span).get(1..)?.trim_end();
        (!text.is_empty()).then(|| Spanned::new(Cow::Borrowed(text), span))
    }

    /// Parses one level deeper, within the bound.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let Some(left) = self.levels.checked_sub(1) else {
            self.report(
                &registry::TOO_DEEP,
                self.here(),
                "the query is nested too deep",
                "write it with fewer brackets",
            );
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
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.take(Token::Comma).is_some() {
            items.push(item(self)?);
        }
        Some(items)
    }

    /// Skips to the next clause of this query, or to its closing bracket.
    fn skip_clause(&mut self) {
        let mut depth = 0_usize;
        while let Some(token) = self.lexemes.get(self.at).map(|lexeme| lexeme.token) {
            match token {
                Some(Token::Open) => depth += 1,
                Some(Token::Close | Token::Semicolon) if depth == 0 => return,
                Some(Token::Close) => depth -= 1,
                Some(Token::Word)
                    if depth == 0 && CLAUSES.iter().any(|word| self.is_word(0, word)) =>
                {
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    fn report(
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
    fn unexpected(&mut self, wanted: &str) {
        let span = self.here();
        let help = format!("write {wanted}");
        match self.lexemes.get(self.at).map(|lexeme| lexeme.token) {
            None => self.report(
                &registry::UNEXPECTED_END,
                span,
                format!("expected {wanted}, found the end"),
                help,
            ),
            Some(None) => {
                let message = format!("`{}` is no part of SQL", self.slice(span));
                self.report(&registry::UNEXPECTED_CHARACTER, span, message, help);
            }
            Some(Some(Token::OpenText | Token::OpenQuoted)) => {
                self.report(
                    &registry::UNEXPECTED_END,
                    span,
                    "the quote has no end",
                    "close the quote",
                );
            }
            Some(Some(Token::Comment)) => {
                self.report(
                    &registry::UNEXPECTED_TOKEN,
                    span,
                    "a comment holds a text",
                    "leave the comment out",
                );
            }
            Some(Some(_)) => {
                let message = format!("expected {wanted}, found `{}`", self.slice(span));
                self.report(&registry::UNEXPECTED_TOKEN, span, message, help);
            }
        }
    }

    /// Reports a part of SQL that is not supported.
    fn unread(&mut self, span: Span, help: &str) {
        let message = format!("`{}` is not supported", self.slice(span));
        self.report(&registry::UNEXPECTED_TOKEN, span, message, help);
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
