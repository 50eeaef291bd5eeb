//! Normalises names for comparisons.

use cmec_decoder::letters::narrow;
#[cfg(feature = "run")]
use cmec_decoder::letters::{folded, is_unspaced};
use unicode_normalization::UnicodeNormalization;

/// Marks that people put around a name.
#[cfg(feature = "run")]
pub(crate) const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`'
    )
}

/// A text in normal form: full-width letters become normal ones, combining marks are composed (NFC).
#[must_use]
pub(crate) fn composed(text: &str) -> String {
    text.nfc().map(narrow).collect()
}

/// A name in normal form, in lower case, with `ё` as `е`, and without quotation marks and insignificant blanks, such as
/// blanks between Chinese letters.
#[cfg(feature = "run")]
#[must_use]
pub(crate) fn plain(name: &str) -> String {
    let letters: String = folded(&composed(name))
        .chars()
        .filter(|letter| !is_quotation_mark(*letter))
        .collect();
    let mut name = String::new();
    for part in letters.split_whitespace() {
        // Chinese has no blanks, but a name in a table may be padded with some.
        let is_one = name.ends_with(is_unspaced) && part.starts_with(is_unspaced);
        if !name.is_empty() && !is_one {
            name.push(' ');
        }
        name.push_str(part);
    }
    name
}
