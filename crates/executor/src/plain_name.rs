//! Names as people write them, before they are compared.

use cmec_decoder::letters::folded;

/// Marks that people put around a name.
pub(crate) const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`'
    )
}

/// How like two plain names must be where one is a part of the other: 1 is the same.
#[cfg(feature = "retrieval")]
pub(crate) const LIKE: f64 = 0.72;

/// How like what was said is to what is there, both plain.
#[cfg(feature = "retrieval")]
pub(crate) fn likeness(said: &str, own: &str) -> f64 {
    let alike = strsim::jaro_winkler(said, own);
    match own.contains(said) || said.contains(own) {
        true => alike.max(LIKE),
        false => alike,
    }
}

/// A name without case, quotation marks, `ё` and blanks that tell nothing.
#[must_use]
pub(crate) fn plain(name: &str) -> String {
    let letters: String = folded(name)
        .chars()
        .filter(|character| !is_quotation_mark(*character))
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}
