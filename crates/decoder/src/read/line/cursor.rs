//! Taking tokens one by one: words, texts and marks, and what is said where another stands.

use std::borrow::Cow;

use crate::blank;
use crate::draft::Word;
use crate::finding::Finding;
use crate::finding::registry::{self, Rule};
use crate::line::marks::{self, compares};
use crate::line::word::is_figure;
use crate::names::narrow;
use crate::read::json::unescape::unescape;
use crate::read::line::lexer::{Lexeme, Token};
use crate::read::line::parse::Parser;
use crate::span::{Span, Spanned};

impl<'a> Parser<'a> {
    /// The next token, which must be there.
    pub(super) fn lexeme(&mut self, wanted: &str) -> Option<Lexeme> {
        let found = self.lexemes.get(self.at).copied();
        if found.is_none() {
            self.unexpected::<()>(wanted);
        }
        found
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.lexemes.get(self.at)?.token
    }

    /// What the mark that is next stands for in a list; it is not taken.
    pub(super) fn meant<T: Copy>(
        &self,
        all: &[T],
        mark_of: impl Fn(T) -> &'static str,
    ) -> Option<Spanned<T>> {
        let span = self.lexemes.get(self.at)?.span;
        let mark = self.slice(span);
        let member = all.iter().find(|member| mark_of(**member) == mark)?;
        Some(Spanned::new(*member, span))
    }

    /// The token after the next.
    pub(super) fn second(&self) -> Option<&Lexeme> {
        self.lexemes.get(self.at + 1)
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Takes this token, if it is next: its place.
    pub(super) fn take(&mut self, token: Token) -> Option<Span> {
        let lexeme = self.lexemes.get(self.at)?;
        (lexeme.token == Some(token)).then_some(())?;
        self.at += 1;
        Some(lexeme.span)
    }

    pub(super) fn expect(&mut self, token: Token, wanted: &str) -> Option<Span> {
        self.take(token).or_else(|| self.unexpected(wanted))
    }

    /// The place of the token that was read last.
    pub(super) fn last(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        last.map_or_else(Span::default, |lexeme| lexeme.span)
    }

    /// A name: a word that does not start with a digit, or any in backquotes.
    pub(super) fn name(&mut self, wanted: &str) -> Option<Word<'a>> {
        let lexeme = self.lexeme(wanted)?;
        let Some(name) = self.named(&lexeme) else {
            return self.unexpected(wanted);
        };
        self.at += 1;
        Some(Spanned::new(Cow::Borrowed(name), lexeme.span))
    }

    /// The name that a token is.
    pub(super) fn named(&self, lexeme: &Lexeme) -> Option<&'a str> {
        let slice = self.slice(lexeme.span);
        match lexeme.token {
            Some(Token::Word) if !is_figure(slice) => Some(slice),
            Some(Token::Name) => Some(slice.trim_matches('`')),
            _ => None,
        }
    }

    /// Names after the first, with commas between them.
    pub(super) fn names(&mut self, first: Word<'a>) -> Option<Vec<Word<'a>>> {
        self.more(first, Token::Comma, |parser| parser.name("a name"))
    }

    /// Elements after the first, with this mark between them.
    pub(super) fn more<T>(
        &mut self,
        first: T,
        between: Token,
        next: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut elements = vec![first];
        while self.take(between).is_some() {
            elements.push(next(self)?);
        }
        Some(elements)
    }

    /// Any word, or a text in quotes.
    pub(super) fn text(&mut self, wanted: &str) -> Option<Word<'a>> {
        let lexeme = self.lexeme(wanted)?;
        let slice = self.slice(lexeme.span);
        let inner = || {
            let open = slice.strip_prefix('"').unwrap_or(slice);
            open.strip_suffix('"').unwrap_or(open)
        };
        let text = match lexeme.token {
            Some(Token::Word) => Cow::Borrowed(slice),
            Some(Token::String) => Cow::Borrowed(inner()),
            Some(Token::EscapedString) => match unescape(inner(), lexeme.span.start + 1) {
                Ok(text) => Cow::Owned(text),
                Err(finding) => {
                    self.at += 1;
                    self.findings.push(*finding);
                    return None;
                }
            },
            _ => return self.unexpected(wanted),
        };
        self.at += 1;
        Some(Spanned::new(text, lexeme.span))
    }

    /// A word that starts with a digit.
    pub(super) fn figure(&mut self, wanted: &str) -> Option<Spanned<&'a str>> {
        let lexeme = self.lexeme(wanted)?;
        let slice = self.slice(lexeme.span);
        if lexeme.token != Some(Token::Word) || !is_figure(slice) {
            return self.unexpected(wanted);
        }
        self.at += 1;
        Some(Spanned::new(slice, lexeme.span))
    }

    /// Whether a word that starts with a digit is next.
    pub(super) fn peeks_figure(&self) -> bool {
        let next = self.lexemes.get(self.at);
        next.is_some_and(|next| next.token == Some(Token::Word) && is_figure(self.slice(next.span)))
    }

    /// Whether a text in quotes is next.
    pub(super) fn peeks_text(&self) -> bool {
        matches!(
            self.peek(),
            Some(Token::String | Token::EscapedString | Token::OpenString)
        )
    }

    /// Whether a sign that no line has, and that stands for a comparison, is next.
    pub(super) fn is_compared_by_a_sign(&self) -> bool {
        let next = self.lexemes.get(self.at);
        next.and_then(|next| self.slice(next.span).chars().next())
            .is_some_and(compares)
    }

    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        let finding = Finding::after(self.findings.len(), rule, span, tell);
        self.findings.push(finding);
    }

    /// Says what stands where something else is needed.
    #[cold]
    pub(super) fn unexpected<T>(&mut self, wanted: &str) -> Option<T> {
        let Some(lexeme) = self.lexemes.get(self.at).copied() else {
            let end = blank::end(self.text);
            self.report(&registry::UNEXPECTED_END, Span::new(end, end), |finding| {
                let message = format!("the line ends where {wanted} is needed");
                let help = "the output may have been cut; ask again with a larger token limit";
                finding.explain(message, help)
            });
            return None;
        };
        let slice = self.slice(lexeme.span);
        match lexeme.token {
            None => self.report(&registry::LINE_CHARACTER, lexeme.span, |finding| {
                let shown = slice.escape_debug();
                let finding = finding.said(format!("`{shown}` is not part of the line"));
                let sign = slice.chars().next();
                if let Some(mark) = sign.and_then(marks::of_sign) {
                    return finding.help(format!("write `{mark}` in its place"));
                }
                match sign.and_then(plain) {
                    Some(' ') => finding.help("put a plain blank in its place"),
                    Some(mark) => finding.help(format!(
                        "write `{mark}` in its place, or put the text in double quotes"
                    )),
                    None => finding
                        .help("put a text with other marks than `-`, `.`, `/` in double quotes"),
                }
            }),
            Some(Token::OpenString) => {
                self.open_string(lexeme.span);
                // Where the text should have ended cannot be known, so what follows is no item.
                self.at = self.lexemes.len();
            }
            Some(token) => self.report(&registry::LINE_ORDER, lexeme.span, |finding| {
                let found = match token {
                    Token::Word if is_figure(slice) => "a number",
                    Token::Word => "a word",
                    Token::Name => "a name",
                    Token::String | Token::EscapedString => "a text in quotes",
                    _ => &format!("`{slice}`"),
                };
                finding.said(format!("{found} stands where {wanted} is needed"))
            }),
        }
        None
    }

    fn open_string(&mut self, span: Span) {
        let rest = self.text.get(span.end..).unwrap_or_default();
        let control = rest.chars().next();
        let (rule, place, message): (&'static Rule, _, _) = match control {
            Some(character) => (
                &registry::CONTROL_CHARACTER,
                Span::new(span.end, span.end + character.len_utf8()),
                format!(
                    "a text has the raw control character U+{:04X}",
                    u32::from(character)
                ),
            ),
            None => (
                &registry::UNEXPECTED_END,
                span,
                "the line ends inside a text in quotes".to_owned(),
            ),
        };
        self.report(rule, place, |finding| finding.said(message));
    }
}

/// The plain mark or blank that a wide one stands for.
fn plain(mark: char) -> Option<char> {
    narrow(mark).or_else(|| mark.is_whitespace().then_some(' '))
}
