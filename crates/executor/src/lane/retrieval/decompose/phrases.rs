//! Phrases in a text: whole words, without case and `ё`; Chinese, which has no spaces, anywhere.

use cmec_decoder::letters::{folded, is_unspaced};

/// Where a phrase stands, in characters of the folded text. A phrase that ends in `*` may end in mid-word.
pub(super) fn positions(text: &[char], phrase: &str) -> Vec<(usize, usize)> {
    let (phrase, open) = match phrase.strip_suffix('*') {
        Some(stem) => (stem, true),
        None => (phrase, false),
    };
    let phrase = fold(phrase);
    if phrase.is_empty() {
        return Vec::new();
    }
    let unspaced = phrase.iter().copied().any(is_unspaced);
    text.windows(phrase.len())
        .enumerate()
        .filter(|(_, window)| *window == phrase.as_slice())
        .map(|(start, window)| (start, start + window.len()))
        .filter(|(start, end)| {
            let before = start.checked_sub(1).and_then(|at| text.get(at));
            let after = text.get(*end);
            unspaced
                || (before.is_none_or(|letter| !letter.is_alphanumeric())
                    && (open || after.is_none_or(|letter| !letter.is_alphanumeric())))
        })
        .collect()
}

/// A folded text with blanks where phrases stand.
#[cfg(feature = "retrieval")]
pub(in crate::lane::retrieval) fn without<'p>(
    text: &str,
    phrases: impl IntoIterator<Item = &'p str>,
) -> String {
    let text = fold(text);
    let mut rest = text.clone();
    for phrase in phrases {
        for (start, end) in positions(&text, phrase) {
            let behind = text.get(end..).unwrap_or_default().iter();
            let tail = match phrase.ends_with('*') {
                true => behind.take_while(|own| own.is_alphanumeric()).count(),
                false => 0,
            };
            if let Some(letters) = rest.get_mut(start..end + tail) {
                letters.fill(' ');
            }
        }
    }
    rest.into_iter().collect()
}

/// A text without case and `ё`.
pub(super) fn fold(text: &str) -> Vec<char> {
    folded(text).chars().collect()
}
