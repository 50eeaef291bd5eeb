//! `text`: functions on plain texts: characters, hashes, lists of names.

pub(crate) mod hash;
pub(crate) mod transliteration;

use std::fmt::Display;

use cmec_decoder::blank::is_unseen;

/// Several texts joined by `between`.
pub(crate) fn joined(texts: impl IntoIterator<Item: Display>, between: &str) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| text.to_string()).collect();
    texts.join(between)
}

/// Most names that a help line lists.
pub(crate) const LISTED: usize = 16;

/// The known names on one line, if they are few.
pub(crate) fn listed<'k>(known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let names: Vec<String> = known
        .into_iter()
        .take(LISTED + 1)
        .map(|name| format!("`{name}`"))
        .collect();
    (!names.is_empty() && names.len() <= LISTED).then(|| names.join(", "))
}

/// The first invisible character of a one-line text that does not shape other letters.
pub(crate) fn hidden_letter(line: &str) -> Option<char> {
    (line.chars()).find(|letter| is_unseen(*letter) && !shapes_letters(*letter))
}

/// True for an invisible character that shapes the letters next to it, as in some scripts and emoji.
pub(crate) const fn shapes_letters(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
