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

/// The advice for a text that ends too early.
const CUT: &str = "the output may have been cut; ask again with a larger token limit";

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
    let stop = cursor.stopped;
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
        depth_cap: cursor.depth_cap,
    };
    match (stop, token) {
        _ if from == 0 && text.starts_with('\u{feff}') => byte_order_mark(),
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
        unexpected(token, next, wanted)
    }

    #[cold]
    fn ended(&self, next: Next) -> Box<Finding> {
        let end = self.text.len();
        let message = format!("the text ends where {} is needed", next.describe());
        fault(&registry::UNEXPECTED_END, Span::new(end, end), message, CUT)
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
        let message = format!("the text is nested more than {} deep", self.depth_cap);
        let help = "say filters as a flat list";
        fault(&registry::TOO_DEEP, span, message, help)
    }

    /// The finding for text after the intent.
    fn trailing(&self, start: usize) -> Box<Finding> {
        let span = Span::new(start, blank::end(self.text));
        let message = "something follows the end of the intent";
        fault(&registry::TRAILING_TEXT, span, message, AROUND)
    }

    fn open_string(&self, span: Span) -> Box<Finding> {
        let rest = self.text.get(span.end..).unwrap_or_default();
        match rest.chars().next() {
            Some(character) if character < ' ' => {
                let span = Span::new(span.end, span.end + 1);
                let code = u32::from(character);
                let message = format!("a string has the raw control character U+{code:04X}");
                let help = "close the string before it, or write it as an escape";
                fault(&registry::CONTROL_CHARACTER, span, message, help)
            }
            _ => {
                let message = "the text ends inside a string";
                fault(&registry::UNEXPECTED_END, span, message, CUT)
            }
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
        let message = format!("`{said}` is no number of JSON, and no value of any field");
        let help = "say a number, or leave the part out";
        Some(fault(&registry::NOT_A_NUMBER, span, message, help))
    }

    fn bad_number(&self, span: Span) -> Box<Finding> {
        let message = format!("`{}` is not a number of JSON", self.lexer.slice());
        let help = "no leading zeros, no `+`, digits on both sides of the point";
        fault(&registry::BAD_NUMBER, span, message, help)
    }

    fn bare_word(&self, span: Span) -> Box<Finding> {
        let word = self.lexer.slice();
        let (message, help) = if self.begins_at(span) {
            let message = format!("`{word}` stands where an object is needed");
            (message, AROUND)
        } else {
            let help = match word {
                "True" | "TRUE" => "say `true`",
                "False" | "FALSE" => "say `false`",
                "None" | "NULL" | "Null" | "undefined" => {
                    "leave the part out; the word of JSON is `null`"
                }
                _ => "texts and keys stand in double quotes",
            };
            (format!("`{word}` stands without quotes"), help)
        };
        fault(&registry::UNEXPECTED_CHARACTER, span, message, help)
    }

    /// `true` if only blanks come before a span, so that prose or a fence begins there. The text after it does not
    /// count, as it may be incomplete in a stream.
    fn begins_at(&self, span: Span) -> bool {
        let before = self.text.get(..span.start).unwrap_or_default();
        before.trim_ascii().is_empty()
    }

    fn unexpected_character(&self, span: Span) -> Box<Finding> {
        let rest = self.text.get(span.start..).unwrap_or_default();
        // A token has at least one character.
        let character = rest.chars().next().unwrap_or_default();
        let span = Span::new(span.start, span.start + character.len_utf8());
        let message = format!("`{}` is not part of JSON", character.escape_debug());
        let full_width = narrow(character);
        let full_width = full_width.map(|ascii| format!("it is full-width; write it as `{ascii}`"));
        let help = match character {
            _ if self.begins_at(span) => AROUND,
            '\'' => "texts and keys stand in double quotes",
            '`' => "send the intent without a code fence",
            '/' | '#' => "JSON has no comments",
            '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '＂' | '＇' => {
                "texts and keys stand in straight double quotes: `\"`"
            }
            '、' => "write it as `,`",
            _ => match &full_width {
                Some(help) => help,
                None if character.is_whitespace() => "write a plain space",
                None => {
                    "outside of texts there are only `{}[]:,`, numbers, `true`, `false` and `null`"
                }
            },
        };
        fault(&registry::UNEXPECTED_CHARACTER, span, message, help)
    }
}

/// The finding for a misplaced token.
fn unexpected(token: &Spanned<Token>, next: Next, wanted: &str) -> Box<Finding> {
    let found = token.value.describe();
    let message = format!("{found} stands where {wanted} is needed");
    let help = match (next, token.value) {
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
    };
    fault(&registry::UNEXPECTED_TOKEN, token.span, message, help)
}

fn byte_order_mark() -> Box<Finding> {
    let message = "the text starts with a byte order mark";
    let help = "send the text without it";
    fault(&registry::BYTE_ORDER_MARK, Span::new(0, 3), message, help)
}

#[cold]
fn fault(
    rule: &'static Rule,
    span: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Box<Finding> {
    Box::new(Finding::new(rule, span, message).help(help))
}
