//! Tokens → a tree of JSON with places. Strict by RFC 8259; the first fault of grammar ends it, a duplicate key
//! does not.

use std::borrow::Cow;

use logos::{Lexer, Logos};

use super::lexer::Token;
use super::unescape::unescape;
use crate::contract::Str;
use crate::finding::Finding;
use crate::registry;
use crate::span::{Said, Span};
use crate::tables::Limits;

/// No codebook can ask for more: the reader recurses once per level.
pub(crate) const DEPTH_CEILING: u32 = 128;

/// A JSON value and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Json<'a> {
    pub(crate) span: Span,
    pub(crate) kind: Kind<'a>,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind<'a> {
    Null,
    Boolean(bool),
    /// In its digits.
    Number(&'a str),
    Text(Str<'a>),
    List(Vec<Json<'a>>),
    Object(Vec<Member<'a>>),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member<'a> {
    pub(crate) key: Said<Str<'a>>,
    pub(crate) value: Json<'a>,
}

/// A text that was read.
pub(crate) struct Document<'a> {
    pub(crate) root: Json<'a>,
    pub(crate) tokens: usize,
    pub(crate) findings: Vec<Finding>,
}

/// Members or elements there is room for at first.
const ROOM: usize = 4;

/// Reads one JSON value and nothing else, from the byte `from` to the end.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    limits: &Limits,
) -> Result<Document<'a>, Box<Finding>> {
    if text.starts_with('\u{feff}') && from == 0 {
        return Err(Box::new(
            Finding::new(
                &registry::BYTE_ORDER_MARK,
                Span::new(0, 3),
                "the text starts with a byte order mark",
            )
            .help("send the text without it"),
        ));
    }
    let mut lexer = Token::lexer(text);
    // A text is cut at a character; bumping into one would be a fault of this crate, and reading all is then right.
    lexer.bump(if text.is_char_boundary(from) { from } else { 0 });
    let mut reader = Reader {
        lexer,
        text,
        depth_cap: limits.input_depth.min(DEPTH_CEILING),
        tokens: 0,
        findings: Vec::new(),
    };
    let token = reader.need("an object")?;
    let root = reader.value(token, 0)?;
    let rest = reader.lexer.remainder();
    if !rest.trim_ascii().is_empty() {
        let end = text.trim_ascii_end().len();
        let start = text.len() - rest.trim_ascii_start().len();
        return Err(Box::new(
            Finding::new(
                &registry::TRAILING_TEXT,
                Span::new(start, end),
                "something follows the end of the intent",
            )
            .help("say the intent alone, or cut the text around it away first"),
        ));
    }
    Ok(Document {
        root,
        tokens: reader.tokens,
        findings: reader.findings,
    })
}

struct Reader<'a> {
    lexer: Lexer<'a, Token>,
    text: &'a str,
    depth_cap: u32,
    tokens: usize,
    findings: Vec<Finding>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<Option<Said<Token>>, Box<Finding>> {
        let Some(token) = self.lexer.next() else {
            return Ok(None);
        };
        let span = Span::from(self.lexer.span());
        self.tokens += 1;
        match token {
            Ok(Token::BadNumber) => Err(bad_number(span, self.lexer.slice())),
            Ok(Token::OpenString) => Err(self.open_string(span)),
            Ok(Token::Word) => Err(bare_word(span, self.lexer.slice())),
            Ok(token) => Ok(Some(Said::new(token, span))),
            Err(()) => Err(unexpected_character(self.text, span)),
        }
    }

    fn need(&mut self, what: &str) -> Result<Said<Token>, Box<Finding>> {
        self.next()?.ok_or_else(|| {
            let end = self.text.len();
            Box::new(
                Finding::new(
                    &registry::UNEXPECTED_END,
                    Span::new(end, end),
                    format!("the text ends where {what} is needed"),
                )
                .help("the output may have been cut; ask again with a larger token limit"),
            )
        })
    }

    fn value(&mut self, token: Said<Token>, depth: u32) -> Result<Json<'a>, Box<Finding>> {
        if depth >= self.depth_cap {
            return Err(Box::new(
                Finding::new(
                    &registry::TOO_DEEP,
                    token.span,
                    format!("the text is nested more than {} deep", self.depth_cap),
                )
                .help("say filters as a flat list"),
            ));
        }
        let start = token.span.start;
        let kind = match token.value {
            Token::OpenObject => Kind::Object(self.object(depth)?),
            Token::OpenList => Kind::List(self.list(depth)?),
            Token::True => Kind::Boolean(true),
            Token::False => Kind::Boolean(false),
            Token::Null => Kind::Null,
            Token::Number => Kind::Number(self.lexer.slice()),
            Token::String | Token::EscapedString => Kind::Text(self.string(&token)?),
            other => {
                return Err(unexpected(&Said::new(other, token.span), "a value"));
            }
        };
        let end = self.lexer.span().end;
        Ok(Json {
            span: Span::new(start, end),
            kind,
        })
    }

    fn string(&self, token: &Said<Token>) -> Result<Str<'a>, Box<Finding>> {
        let quoted = self.lexer.slice();
        let inner = quoted
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap_or(quoted);
        if token.value == Token::String {
            Ok(Cow::Borrowed(inner))
        } else {
            unescape(inner, token.span.start + 1).map(Cow::Owned)
        }
    }

    fn object(&mut self, depth: u32) -> Result<Vec<Member<'a>>, Box<Finding>> {
        let mut members: Vec<Member<'a>> = Vec::new();
        let mut token = self.need("a key or `}`")?;
        if token.value == Token::CloseObject {
            return Ok(members);
        }
        members.reserve(ROOM);
        loop {
            if !matches!(token.value, Token::String | Token::EscapedString) {
                return Err(unexpected(&token, "a key in double quotes"));
            }
            let key = Said::new(self.string(&token)?, token.span);
            let colon = self.need("`:`")?;
            if colon.value != Token::Colon {
                return Err(unexpected(&colon, "`:`"));
            }
            let first = self.need("a value")?;
            let value = self.value(first, depth + 1)?;
            if members.iter().any(|member| member.key.value == key.value) {
                self.findings.push(
                    Finding::new(
                        &registry::DUPLICATE_KEY,
                        key.span,
                        format!("the key `{}` stands twice", key.value),
                    )
                    .help("say it once"),
                );
            }
            members.push(Member { key, value });
            token = self.need("`,` or `}`")?;
            match token.value {
                Token::CloseObject => return Ok(members),
                Token::Comma => token = self.need("a key")?,
                _ => return Err(unexpected(&token, "`,` or `}`")),
            }
        }
    }

    fn list(&mut self, depth: u32) -> Result<Vec<Json<'a>>, Box<Finding>> {
        let mut elements = Vec::new();
        let mut token = self.need("a value or `]`")?;
        if token.value == Token::CloseList {
            return Ok(elements);
        }
        elements.reserve(ROOM);
        loop {
            elements.push(self.value(token, depth + 1)?);
            token = self.need("`,` or `]`")?;
            match token.value {
                Token::CloseList => return Ok(elements),
                Token::Comma => token = self.need("a value")?,
                _ => return Err(unexpected(&token, "`,` or `]`")),
            }
        }
    }

    fn open_string(&self, span: Span) -> Box<Finding> {
        let rest = self.text.get(span.end..).unwrap_or_default();
        match rest.chars().next() {
            Some(character) if character < ' ' => Box::new(
                Finding::new(
                    &registry::CONTROL_CHARACTER,
                    Span::new(span.end, span.end + 1),
                    format!(
                        "a string has the raw control character U+{:04X}",
                        u32::from(character)
                    ),
                )
                .help("close the string before it, or write it as an escape"),
            ),
            _ => Box::new(
                Finding::new(
                    &registry::UNEXPECTED_END,
                    span,
                    "the text ends inside a string",
                )
                .help("the output may have been cut; ask again with a larger token limit"),
            ),
        }
    }
}

fn unexpected(token: &Said<Token>, wanted: &str) -> Box<Finding> {
    Box::new(Finding::new(
        &registry::UNEXPECTED_TOKEN,
        token.span,
        format!("{} stands where {wanted} is needed", token.value.describe()),
    ))
}

fn bad_number(span: Span, slice: &str) -> Box<Finding> {
    Box::new(
        Finding::new(
            &registry::BAD_NUMBER,
            span,
            format!("`{slice}` is not a number of JSON"),
        )
        .help("no leading zeros, no `+`, digits on both sides of the point"),
    )
}

fn bare_word(span: Span, slice: &str) -> Box<Finding> {
    Box::new(
        Finding::new(
            &registry::UNEXPECTED_CHARACTER,
            span,
            format!("`{slice}` stands without quotes"),
        )
        .help("texts and keys stand in double quotes; `NaN` and `None` are not JSON"),
    )
}

fn unexpected_character(text: &str, span: Span) -> Box<Finding> {
    let character = text.get(span.start..).and_then(|rest| rest.chars().next());
    let shown = character.map_or_else(String::new, |character| character.escape_debug().collect());
    let end = span.start + character.map_or(1, char::len_utf8);
    let finding = Finding::new(
        &registry::UNEXPECTED_CHARACTER,
        Span::new(span.start, end),
        format!("`{shown}` is not part of JSON"),
    );
    Box::new(match character {
        Some('\'') => finding.help("texts and keys stand in double quotes"),
        Some('`') => finding.help("send the intent without a code fence"),
        Some('/') => finding.help("JSON has no comments"),
        _ => finding,
    })
}
