//! Letters as texts are compared.

/// The letters of a text without case, `ё` as `е`: people write the one for the other, and not every store tells cases
/// apart.
pub fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == 'ё' { 'е' } else { letter })
}
