//! Finds phrases in a text: whole words, ignoring case and `ё`. Chinese has no spaces, so its phrases match anywhere.

use cmec_decoder::letters::{folded, is_unspaced};

/// The spans of a phrase, in characters of the folded text. A blank or hyphen of the phrase matches any blanks and
/// marks; a word that ends in `*` matches any ending.
pub(super) fn positions(text: &[char], phrase: &str) -> Vec<(usize, usize)> {
    let phrase = fold(phrase);
    if phrase.iter().all(|letter| *letter == '*') {
        return Vec::new();
    }
    let is_unspaced = phrase.iter().copied().any(is_unspaced);
    let is_within = |at: Option<usize>| {
        let letter = at.and_then(|at| text.get(at));
        !is_unspaced && letter.is_some_and(|letter| letter.is_alphanumeric())
    };
    let starts = 0..text.len();
    let starts = starts.filter(|start| !is_within(start.checked_sub(1)));
    let found = starts.filter_map(|start| Some((start, end(text, start, &phrase)?)));
    found.filter(|(_, end)| !is_within(Some(*end))).collect()
}

/// The end of a phrase that starts at a position of a text, if it matches there.
fn end(text: &[char], start: usize, phrase: &[char]) -> Option<usize> {
    let run = |at: usize, is_in: &dyn Fn(&char) -> bool| {
        let rest = text.get(at..).unwrap_or_default().iter();
        at + rest.take_while(|own| is_in(own)).count()
    };
    let mut at = start;
    for (letter, next) in phrase.iter().zip(phrase.iter().skip(1).chain([&' '])) {
        let between = run(at, &|own| !own.is_alphanumeric() && own != next);
        at = match letter {
            '*' => run(at, &|own| own.is_alphanumeric()),
            ' ' | '-' if between > at => between,
            letter if text.get(at) == Some(letter) => at + 1,
            _ => return None,
        };
    }
    Some(at)
}

/// A folded text with its phrases replaced by blanks.
#[cfg(feature = "run")]
pub(in crate::lane::retrieval) fn without<'p>(
    text: &str,
    phrases: impl IntoIterator<Item = &'p str>,
) -> String {
    let text = fold(text);
    let mut rest = text.clone();
    for phrase in phrases {
        for (start, end) in positions(&text, phrase) {
            if let Some(letters) = rest.get_mut(start..end) {
                letters.fill(' ');
            }
        }
    }
    rest.into_iter().collect()
}

pub(super) fn fold(text: &str) -> Vec<char> {
    folded(text).chars().collect()
}

#[cfg(test)]
mod tests {
    use super::{fold, positions};

    #[test]
    fn a_phrase_is_whole_words_with_any_marks_between_them() {
        for (text, phrase, found) in [
            ("Что такое тезис?", "что такое", true),
            ("Что, такое тезис?", "что такое", true),
            ("Что такоева", "что такое", false),
            ("Нечто такое", "что такое", false),
            ("чтотакое", "что такое", false),
            ("Чем отличаются ядро и манифест", "чем отлича*", true),
            ("про Вову и Петрову", "вов* и петров*", true),
            ("V & P", "v & p", true),
            ("V&P", "v&p", true),
            ("extended mind", "extended-mind", true),
            ("C++", "c#", false),
            ("什么是图", "什么是", true),
            ("", "что", false),
            ("что", "*", false),
        ] {
            assert_eq!(!positions(&fold(text), phrase).is_empty(), found, "{text}");
        }
    }
}
