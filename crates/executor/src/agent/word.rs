//! The words of a text.

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
}
