//! The tokens of the line. A word is told by [`word::length`], everything else by its first marks.

use logos::{Lexer, Logos};

use crate::blank;
use crate::line::word;
use crate::span::Span;

/// A token of the line.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Token {
    #[token("@")]
    At,
    #[token(":")]
    Colon,
    #[token("#")]
    Hash,
    #[token("*")]
    Star,
    #[token(".")]
    Dot,
    #[token("..")]
    Range,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("-")]
    Minus,
    #[token("+")]
    Plus,
    #[token("|")]
    Bar,
    #[token("&")]
    And,
    #[token("!")]
    Not,
    #[token("?")]
    Question,
    #[token("%")]
    Percent,
    #[token("^")]
    Caret,
    #[token("/")]
    Slash,
    #[token("$")]
    Dollar,
    #[token("(")]
    OpenRound,
    #[token(")")]
    CloseRound,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("{")]
    OpenCurly,
    #[token("}")]
    CloseCurly,
    #[token("<")]
    Less,
    #[token(">")]
    More,
    #[token("<>")]
    Either,
    /// A mark that compares and does nothing else.
    #[token("=")]
    #[token("!=")]
    #[token("~")]
    #[token("!~")]
    #[token("^=")]
    #[token("$=")]
    #[token("<=")]
    #[token(">=")]
    #[token("=*")]
    #[token("==*")]
    #[token("!=*")]
    Comparison,
    /// A name that is no keyword, whatever it looks like.
    #[regex(r"`[^`\x00-\x1F]+`")]
    Name,
    /// A string with no escapes: its text is what stands between the quotes.
    #[regex(r#""[^"\\\x00-\x1F]*""#, priority = 5)]
    String,
    /// A string with escapes.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*""#, priority = 4)]
    EscapedString,
    /// A string that meets a control character or the end before its closing quote.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*"#, priority = 3)]
    OpenString,
    #[regex(r"[A-Za-z0-9_]|[^\x00-\x7F]", word)]
    Word,
}

/// Takes the rest of a word; `false` where its first character is none of a word.
fn word(lexer: &mut Lexer<'_, Token>) -> bool {
    let start = lexer.span().start;
    let text = lexer.source().get(start..).unwrap_or_default();
    let length = word::length(text);
    let more = length.saturating_sub(lexer.slice().len());
    lexer.bump(more);
    length > 0
}

/// A token and its place; no token where a character is none of the line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexeme {
    pub(crate) token: Option<Token>,
    pub(crate) span: Span,
    /// Whether a blank stands before it.
    pub(crate) apart: bool,
}

/// The number of tokens of a text.
pub(crate) fn count(text: &str) -> usize {
    Token::lexer(text).count()
}

/// The tokens of the line that begins at the byte `from`, and what follows the line break that ends it.
pub(crate) fn lexemes(text: &str, from: usize) -> (Vec<Lexeme>, Option<Span>) {
    let mut lexer = Token::lexer(text);
    lexer.bump(if text.is_char_boundary(from) { from } else { 0 });
    let mut end = from;
    // Most tokens have a few bytes.
    let mut lexemes = Vec::with_capacity((text.len() - from.min(text.len())) / 4 + 1);
    while let Some(token) = lexer.next() {
        let span = Span::from(lexer.span());
        let between = text.get(end..span.start).unwrap_or_default();
        if !lexemes.is_empty() && between.contains(['\n', '\r']) {
            let rest = Span::new(span.start, blank::end(text));
            return (lexemes, Some(rest));
        }
        lexemes.push(Lexeme {
            token: token.ok(),
            span,
            apart: span.start > end || lexemes.is_empty(),
        });
        end = span.end;
    }
    (lexemes, None)
}
