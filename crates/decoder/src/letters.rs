//! Letters as texts are compared.

use unicode_normalization::UnicodeNormalization;

/// A text without case, `ё` as `е`: people write the one for the other, and not every store tells cases apart. A letter
/// that is written as two, `й` as `и` and its breve, is one. A letter is the same in every place, so that a part of a
/// text is a part of it still.
#[must_use]
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    uncased(text.nfc())
}

/// Letters without case, `ё` as `е`, each as it is written: as one or as two.
#[must_use]
pub fn uncased(letters: impl Iterator<Item = char>) -> String {
    letters
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ё' { 'е' } else { letter })
        .collect()
}

/// A letter or blank of full width as its usual form; any other as it is.
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

/// Whether a letter is of a script that writes no spaces between words: Chinese characters, and Japanese ones.
#[must_use]
pub const fn is_unspaced(letter: char) -> bool {
    matches!(
        letter,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}'
    )
}
