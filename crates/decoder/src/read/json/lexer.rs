//! The tokens of JSON, by RFC 8259. What is nearly a token has a token of its own, so that it gets its own finding.
//!
//! What is nearly a token (`007`, a bare word, an open string) is a token of its own, and so gets its own finding. Reading
//! needs no tokens: a text is lexed to find its first fault, and to count its tokens when they are asked for.

use logos::Logos;

/// A token of JSON text.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
pub(crate) enum Token {
    #[token("{")]
    OpenObject,
    #[token("}")]
    CloseObject,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("null")]
    Null,
    #[regex(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", priority = 10)]
    Number,
    /// Looks like a number and is none: `007`, `1.`, `.5`, `+1`, `1e`, `-`.
    #[regex(r"[-+.0-9][-+.0-9eE]*", priority = 3)]
    BadNumber,
    /// A string with no escapes: its text is what stands between the quotes.
    #[regex(r#""[^"\\\x00-\x1F]*""#, priority = 5)]
    String,
    /// A string with escapes.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*""#, priority = 1)]
    EscapedString,
    /// A string that meets a control character or the end before its closing quote.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*"#, priority = 0)]
    OpenString,
    /// A bare word; never JSON, but named as a whole in its finding.
    #[regex(
        r"[A-Za-z_\p{Cyrillic}\p{Han}][A-Za-z_0-9\p{Cyrillic}\p{Han}]*",
        priority = 2
    )]
    Word,
}

impl Token {
    /// Whether it is a token of JSON, and not nearly one.
    pub(crate) const fn is_whole(self) -> bool {
        !matches!(self, Self::BadNumber | Self::OpenString | Self::Word)
    }

    /// What it is, for messages.
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::OpenObject => "`{`",
            Self::CloseObject => "`}`",
            Self::OpenList => "`[`",
            Self::CloseList => "`]`",
            Self::Colon => "`:`",
            Self::Comma => "`,`",
            Self::True => "`true`",
            Self::False => "`false`",
            Self::Null => "`null`",
            Self::Number | Self::BadNumber => "a number",
            Self::String | Self::EscapedString | Self::OpenString => "a string",
            Self::Word => "a bare word",
        }
    }
}
