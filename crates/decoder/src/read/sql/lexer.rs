//! The tokens of SQL in the spellings of its dialects.

use logos::Logos;

use crate::span::Span;

/// A token. Keywords are words, because SQL also allows most of them as names.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\u{FEFF}\u{A0}\u{2000}-\u{200A}\u{202F}\u{3000}]+")]
pub(crate) enum Token {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token(";")]
    Semicolon,
    #[token("*")]
    Star,
    #[token("=")]
    #[token("==")]
    Equal,
    #[token("<>")]
    #[token("!=")]
    Unequal,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    More,
    #[token(">=")]
    AtLeast,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("||")]
    Concatenation,
    #[token("::")]
    Cast,
    #[token("@>")]
    Contains,
    #[token("=>")]
    #[token(":=")]
    Arrow,
    // The number grammar of JSON, because contracts keep the digits.
    #[regex(r"(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")]
    Number,
    /// A text; doubled quotes stand for one.
    #[regex(r"'([^']|'')*'")]
    Text,
    /// A text without its closing quote.
    #[regex(r"'([^']|'')*", priority = 1)]
    OpenText,
    /// A quoted name in any dialect.
    #[regex(r#""([^"]|"")*""#)]
    #[regex(r"`[^`]*`")]
    #[regex(r"\[[^\]\[]*\]")]
    Quoted,
    #[regex(r#""([^"]|"")*"#, priority = 1)]
    OpenQuoted,
    /// A comment. One that holds text may hide a condition and is a finding.
    #[regex(r"--[^\n]*", allow_greedy = true)]
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment,
    #[regex(r"[\p{L}_][\p{L}\p{M}\p{N}_$]*")]
    Word,
}

/// A token and its span; `None` for a character outside SQL.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lexeme {
    pub(crate) token: Option<Token>,
    pub(crate) span: Span,
}

/// The tokens from the byte `from` on, without empty comments.
pub(crate) fn lexemes(text: &str, from: usize) -> Vec<Lexeme> {
    let mut lexer = Token::lexer(text);
    lexer.bump(if text.is_char_boundary(from) { from } else { 0 });
    let mut lexemes = Vec::with_capacity(text.len().saturating_sub(from) / 4 + 1);
    while let Some(token) = lexer.next() {
        let is_empty = |comment: &str| !comment.contains(char::is_alphanumeric);
        if token == Ok(Token::Comment) && is_empty(lexer.slice()) {
            continue;
        }
        lexemes.push(Lexeme {
            token: token.ok(),
            span: Span::from(lexer.span()),
        });
    }
    lexemes
}
