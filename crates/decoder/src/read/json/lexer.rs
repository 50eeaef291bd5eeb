//! The tokens of JSON (RFC 8259), used to find the first error and to count tokens.
//!
//! Malformed tokens (`007`, a bare word, an unclosed string) are tokens of their own, so that each gets its own
//! finding.

use logos::Logos;

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
    /// A malformed number: `007`, `1.`, `.5`, `+1`, `1e`, `-`.
    #[regex(r"[-+.0-9][-+.0-9eE]*", priority = 3)]
    BadNumber,
    /// A string without escapes.
    #[regex(r#""[^"\\\x00-\x1F]*""#, priority = 5)]
    String,
    /// A string with escapes.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*""#, priority = 1)]
    EscapedString,
    /// A string with a control character or the end of the text before its closing quote.
    #[regex(r#""([^"\\\x00-\x1F]|\\[^\x00-\x1F])*"#, priority = 0)]
    OpenString,
    /// A bare word, which is never JSON.
    #[regex(
        r"[A-Za-z_\p{Cyrillic}\p{Han}][A-Za-z_0-9\p{Cyrillic}\p{Han}]*",
        priority = 2
    )]
    Word,
}

impl Token {
    /// `true` for a valid JSON token, `false` for a malformed one.
    pub(crate) const fn is_whole(self) -> bool {
        !matches!(self, Self::BadNumber | Self::OpenString | Self::Word)
    }

    /// The token's description for messages.
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
