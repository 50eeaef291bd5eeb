//! Invisible characters, and texts without visible content.

/// Invisible characters other than controls: joiners, separators, direction marks, line separators and fillers.
pub const INVISIBLE: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// `true` for an invisible character: a control or one that is [`INVISIBLE`]. White space counts as visible, since it
/// takes up space.
#[must_use]
pub fn is_unseen(letter: char) -> bool {
    let invisible = || (INVISIBLE.iter()).any(|(first, last)| (*first..=*last).contains(&letter));
    letter.is_control() || (!letter.is_ascii() && invisible())
}

/// `true` if a text has no visible content.
pub(crate) fn is_blank(text: &str) -> bool {
    // Fast path: most texts begin with a visible ASCII, Cyrillic or Han character.
    !matches!(
        text.as_bytes(),
        [b'!'..=b'~' | 0xd0 | 0xd1 | 0xe5..=0xe9, ..] | [0xe4, 0xb8..=0xbf, ..]
    ) && (text.chars()).all(|letter| letter.is_whitespace() || is_unseen(letter))
}

/// The end of a text without trailing blanks. Blanks are spaces, tabs and line ends in all notations; a form feed is
/// not a blank.
pub(crate) fn end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\n', '\r']).len()
}

#[cfg(test)]
mod tests {
    use super::is_blank;

    #[test]
    fn what_nobody_sees_says_nothing() {
        for text in [
            "",
            " ",
            "\t\u{a0}\u{3000}",
            "\u{200b}\u{feff}",
            "\u{7}",
            "\u{ad}\u{2800}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", " a", "\u{200b}企", "«»", "-", "😀"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
