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
    bytes: Range<usize>,
    /// Bytes of the question.
    place: Range<usize>,
    pub(super) script: Script,
    /// A blank is before it.
    pub(super) apart: bool,
}

#[derive(Default)]
pub(super) struct LetterForm {
    text: String,
    pub(super) tokens: Vec<Token>,
}

impl LetterForm {
    pub(super) fn of(question: &str) -> Self {
        let mut form = Self {
            text: String::with_capacity(question.len()),
            tokens: Vec::with_capacity(question.len() / 3),
        };
        let mut letters = question.char_indices().peekable();
        let mut apart = true;
        while let Some((start, mut letter)) = letters.next() {
            let mut end = start + letter.len_utf8();
            // Marks of the letters that the grammars have.
            while let Some((place, mark @ '\u{300}'..='\u{36f}')) = letters.peek().copied()
                && let Some(composed) = compose(letter, mark)
            {
                (letter, end) = (composed, place + mark.len_utf8());
                letters.next();
            }
            let is_list = letter == '，' && form.text.ends_with(|last: char| last.is_ascii_digit());
            let before = question.get(..start).filter(|_| is_list);
            if before.is_none_or(|before| before.ends_with(is_wide)) {
                letter = narrow(letter);
            }
            let script = script(letter);
            if letter.is_whitespace() {
                if !apart {
                    form.text.push(' ');
                }
                apart = true;
            } else if script != Script::Sign || !is_unseen(letter) {
                form.add(letter, script, start..end, apart);
                apart = false;
            }
        }
        form
    }

    fn add(&mut self, letter: char, script: Script, place: Range<usize>, apart: bool) {
        let from = self.text.len();
        let is_small = matches!(letter, 'a'..='z' | 'а'..='я');
        if is_small || matches!(script, Script::Unspaced | Script::Digits) {
            self.text.push(letter);
        } else {
            self.text
                .extend(letter.to_lowercase().map(|lower| match lower {
                    'ё' => 'е',
                    '−' | '‐' | '‑' => '-',
                    lower => lower,
                }));
        }
        let end = self.text.len();
        let is_run = !apart && matches!(script, Script::Digits | Script::Letters);
        match self.tokens.last_mut() {
            Some(last) if is_run && last.script == script => {
                (last.bytes.end, last.place.end) = (end, place.end);
            }
            _ => self.tokens.push(Token {
                bytes: from..end,
                place,
                script,
                apart,
            }),
        }
    }

    /// The folded text of tokens.
    pub(super) fn slice(&self, tokens: Range<usize>) -> &str {
        let bytes = self.hull(tokens, |token| &token.bytes);
        self.text.get(bytes).unwrap_or_default()
    }

    /// Bytes of the question.
    pub(super) fn place(&self, tokens: Range<usize>) -> Range<usize> {
        self.hull(tokens, |token| &token.place)
    }

    fn hull(&self, tokens: Range<usize>, bytes: impl Fn(&Token) -> &Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens).unwrap_or_default() {
            [first, .., last] => bytes(first).start..bytes(last).end,
            [only] => bytes(only).clone(),
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
        'a'..='z' | 'A'..='Z' | 'а'..='я' | 'А'..='Я' => Script::Letters,
        '〇' => Script::Unspaced,
        letter if is_unspaced(letter) => Script::Unspaced,
        letter if letter.is_alphabetic() => Script::Letters,
        _ => Script::Sign,
    }
}
