//! The first fault of grammar in a text of JSON. Tokens by logos and one bit per level: no tree is made of a text that
//! is not JSON.

use logos::{Lexer, Logos};

use crate::finding::candidates::narrow;
use crate::finding::registry::{self, Rule};
use crate::finding::{Detail, Finding};
use crate::language::limits::DEPTH_CEILING;
use crate::read::json::lexer::Token;
use crate::read::json::unescape::unescape;
use crate::span::{Span, Spanned};

/// What to do about text around the intent.
const AROUND: &str = "say the intent alone, or switch `extract` on (`--extract`), which cuts the text around it away";

/// A fault, or nothing to find fault with.
type Checked<T = ()> = Result<T, Box<Finding>>;

/// Checks that one JSON value and nothing else stands from the byte `from` to the end, nested at most `depth_cap` deep.
///
/// # Errors
/// The first fault, in the order of the text.
pub(crate) fn check(text: &str, from: usize, depth_cap: u32, detail: Detail) -> Checked {
    let mut checker = Checker {
        lexer: Token::lexer(text),
        text,
        depth_cap: depth_cap.min(DEPTH_CEILING),
        depth: 0,
        lists: 0,
        detail,
    };
    // A text is cut at a character; bumping into one would be a fault of this crate, and reading all is then right.
    checker
        .lexer
        .bump(if text.is_char_boundary(from) { from } else { 0 });
    checker.byte_order_mark(from)?;
    checker.whole()?;
    checker.end()
}

struct Checker<'a> {
    lexer: Lexer<'a, Token>,
    text: &'a str,
    depth_cap: u32,
    /// Open objects and lists.
    depth: u32,
    /// One bit for each of them, the innermost lowest: set for a list.
    lists: u128,
    detail: Detail,
}

/// What may stand next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value(&'static str),
    ValueOrEnd,
    Key(&'static str),
    KeyOrEnd,
    CommaOrEnd,
    Colon,
}

impl Next {
    const fn describe(self) -> &'static str {
        match self {
            Self::Value(what) | Self::Key(what) => what,
            Self::ValueOrEnd => "a value or `]`",
            Self::KeyOrEnd => "a key or `}`",
            Self::CommaOrEnd => "`,` or the end",
            Self::Colon => "`:`",
        }
    }
}

impl Checker<'_> {
    fn whole(&mut self) -> Checked {
        let mut next = Next::Value("an object");
        loop {
            let token = self.need(next)?;
            next = match (next, token.value) {
                (Next::ValueOrEnd, Token::CloseList) | (Next::KeyOrEnd, Token::CloseObject) => {
                    self.close()
                }
                (Next::CommaOrEnd, Token::CloseList) if self.in_list() => self.close(),
                (Next::CommaOrEnd, Token::CloseObject) if !self.in_list() => self.close(),
                (Next::CommaOrEnd, Token::Comma) if self.in_list() => Next::Value("a value"),
                (Next::CommaOrEnd, Token::Comma) => Next::Key("a key"),
                (Next::CommaOrEnd, _) => {
                    return Err(self.unexpected(&token, next, self.describe(next)));
                }
                (Next::Key(_) | Next::KeyOrEnd, Token::String | Token::EscapedString) => {
                    self.string(&token)?;
                    let colon = self.need(Next::Colon)?;
                    if colon.value != Token::Colon {
                        return Err(self.unexpected(&colon, Next::Colon, "`:`"));
                    }
                    Next::Value("a value")
                }
                (Next::Key(_) | Next::KeyOrEnd, _) => {
                    return Err(self.unexpected(&token, next, "a key in double quotes"));
                }
                (Next::Value(_) | Next::ValueOrEnd | Next::Colon, _) => self.value(&token, next)?,
            };
            if self.depth == 0 && next == Next::CommaOrEnd {
                return Ok(());
            }
        }
    }

    fn value(&mut self, token: &Spanned<Token>, next: Next) -> Checked<Next> {
        if self.depth >= self.depth_cap {
            let cap = self.depth_cap;
            return Err(self.fault(&registry::TOO_DEEP, token.span, |finding| {
                finding
                    .said(format!("the text is nested more than {cap} deep"))
                    .help("say filters as a flat list")
            }));
        }
        match token.value {
            Token::OpenObject => Ok(self.open(false)),
            Token::OpenList => Ok(self.open(true)),
            Token::String | Token::EscapedString => {
                self.string(token)?;
                Ok(Next::CommaOrEnd)
            }
            Token::True | Token::False | Token::Null | Token::Number => Ok(Next::CommaOrEnd),
            _ => Err(self.unexpected(token, next, "a value")),
        }
    }

    const fn open(&mut self, list: bool) -> Next {
        self.lists = (self.lists << 1) | list as u128;
        self.depth += 1;
        if list {
            Next::ValueOrEnd
        } else {
            Next::KeyOrEnd
        }
    }

    const fn close(&mut self) -> Next {
        self.lists >>= 1;
        self.depth -= 1;
        Next::CommaOrEnd
    }

    const fn in_list(&self) -> bool {
        self.lists & 1 == 1
    }

    const fn describe(&self, next: Next) -> &'static str {
        match next {
            Next::CommaOrEnd if self.in_list() => "`,` or `]`",
            Next::CommaOrEnd => "`,` or `}`",
            next => next.describe(),
        }
    }

    #[inline]
    fn need(&mut self, next: Next) -> Checked<Spanned<Token>> {
        let Some(token) = self.lexer.next() else {
            return Err(self.ended(next));
        };
        let span = Span::from(self.lexer.span());
        match token {
            Ok(token) if !matches!(token, Token::BadNumber | Token::OpenString | Token::Word) => {
                Ok(Spanned::new(token, span))
            }
            token => Err(self.no_token(token, span)),
        }
    }

    #[cold]
    fn ended(&self, next: Next) -> Box<Finding> {
        let end = self.text.len();
        let span = Span::new(end, end);
        self.fault(&registry::UNEXPECTED_END, span, |finding| {
            let what = self.describe(next);
            finding
                .said(format!("the text ends where {what} is needed"))
                .help("the output may have been cut; ask again with a larger token limit")
        })
    }

    /// What is wrong with a piece of text that is no token of JSON.
    #[cold]
    fn no_token(&self, token: Result<Token, ()>, span: Span) -> Box<Finding> {
        match token {
            Ok(Token::BadNumber) => {
                (self.not_a_number(span)).unwrap_or_else(|| self.bad_number(span))
            }
            Ok(Token::OpenString) => self.open_string(span),
            Ok(_) => (self.not_a_number(span)).unwrap_or_else(|| self.bare_word(span)),
            Err(()) => self.unexpected_character(span),
        }
    }

    fn string(&self, token: &Spanned<Token>) -> Checked {
        if token.value == Token::EscapedString {
            let inner = self.lexer.slice().get(1..);
            let inner = inner.and_then(|rest| rest.strip_suffix('"'));
            unescape(inner.unwrap_or_default(), token.span.start + 1)?;
        }
        Ok(())
    }

    fn byte_order_mark(&self, from: usize) -> Checked {
        if from > 0 || !self.text.starts_with('\u{feff}') {
            return Ok(());
        }
        let span = Span::new(0, 3);
        Err(self.fault(&registry::BYTE_ORDER_MARK, span, |finding| {
            finding
                .said("the text starts with a byte order mark".to_owned())
                .help("send the text without it")
        }))
    }

    fn end(&self) -> Checked {
        let rest = self.lexer.remainder();
        if rest.trim_ascii().is_empty() {
            return Ok(());
        }
        let end = self.text.trim_ascii_end().len();
        let start = self.text.len() - rest.trim_ascii_start().len();
        let span = Span::new(start, end);
        Err(self.fault(&registry::TRAILING_TEXT, span, |finding| {
            finding
                .said("something follows the end of the intent".to_owned())
                .help(AROUND)
        }))
    }

    fn open_string(&self, span: Span) -> Box<Finding> {
        let rest = self.text.get(span.end..).unwrap_or_default();
        match rest.chars().next() {
            Some(character) if character < ' ' => {
                let span = Span::new(span.end, span.end + 1);
                self.fault(&registry::CONTROL_CHARACTER, span, |finding| {
                    let code = u32::from(character);
                    finding
                        .said(format!(
                            "a string has the raw control character U+{code:04X}"
                        ))
                        .help("close the string before it, or write it as an escape")
                })
            }
            _ => self.fault(&registry::UNEXPECTED_END, span, |finding| {
                finding
                    .said("the text ends inside a string".to_owned())
                    .help("the output may have been cut; ask again with a larger token limit")
            }),
        }
    }

    fn unexpected(&self, token: &Spanned<Token>, next: Next, wanted: &str) -> Box<Finding> {
        self.fault(&registry::UNEXPECTED_TOKEN, token.span, |finding| {
            let found = token.value.describe();
            finding
                .said(format!("{found} stands where {wanted} is needed"))
                .help(self.instead(token.value, next))
        })
    }

    /// What to do about a token that cannot stand where it does.
    const fn instead(&self, token: Token, next: Next) -> &'static str {
        match (next, token) {
            (_, Token::Comma) => "take this `,` out, or say what is missing before it",
            (Next::Value(_), Token::CloseList) | (Next::Key(_), Token::CloseObject) => {
                "take out the `,` before it"
            }
            (Next::Value(_), Token::CloseObject) => "say a value, or leave its key out",
            (Next::CommaOrEnd, Token::Colon) if self.in_list() => "only objects have keys: `{…}`",
            (_, Token::Colon) => "take this `:` out",
            (_, Token::CloseObject | Token::CloseList) => "close first what was opened last",
            (Next::CommaOrEnd, _) => "put a `,` between the two",
            (Next::Colon, _) => "put a `:` between the key and its value",
            (Next::Key(_) | Next::KeyOrEnd, _) => "put the key in double quotes",
            (Next::Value(_) | Next::ValueOrEnd, _) => "say one object: `{…}`",
        }
    }

    /// `NaN` or `Infinity`, with its sign, where a bare word or a bad number is one.
    fn not_a_number(&self, span: Span) -> Option<Box<Finding>> {
        let rest = self.text.get(span.start..)?;
        let signed = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let ends =
            |after: &str| !after.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        let word = ["NaN", "nan", "Infinity", "inf"]
            .into_iter()
            .find(|word| signed.strip_prefix(word).is_some_and(ends))?;
        let length = rest.len() - signed.len() + word.len();
        let said = rest.get(..length)?;
        let span = Span::new(span.start, span.start + length);
        Some(self.fault(&registry::NOT_A_NUMBER, span, |finding| {
            finding
                .said(format!(
                    "`{said}` is no number of JSON, and no value of any field"
                ))
                .help("say a number, or leave the part out")
        }))
    }

    fn bad_number(&self, span: Span) -> Box<Finding> {
        self.fault(&registry::BAD_NUMBER, span, |finding| {
            finding
                .said(format!("`{}` is not a number of JSON", self.lexer.slice()))
                .help("no leading zeros, no `+`, digits on both sides of the point")
        })
    }

    fn bare_word(&self, span: Span) -> Box<Finding> {
        self.fault(&registry::UNEXPECTED_CHARACTER, span, |finding| {
            let word = self.lexer.slice();
            if self.begins_at(span) {
                return finding
                    .said(format!("`{word}` stands where an object is needed"))
                    .help(AROUND);
            }
            let finding = finding.said(format!("`{word}` stands without quotes"));
            match word {
                "True" | "TRUE" => finding.help("say `true`"),
                "False" | "FALSE" => finding.help("say `false`"),
                "None" | "NULL" | "Null" | "undefined" => {
                    finding.help("leave the part out; the word of JSON is `null`")
                }
                _ => finding.help("texts and keys stand in double quotes"),
            }
        })
    }

    /// Whether nothing stands before a place: prose or a fence begins there. What follows is not asked, since the text
    /// may still be coming.
    fn begins_at(&self, span: Span) -> bool {
        let before = self.text.get(..span.start).unwrap_or_default();
        before.trim_ascii().is_empty()
    }

    fn unexpected_character(&self, span: Span) -> Box<Finding> {
        let rest = self.text.get(span.start..).unwrap_or_default();
        let character = rest.chars().next();
        let end = span.start + character.map_or(1, char::len_utf8);
        let span = Span::new(span.start, end);
        self.fault(&registry::UNEXPECTED_CHARACTER, span, |finding| {
            let shown: String =
                character.map_or_else(String::new, |it| it.escape_debug().collect());
            let finding = finding.said(format!("`{shown}` is not part of JSON"));
            match character {
                _ if self.begins_at(span) => finding.help(AROUND),
                Some('\'') => finding.help("texts and keys stand in double quotes"),
                Some('`') => finding.help("send the intent without a code fence"),
                Some('/' | '#') => finding.help("JSON has no comments"),
                Some('“' | '”' | '„' | '‘' | '’' | '«' | '»' | '＂' | '＇') => {
                    finding.help("texts and keys stand in straight double quotes: `\"`")
                }
                Some('、') => finding.help("write it as `,`"),
                Some(other) => match narrow(other) {
                    Some(ascii) => finding.help(format!("it is full-width; write it as `{ascii}`")),
                    None if other.is_whitespace() => finding.help("write a plain space"),
                    None => finding.help("outside of texts there are only `{}[]:,`, numbers, `true`, `false` and `null`"),
                },
                None => finding,
            }
        })
    }

    /// A fault; `tell` says what it is, where somebody will read it.
    #[cold]
    fn fault(
        &self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) -> Box<Finding> {
        let finding = Finding::new(rule, span, String::new());
        Box::new(match self.detail {
            Detail::RulesOnly => finding,
            Detail::Full => tell(finding),
        })
    }
}
