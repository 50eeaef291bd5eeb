//! Letters and words of names, as they are compared.

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

/// Words of a text: letters and digits, and these signs between two of them.
pub(crate) fn runs(text: &str, signs: &dyn Fn(char) -> bool) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && !signs(character))
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
