//! `text`: what is asked of a text alone. Which name it resembles, which letters it has, its hash.

pub(crate) mod hash;
pub(crate) mod lookalike;
pub(crate) mod similar_names;
pub(crate) mod transliteration;

use std::fmt::Display;

/// Several texts as one, with this between them.
pub(crate) fn joined(texts: impl IntoIterator<Item: Display>, between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    texts.join(between)
}

/// Whether a character that nobody sees shapes the letters beside it: a part of some scripts, and of signs.
pub(crate) const fn shapes_letters(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
