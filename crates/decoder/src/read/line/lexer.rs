//! The tokens of the line. A word is told by [`word::length`], everything else by its first marks.

use logos::{Lexer, Logos};

use crate::language::{Direction, Operator, SetOperator};
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
    #[token("=")]
    Equal,
    #[token("!=")]
    Unequal,
    #[token("~")]
    Contains,
    #[token("!~")]
    Lacks,
    #[token("^=")]
    Starts,
    #[token("$=")]
    Ends,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    More,
    #[token(">=")]
    AtLeast,
    #[token("<>")]
    Either,
    #[token("=*")]
    Exists,
    #[token("==*")]
    Present,
    #[token("!=*")]
    Absent,
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

impl Token {
    /// The operator a mark stands for, before its value is known.
    pub(super) const fn operator(self) -> Option<Operator> {
        Some(match self {
            Self::Equal => Operator::Eq,
            Self::Unequal => Operator::Ne,
            Self::Contains => Operator::Contains,
            Self::Lacks => Operator::NotContains,
            Self::Starts => Operator::StartsWith,
            Self::Ends => Operator::EndsWith,
            Self::Less => Operator::Lt,
            Self::AtMost => Operator::Le,
            Self::More => Operator::Gt,
            Self::AtLeast => Operator::Ge,
            Self::Exists | Self::Present | Self::Absent => Operator::Exists,
            _ => return None,
        })
    }

    /// The way a mark stands for.
    pub(super) const fn direction(self) -> Option<Direction> {
        Some(match self {
            Self::More => Direction::Out,
            Self::Less => Direction::In,
            Self::Either => Direction::Both,
            _ => return None,
        })
    }

    /// The operation a mark stands for.
    pub(super) const fn set_operator(self) -> Option<SetOperator> {
        Some(match self {
            Self::Bar => SetOperator::Union,
            Self::And => SetOperator::Intersect,
            Self::Not => SetOperator::Except,
            _ => return None,
        })
    }
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

/// All tokens from the byte `from` on.
pub(crate) fn lexemes(text: &str, from: usize) -> Vec<Lexeme> {
    let mut lexer = Token::lexer(text);
    lexer.bump(if text.is_char_boundary(from) { from } else { 0 });
    let mut end = from;
    // Most tokens have a few bytes.
    let mut lexemes = Vec::with_capacity((text.len() - from.min(text.len())) / 4 + 1);
    while let Some(token) = lexer.next() {
        let span = Span::from(lexer.span());
        lexemes.push(Lexeme {
            token: token.ok(),
            span,
            apart: span.start > end || lexemes.is_empty(),
        });
        end = span.end;
    }
    lexemes
}

impl Token {
    /// What it is, for messages.
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::At => "`@`",
            Self::Colon => "`:`",
            Self::Hash => "`#`",
            Self::Star => "`*`",
            Self::Dot => "`.`",
            Self::Range => "`..`",
            Self::Comma => "`,`",
            Self::Semicolon => "`;`",
            Self::Minus => "`-`",
            Self::Plus => "`+`",
            Self::Bar => "`|`",
            Self::And => "`&`",
            Self::Not => "`!`",
            Self::Question => "`?`",
            Self::Percent => "`%`",
            Self::Caret => "`^`",
            Self::Slash => "`/`",
            Self::Dollar => "`$`",
            Self::OpenRound => "`(`",
            Self::CloseRound => "`)`",
            Self::OpenSquare => "`[`",
            Self::CloseSquare => "`]`",
            Self::OpenCurly => "`{`",
            Self::CloseCurly => "`}`",
            Self::Equal => "`=`",
            Self::Unequal => "`!=`",
            Self::Contains => "`~`",
            Self::Lacks => "`!~`",
            Self::Starts => "`^=`",
            Self::Ends => "`$=`",
            Self::Less => "`<`",
            Self::AtMost => "`<=`",
            Self::More => "`>`",
            Self::AtLeast => "`>=`",
            Self::Either => "`<>`",
            Self::Exists => "`=*`",
            Self::Present => "`==*`",
            Self::Absent => "`!=*`",
            Self::Name => "a name",
            Self::String | Self::EscapedString | Self::OpenString => "a text in quotes",
            Self::Word => "a word",
        }
    }
}
