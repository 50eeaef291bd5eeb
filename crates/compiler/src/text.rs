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

/// Whether a letter cannot be seen: a control, a line break, a change of direction, something without a width.
pub(crate) fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
