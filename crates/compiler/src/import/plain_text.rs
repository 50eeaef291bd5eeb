//! Texts from outside, as messages and reports may hold them.

use super::bounds::SHOWN;

/// A text from outside, whole, on one line, without control characters.
pub(super) fn plain(text: &str) -> String {
    let letters = text.chars().map(|letter| {
        if letter.is_control() || letter == '`' {
            ' '
        } else {
            letter
        }
    });
    letters.collect()
}

/// A text from outside for a message: cut, on one line, without control characters.
pub(super) fn shown(text: &str) -> String {
    let plain = plain(text);
    let mut letters = plain.chars();
    let mut cut: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() {
        cut.push('…');
    }
    cut
}
