//! The text that is compared with a grammar: composed, lower case, narrow, `ё` as `е`, one space for blanks, and for
//! each byte the place in the question.

use std::ops::Range;

use unicode_normalization::char::compose;

use crate::blank::is_unseen;
use crate::letters::{is_unspaced, narrow};

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Digits,
    Letters,
    /// One character of a script without spaces.
    Unspaced,
    /// One other character.
    Sign,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Bytes of the folded text.
    pub(super) bytes: Range<usize>,
    pub(super) script: Script,
    /// A blank is before it.
    pub(super) apart: bool,
}

pub(super) struct LetterForm {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    /// Bytes of the question for each byte of the text.
    places: Vec<Range<usize>>,
}

impl LetterForm {
    pub(super) fn of(question: &str) -> Self {
        let mut form = Self {
            text: String::with_capacity(question.len()),
            tokens: Vec::with_capacity(question.len() / 3),
            places: Vec::with_capacity(question.len()),
        };
        let mut letters = question.char_indices().peekable();
        let mut apart = true;
        while let Some((start, mut letter)) = letters.next() {
            let mut end = start + letter.len_utf8();
            if !letter.is_ascii() || letters.peek().is_some_and(|(_, next)| !next.is_ascii()) {
                while let Some((place, mark)) = letters.peek().copied()
                    && let Some(composed) = compose(letter, mark)
                {
                    (letter, end) = (composed, place + mark.len_utf8());
                    letters.next();
                }
            }
            if letter.is_whitespace() {
                if !apart {
                    form.push(' ', start..end);
                }
                apart = true;
            } else if !is_unseen(letter) {
                let is_list =
                    letter == '，' && form.text.ends_with(|last: char| last.is_ascii_digit());
                let is_wide = is_list
                    && question
                        .get(..start)
                        .is_some_and(|before| before.ends_with(is_wide));
                let usual = if is_list && !is_wide {
                    letter
                } else {
                    narrow(letter)
                };
                form.add(usual, start..end, apart);
                apart = false;
            }
        }
        form
    }

    fn add(&mut self, letter: char, place: Range<usize>, apart: bool) {
        let from = self.text.len();
        for lower in letter.to_lowercase() {
            let usual = match lower {
                'ё' => 'е',
                '−' | '‐' | '‑' => '-',
                lower => lower,
            };
            self.push(usual, place.clone());
        }
        let script = script(letter);
        let end = self.text.len();
        match self.tokens.last_mut() {
            Some(last)
                if !apart
                    && last.script == script
                    && matches!(script, Script::Digits | Script::Letters) =>
            {
                last.bytes.end = end;
            }
            _ => self.tokens.push(Token {
                bytes: from..end,
                script,
                apart,
            }),
        }
    }

    fn push(&mut self, letter: char, place: Range<usize>) {
        self.text.push(letter);
        self.places.resize(self.text.len(), place);
    }

    pub(super) fn slice(&self, tokens: Range<usize>) -> &str {
        let bytes = self.bytes(tokens);
        self.text.get(bytes).unwrap_or_default()
    }

    fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        let own = self.tokens.get(tokens).unwrap_or_default();
        match own {
            [first, .., last] => first.bytes.start..last.bytes.end,
            [only] => only.bytes.clone(),
            [] => 0..0,
        }
    }

    /// Bytes of the question.
    pub(super) fn place(&self, tokens: Range<usize>) -> Range<usize> {
        let own = self.places.get(self.bytes(tokens)).unwrap_or_default();
        match own {
            [first, .., last] => first.start..last.end,
            [only] => only.clone(),
            [] => 0..0,
        }
    }
}

/// `true` for a full-width digit; a full-width comma parts thousands behind no other.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{ff10}'..='\u{ff19}')
}

fn script(letter: char) -> Script {
    match letter {
        '0'..='9' => Script::Digits,
        '〇' => Script::Unspaced,
        letter if is_unspaced(letter) => Script::Unspaced,
        letter if letter.is_alphabetic() => Script::Letters,
        _ => Script::Sign,
    }
}
