//! Makes texts from outside safe for messages and reports.

use super::bounds::SHOWN;

/// The whole text on one line without control characters.
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

/// The text on one line without control characters, cut to fit a message.
pub(super) fn shown(text: &str) -> String {
    let plain = plain(text);
    let mut letters = plain.chars();
    let mut cut: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() {
        cut.push('…');
    }
    cut
}
