//! Splits names into comparable words.

/// The words of a text: runs of letters, digits and the given signs.
pub(crate) fn runs(text: &str, signs: &dyn Fn(char) -> bool) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && !signs(character))
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
