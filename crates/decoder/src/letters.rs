//! Normalizes letters for comparison.

use unicode_normalization::UnicodeNormalization;

/// Folds a text: lower case, `ё` becomes `е`, and decomposed letters (`й` as `и` and breve) are composed. People write
/// `е` for `ё`, and not every store distinguishes case. The mapping is independent of position, so a substring stays a
/// substring.
#[must_use]
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    uncased(text.nfc())
}

/// Lower case with `ё` as `е`, without composing letters.
#[must_use]
pub fn uncased(letters: impl Iterator<Item = char>) -> String {
    letters
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ё' { 'е' } else { letter })
        .collect()
}

/// The usual form of a full-width letter or blank; other letters are unchanged.
#[must_use]
pub fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => {
            let shift = u32::from('\u{ff01}') - u32::from('!');
            char::from_u32(u32::from(letter) - shift).unwrap_or(letter)
        }
        '\u{3000}' => ' ',
        letter => letter,
    }
}

/// `true` for Chinese and Japanese letters, whose scripts have no spaces between words.
#[must_use]
pub const fn is_unspaced(letter: char) -> bool {
    matches!(
        letter,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}'
    )
}
