//! Names as people write them, before they are compared.

use cmec_decoder::letters::folded;

/// Marks that people put around a name.
pub(crate) const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '«' | '»' | '“' | '”' | '„' | '‟' | '‘' | '’' | '\'' | '`'
    )
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
