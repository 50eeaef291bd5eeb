//! `text`: what is asked of a text alone. Which letters it has, its hash; names as one line.

pub(crate) mod hash;
pub(crate) mod transliteration;

use std::fmt::Display;

use cmec_decoder::blank::is_unseen;

/// Several texts as one, with this between them.
pub(crate) fn joined(texts: impl IntoIterator<Item: Display>, between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    texts.join(between)
}

/// Names listed in a help line, at most.
pub(crate) const LISTED: usize = 16;

/// The known names as one line, when they are few.
pub(crate) fn listed<'k>(known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let names: Vec<String> = known
        .into_iter()
        .take(LISTED + 1)
        .map(|name| format!("`{name}`"))
        .collect();
    (!names.is_empty() && names.len() <= LISTED).then(|| names.join(", "))
}

/// The first letter of a text of one line that nobody sees, and that shapes no other.
pub(crate) fn hidden_letter(line: &str) -> Option<char> {
    (line.chars()).find(|letter| is_unseen(*letter) && !shapes_letters(*letter))
}

/// Whether a character that nobody sees shapes the letters beside it: a part of some scripts, and of signs.
pub(crate) const fn shapes_letters(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
