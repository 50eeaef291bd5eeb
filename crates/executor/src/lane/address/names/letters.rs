//! Letters and words of names, as they are compared.

/// Words of a text: letters and digits, and these signs between two of them.
pub(crate) fn runs(text: &str, signs: &dyn Fn(char) -> bool) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && !signs(character))
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
