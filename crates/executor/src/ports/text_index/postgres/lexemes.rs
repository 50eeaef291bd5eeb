//! Words as literals of the types `tsvector` and `tsquery`, which the server takes unchanged.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::text_limits;

/// Maximum length of a lexeme, in bytes.
const LONGEST: usize = 2_046;
/// Maximum number of positions per lexeme.
const MOST_PLACES: usize = 256;
/// The last position; later ones are clamped to it.
const LAST_PLACE: usize = 16_383;

/// The words of a text in order as a `tsvector`: `'word':1,5 'other':2`.
pub(super) fn vector(words: impl IntoIterator<Item = String>) -> String {
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, word) in words.into_iter().enumerate() {
        let Some(lexeme) = lexeme(&word) else {
            continue;
        };
        let own = places.entry(lexeme).or_default();
        if own.len() < MOST_PLACES {
            own.push((index + 1).min(LAST_PLACE));
        }
    }
    let mut vector = String::new();
    for (lexeme, places) in places {
        let _ = write!(vector, "{lexeme}");
        for (index, place) in places.iter().enumerate() {
            let mark = if index == 0 { ':' } else { ',' };
            let _ = write!(vector, "{mark}{place}");
        }
        vector.push(' ');
    }
    vector
}

/// A quoted word; `None` where no text can contain it.
pub(super) fn lexeme(word: &str) -> Option<String> {
    // Quotes and backslashes are doubled.
    let word = text_limits::written(word);
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let word = word.replace('\\', "\\\\").replace('\'', "''");
    Some(format!("'{word}'"))
}

/// A `tsquery` for any of some words: `'word' | 'other'`; `None` where no text can contain any.
pub(super) fn any<'l>(lexemes: impl IntoIterator<Item = &'l String>) -> Option<String> {
    let lexemes: Vec<&str> = lexemes.into_iter().map(String::as_str).collect();
    (!lexemes.is_empty()).then(|| lexemes.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::{any, lexeme, vector};

    #[test]
    fn words_stand_in_quotes_with_their_places() {
        for (words, expected) in [
            ("", ""),
            ("two one two", "'one':2 'two':1,3 "),
            ("o'brien a\\b 固态", "'a\\\\b':2 'o''brien':1 '固态':3 "),
        ] {
            let own = words.split_whitespace().map(str::to_owned);
            assert_eq!(vector(own), expected, "{words}");
        }
        let many = vector(std::iter::repeat_n("a".to_owned(), 20_000));
        assert_eq!(many.split(',').count(), 256);
        let far = (0..17_000).map(|number| number.to_string());
        assert!(vector(far).contains("'16999':16383 "));
    }

    #[test]
    fn a_word_that_no_text_can_have_is_no_lexeme() {
        assert_eq!(lexeme(""), None);
        assert_eq!(any([]), None);
        assert_eq!(
            any(["'a'".to_owned(), "'b'".to_owned()].iter()),
            Some("'a' | 'b'".to_owned())
        );
    }
}
