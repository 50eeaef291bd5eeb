//! Finds the ends of tokens in a growing text. The lexer cannot pause inside a token, so this tracks only the state
//! there (in a string, a number or a word). The lexer then decides what the token is.

use logos::Logos;

use crate::read::json::lexer::Token;
use crate::span::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) kind: LexemeKind,
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LexemeKind {
    /// One of `{}[]:,`.
    Mark(char),
    Text {
        /// `true` if it contains escapes.
        escaped: bool,
    },
    /// A number, a literal, or a malformed word.
    Run,
    /// A character outside JSON, which ends the scan.
    Strange,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Between,
    Text {
        start: usize,
        escaped: bool,
        after_backslash: bool,
    },
    Run {
        start: usize,
        number: bool,
    },
}

/// The position and state of the scan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan {
    at: usize,
    state: State,
}

impl Scan {
    pub(super) const fn new() -> Self {
        Self {
            at: 0,
            state: State::Between,
        }
    }

    /// `true` if only blanks follow; consumes them.
    pub(super) fn only_blanks_follow(&mut self, text: &str) -> bool {
        let after = self.rest(text).trim_ascii_start().len();
        self.at = text.len() - after;
        after == 0
    }

    fn rest<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.at..).unwrap_or_default()
    }

    /// The next complete token; `None` until more text arrives. A number or word is complete only when another
    /// character follows it.
    pub(super) fn next(&mut self, text: &str) -> Option<Lexeme> {
        loop {
            match self.state {
                State::Between => {
                    if let Some(lexeme) = self.begin(text)? {
                        return Some(lexeme);
                    }
                }
                State::Text {
                    start,
                    escaped,
                    after_backslash,
                } => return self.text(text, start, escaped, after_backslash),
                State::Run { start, number } => return self.run(text, start, number),
            }
        }
    }

    /// Starts a token; `Some(None)` if its end is not known yet.
    fn begin(&mut self, text: &str) -> Option<Option<Lexeme>> {
        let rest = self.rest(text);
        let blank = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
        self.at += rest.len() - rest.trim_start_matches(blank).len();
        let start = self.at;
        let first = self.rest(text).chars().next()?;
        self.at += first.len_utf8();
        match first {
            '{' | '}' | '[' | ']' | ':' | ',' => {
                let span = Span::new(start, self.at);
                let kind = LexemeKind::Mark(first);
                return Some(Some(Lexeme { kind, span }));
            }
            '"' => {
                self.state = State::Text {
                    start,
                    escaped: false,
                    after_backslash: false,
                }
            }
            '-' | '+' | '.' | '0'..='9' => {
                self.state = State::Run {
                    start,
                    number: true,
                }
            }
            letter if in_word(letter) => {
                self.state = State::Run {
                    start,
                    number: false,
                }
            }
            _ => return Some(Some(strange(start, self.at))),
        }
        Some(None)
    }

    fn text(
        &mut self,
        text: &str,
        start: usize,
        mut escaped: bool,
        mut after_backslash: bool,
    ) -> Option<Lexeme> {
        for byte in self.rest(text).bytes() {
            self.at += 1;
            match byte {
                0..0x20 => return Some(strange(start, self.at)),
                _ if after_backslash => after_backslash = false,
                b'"' => {
                    self.state = State::Between;
                    let span = Span::new(start, self.at);
                    let kind = LexemeKind::Text { escaped };
                    return Some(Lexeme { kind, span });
                }
                b'\\' => {
                    escaped = true;
                    after_backslash = true;
                }
                _ => {}
            }
        }
        self.state = State::Text {
            start,
            escaped,
            after_backslash,
        };
        None
    }

    fn run(&mut self, text: &str, start: usize, number: bool) -> Option<Lexeme> {
        let goes_on = |character: char| match character {
            '-' | '+' | '.' | 'e' | 'E' if number => true,
            '0'..='9' => true,
            character => !number && in_word(character),
        };
        let rest = self.rest(text);
        let after = rest.trim_start_matches(goes_on);
        self.at += rest.len() - after.len();
        if after.is_empty() {
            return None;
        }
        self.state = State::Between;
        let span = Span::new(start, self.at);
        let kind = LexemeKind::Run;
        Some(Lexeme { kind, span })
    }
}

fn strange(start: usize, end: usize) -> Lexeme {
    Lexeme {
        kind: LexemeKind::Strange,
        span: Span::new(start, end),
    }
}

/// `true` if a letter can start or continue a bare word.
fn in_word(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_alphabetic() || letter == '_';
    }
    let mut bytes = [0; 4];
    Token::lexer(letter.encode_utf8(&mut bytes)).next() == Some(Ok(Token::Word))
}
