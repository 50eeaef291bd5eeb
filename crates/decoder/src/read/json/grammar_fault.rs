//! Describes the error of an invalid JSON text by the token at which reading stopped.

use logos::{Lexer, Logos};

use crate::blank;
use crate::finding::Finding;
use crate::finding::registry::{self, Rule};
use crate::names::narrow;
use crate::read::json::cursor::{Cursor, Next};
use crate::read::json::lexer::Token;
use crate::read::json::unescape::unescape;
use crate::span::{Span, Spanned};

/// The advice for text around the intent.
const AROUND: &str = "say the intent alone, or switch `extract` on (`--extract`), which cuts the text around it away";

/// The advice if extraction is on or cannot help.
const ALONE: &str = "say the intent alone";

/// Replaces the advice to switch extraction on, where it is on already or cannot apply.
pub(crate) fn without_extraction(finding: &mut Finding) {
    if finding.help.as_deref() == Some(AROUND) {
        finding.help = Some(ALONE.to_owned());
    }
}

/// The error of a text from the byte `from` on, where the cursor stopped or text follows the value.
#[cold]
pub(crate) fn at_stop(cursor: &Cursor<'_>, from: usize) -> Box<Finding> {
    let text = cursor.text;
    let stop = cursor.stopped();
    let at = stop.map_or(cursor.at(), |stop| stop.at);
    // Characters after a number or word, as in `007`, belong to it.
    let mut lexer = lexer_at(text, cursor.start);
    let mut token = lexer.next();
    let goes_on = lexer.span().end > at;
    if !goes_on {
        lexer = lexer_at(text, at);
        token = lexer.next();
    }
    let span = Span::from(lexer.span());
    let fault = GrammarFault {
        lexer,
        text,
        depth_cap: cursor.depth_cap(),
    };
    match (stop, token) {
        _ if from == 0 && text.starts_with('\u{feff}') => fault.byte_order_mark(),
        (Some(stop), None) => fault.ended(stop.next),
        (Some(stop), Some(Ok(token))) if token.is_whole() => {
            fault.misplaced(&Spanned::new(token, span), stop.next)
        }
        (None, Some(token)) if goes_on => fault.no_token(token, span),
        (None, _) => fault.trailing(at),
        (Some(_), Some(token)) => fault.no_token(token, span),
    }
}

fn lexer_at(text: &str, at: usize) -> Lexer<'_, Token> {
    let mut lexer = Token::lexer(text);
    // The cursor stops at character boundaries only; `bump` would panic elsewhere.
    lexer.bump(if text.is_char_boundary(at) { at } else { 0 });
    lexer
}

/// A text and the lexer at its wrong token.
struct GrammarFault<'a> {
    lexer: Lexer<'a, Token>,
    text: &'a str,
    depth_cap: u32,
}

impl Next {
    const fn describe(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::Value | Self::TooDeep => "a value",
            Self::ValueOrEnd => "a value or `]`",
            Self::Key => "a key",
            Self::KeyOrEnd => "a key or `}`",
            Self::CommaOrEnd { list: true } => "`,` or `]`",
            Self::CommaOrEnd { list: false } => "`,` or `}`",
            Self::Colon => "`:`",
        }
    }
}

impl GrammarFault<'_> {
    /// The finding for a misplaced token, or for a string with a wrong escape.
    fn misplaced(&self, token: &Spanned<Token>, next: Next) -> Box<Finding> {
        let wanted = match next {
            Next::TooDeep => return self.too_deep(token.span),
            Next::Colon | Next::CommaOrEnd { .. } => next.describe(),
            Next::Key | Next::KeyOrEnd => "a key in double quotes",
            Next::Object | Next::Value | Next::ValueOrEnd => "a value",
        };
        if token.value == Token::EscapedString
            && !matches!(next, Next::Colon | Next::CommaOrEnd { .. })
        {
            let inner = self.lexer.slice().get(1..);
            let inner = inner.and_then(|rest| rest.strip_suffix('"'));
            if let Err(finding) = unescape(inner.unwrap_or_default(), token.span.start + 1) {
                return finding;
            }
        }
        self.unexpected(token, next, wanted)
    }

    #[cold]
    fn ended(&self, next: Next) -> Box<Finding> {
        let end = self.text.len();
        let span = Span::new(end, end);
        self.fault(&registry::UNEXPECTED_END, span, |finding| {
            let what = next.describe();
            finding
                .said(format!("the text ends where {what} is needed"))
                .help("the output may have been cut; ask again with a larger token limit")
        })
    }

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

    fn too_deep(&self, span: Span) -> Box<Finding> {
        let cap = self.depth_cap;
        self.fault(&registry::TOO_DEEP, span, |finding| {
            finding
                .said(format!("the text is nested more than {cap} deep"))
                .help("say filters as a flat list")
        })
    }

    fn byte_order_mark(&self) -> Box<Finding> {
        self.fault(&registry::BYTE_ORDER_MARK, Span::new(0, 3), |finding| {
            finding
                .said("the text starts with a byte order mark".to_owned())
                .help("send the text without it")
        })
    }

    /// The finding for text after the intent.
    fn trailing(&self, start: usize) -> Box<Finding> {
        let span = Span::new(start, blank::end(self.text));
        self.fault(&registry::TRAILING_TEXT, span, |finding| {
            finding
                .said("something follows the end of the intent".to_owned())
                .help(AROUND)
        })
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
                .help(Self::instead(token.value, next))
        })
    }

    const fn instead(token: Token, next: Next) -> &'static str {
        match (next, token) {
            (_, Token::Comma) => "take this `,` out, or say what is missing before it",
            (Next::Value | Next::Object, Token::CloseList) | (Next::Key, Token::CloseObject) => {
                "take out the `,` before it"
            }
            (Next::Value | Next::Object, Token::CloseObject) => "say a value, or leave its key out",
            (Next::CommaOrEnd { list: true }, Token::Colon) => "only objects have keys: `{…}`",
            (_, Token::Colon) => "take this `:` out",
            (_, Token::CloseObject | Token::CloseList) => "close first what was opened last",
            (Next::CommaOrEnd { .. }, _) => "put a `,` between the two",
            (Next::Colon, _) => "put a `:` between the key and its value",
            (Next::Key | Next::KeyOrEnd, _) => "put the key in double quotes",
            _ => "say one object: `{…}`",
        }
    }

    /// The finding for `NaN` or `Infinity` with an optional sign.
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

    /// `true` if only blanks come before a span, so that prose or a fence begins there. The text after it does not
    /// count, as it may be incomplete in a stream.
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

    #[cold]
    fn fault(
        &self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) -> Box<Finding> {
        let finding = Finding::new(rule, span, String::new());
        Box::new(tell(finding))
    }
}
