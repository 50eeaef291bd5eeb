//! The words of a text, and whether two are one word in two forms.

use std::ops::Range;

use cmec_decoder::letters::{folded, is_unspaced};

/// What a word is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Cyrillic letters.
    Cyrillic,
    /// Chinese and Japanese letters, each of which is a word here.
    Unspaced,
    /// Latin letters, and those of every other script with spaces.
    Latin,
}

/// Letters beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Where it stands in the text, in bytes.
    pub(super) at: Range<usize>,
    /// Its letters without case.
    pub(super) folded: String,
    /// What it is written in.
    pub(super) script: Script,
    /// Which of its letters are capitals.
    pub(super) capitals: Capitals,
}

/// Which letters of a word are capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Capitals {
    /// Not the first.
    NotFirst,
    /// The first.
    First,
    /// Two or more, and no other letters.
    All,
}

/// The words of a text, in their order.
#[must_use]
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((from, first)) = letters.next() {
        if !first.is_alphabetic() {
            continue;
        }
        let mut to = from + first.len_utf8();
        while let Some((at, next)) = letters.peek().copied() {
            let goes_on = next.is_alphabetic() || matches!(next, '\u{300}'..='\u{36f}');
            if is_unspaced(first) || is_unspaced(next) || !goes_on {
                break;
            }
            to = at + next.len_utf8();
            letters.next();
        }
        let own = text.get(from..to).unwrap_or_default();
        words.push(Word {
            at: from..to,
            folded: folded(own),
            script: match first {
                '\u{400}'..='\u{52f}' => Script::Cyrillic,
                _ if is_unspaced(first) => Script::Unspaced,
                _ => Script::Latin,
            },
            capitals: match first.is_uppercase() {
                true if own.chars().skip(1).all(char::is_uppercase)
                    && own.chars().nth(1).is_some() =>
                {
                    Capitals::All
                }
                true => Capitals::First,
                false => Capitals::NotFirst,
            },
        });
    }
    words
}

/// Endings of Russian nouns and adjectives; one may be empty.
const ENDINGS: &[&str] = &[
    "", "а", "я", "о", "е", "и", "ы", "у", "ю", "ь", "й", "ой", "ей", "ою", "ею", "ом", "ем", "ам",
    "ям", "ами", "ями", "ах", "ях", "ов", "ев", "ий", "ый", "ая", "яя", "ое", "ее", "ие", "ые",
    "ую", "юю", "ого", "его", "ому", "ему", "им", "ым", "их", "ых", "ими", "ыми", "ью",
];

/// Most letters of an ending.
const LONGEST_ENDING: usize = 3;

/// Fewest letters that a word keeps in all its forms.
pub(super) const STEM: usize = 3;

/// What all forms of a word begin with.
#[must_use]
pub(super) fn stem(word: &str) -> &str {
    let end = word
        .char_indices()
        .nth(STEM)
        .map_or(word.len(), |(at, _)| at);
    word.get(..end).unwrap_or_default()
}

/// Whether two words without case are the same, or forms of one Russian word.
#[must_use]
pub(super) fn is_same(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let shared = one.chars().zip(other.chars());
    let shared: Vec<char> = (shared.take_while(|(own, other)| own == other))
        .map(|(own, _)| own)
        .collect();
    let is_cyrillic = |letter: &char| matches!(letter, '\u{400}'..='\u{52f}');
    if shared.len() < STEM || !shared.iter().all(is_cyrillic) {
        return false;
    }
    let longest = one.chars().count().max(other.chars().count());
    let shortest = STEM.max(longest.saturating_sub(LONGEST_ENDING));
    (shortest..=shared.len()).any(|stem| {
        let stem: usize = shared.iter().take(stem).map(|own| own.len_utf8()).sum();
        [one, other].iter().all(|word| {
            let ending = word.get(stem..).unwrap_or_default();
            ENDINGS.contains(&ending)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_letters_beside_each_other() {
        for (text, expected) in [
            ("Мальбек Резерва, 1 490 ₽", "мальбек резерва"),
            ("d'Yquem «Ёж» 62.Р", "d yquem еж р"),
            ("企业A 在苏州", "企 业 a 在 苏 州"),
            ("", ""),
        ] {
            let own: Vec<String> = words(text).into_iter().map(|own| own.folded).collect();
            assert_eq!(own.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn forms_of_a_word_are_one() {
        for (one, other, expected) in [
            ("мендоса", "мендосы", true),
            ("одуванчик", "одуванчиком", true),
            ("апулия", "апулией", true),
            ("рим", "рима", true),
            ("южный", "южного", true),
            ("петрюс", "петрус", false),
            ("барон", "бароло", false),
            ("gaja", "gajas", false),
            ("да", "до", false),
        ] {
            assert_eq!(is_same(one, other), expected, "{one} {other}");
        }
    }
}
