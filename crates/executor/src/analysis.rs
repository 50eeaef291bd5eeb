//! Text analysis: a text → its words for search, with the same rules for questions and indexed texts.
//!
//! The script of a word decides its analysis, so that a Russian text may contain English names: Cyrillic words get the
//! Russian stemmer, Latin words the English one. A run of Chinese or Japanese letters, which has no spaces, gives each
//! pair of neighbours, or dictionary words where an index uses a dictionary. Case and width are ignored, `ё` equals
//! `е`, and stress marks are dropped. Marks that form a name with a letter stay: `C++`, `C#`. A compound gives its
//! parts and the whole: `getUserById` has `user`, and `sign-off` has `signoff`.

mod chinese;

use std::ops::Range;

use cmec_decoder::letters::{folded, is_unspaced};
use frostem::{Algorithm, Stemmer};

pub use chinese::Chinese;

use crate::plain_name::composed;

/// The version of these rules. An index made by another version is refused.
pub const VERSION: u32 = 4;

/// Marks that form a name with the letter before them.
const NAME_MARKS: [&str; 2] = ["++", "#"];

/// Maximum length of a word, in bytes. A longer token is not a word and is dropped.
const LONGEST: usize = 128;

/// A word with its span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its span in the text, in bytes.
    pub at: Range<usize>,
    /// Its stem.
    pub stem: String,
}

/// The analyser of texts, with its stemmers.
pub struct Analyser {
    russian: Stemmer,
    english: Stemmer,
    chinese: Chinese,
}

impl std::fmt::Debug for Analyser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Analyser")
    }
}

impl Default for Analyser {
    fn default() -> Self {
        Self::new(Chinese::default())
    }
}

impl Analyser {
    /// An analyser with a segmentation of Chinese.
    #[must_use]
    pub fn new(chinese: Chinese) -> Self {
        Self {
            russian: Stemmer::new(Algorithm::Russian),
            english: Stemmer::new(Algorithm::English),
            chinese,
        }
    }

    /// Its segmentation of Chinese.
    #[must_use]
    pub const fn chinese(&self) -> Chinese {
        self.chinese
    }

    /// The words of a text in order. A compound comes before its parts.
    pub fn words(&self, text: &str) -> Vec<Word> {
        let spans = with_compounds(text, spans_by(self.chinese, text));
        let words = spans.into_iter().filter_map(|at| {
            let stem = self.stem(text.get(at.clone())?);
            (!stem.is_empty() && stem.len() <= LONGEST).then_some(Word { at, stem })
        });
        words.collect()
    }

    /// The distinct words of a question in order of first occurrence.
    #[must_use]
    pub fn question(&self, text: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for word in self.words(text) {
            if !words.contains(&word.stem) {
                words.push(word.stem);
            }
        }
        words
    }

    fn stem(&self, word: &str) -> String {
        let word: String = folded(&composed(word))
            .chars()
            .filter(|letter| !is_mark(*letter) && !is_hyphen(*letter))
            .collect();
        match word.chars().find(|letter| letter.is_alphabetic()) {
            Some(letter) if is_cyrillic(letter) => self.russian.stem(&word).into_owned(),
            Some(letter) if letter.is_ascii() => self.english.stem(&word).into_owned(),
            _ => word,
        }
    }
}

/// True for a word of a script without spaces.
#[must_use]
pub fn is_unspaced_word(word: &str) -> bool {
    word.chars().next().is_some_and(is_unspaced)
}

/// The number of words of a text. In a script without spaces each letter of a run counts, except the last.
#[must_use]
pub fn count(text: &str) -> usize {
    spans(text).len()
}

/// The spans of the words of a text; in a script without spaces, of its pairs.
#[must_use]
pub fn spans(text: &str) -> Vec<Range<usize>> {
    spans_by(Chinese::Pairs, text)
}

fn spans_by(chinese: Chinese, text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((from, letter)) = letters.next() {
        let mut to = from + letter.len_utf8();
        let is_run = is_unspaced(letter);
        if !is_run && !letter.is_alphanumeric() {
            continue;
        }
        while let Some((at, next)) = letters.peek() {
            let goes_on = match is_run {
                true => is_unspaced(*next),
                false => !is_unspaced(*next) && (next.is_alphanumeric() || is_mark(*next)),
            };
            if !goes_on {
                break;
            }
            to = at + next.len_utf8();
            letters.next();
        }
        if to == from + letter.len_utf8() && letter.is_ascii_alphabetic() {
            to += name_mark(text.get(to..).unwrap_or_default());
        }
        match text.get(from..to) {
            Some(run) if is_run => spans.extend(chinese.words(run, from)),
            _ => spans.push(from..to),
        }
    }
    spans
}

/// The spans with the compounds of a text added: hyphenated words and the parts of camel case words.
fn with_compounds(text: &str, spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    let is_joined = |one: &Range<usize>, other: &Range<usize>| {
        let between = text.get(one.end..other.start).unwrap_or_default();
        let mut letters = between.chars();
        letters.next().is_some_and(is_hyphen) && letters.next().is_none()
    };
    let is_letters = |at: &Range<usize>| {
        let word = text.get(at.clone()).unwrap_or_default();
        word.chars().all(|own| own.is_alphabetic() || is_mark(own))
    };
    let joined = |one: &Range<usize>, other: &Range<usize>| {
        is_joined(one, other) && is_letters(one) && is_letters(other)
    };
    for group in spans.chunk_by(joined) {
        if let [first, .., last] = group {
            all.push(first.start..last.end);
        }
        for at in group {
            all.push(at.clone());
            let parts = camel_parts(text.get(at.clone()).unwrap_or_default());
            let parts = parts.into_iter();
            all.extend(parts.map(|part| at.start + part.start..at.start + part.end));
        }
    }
    all
}

/// The parts of a camel case word that have more than one letter: `HTTPServer` gives `HTTP` and `Server`; `URLs` has
/// none.
fn camel_parts(word: &str) -> Vec<Range<usize>> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let is_lower = |at: usize| (letters.get(at)).is_some_and(|(_, own)| own.is_lowercase());
    let is_upper = |at: usize| (letters.get(at)).is_some_and(|(_, own)| own.is_uppercase());
    let begins = (1..letters.len()).filter(|at| {
        let is_end_of_acronym = is_upper(*at - 1) && is_lower(*at + 1) && is_lower(*at + 2);
        is_upper(*at) && (is_lower(*at - 1) || is_end_of_acronym)
    });
    let begins: Vec<usize> = begins.collect();
    if begins.is_empty() {
        return Vec::new();
    }
    let place = |at: usize| letters.get(at).map_or(word.len(), |(place, _)| *place);
    let ends = begins.iter().copied().chain([letters.len()]);
    let parts = [0].into_iter().chain(begins.iter().copied()).zip(ends);
    let parts = parts.filter(|(from, to)| to - from > 1);
    parts.map(|(from, to)| place(from)..place(to)).collect()
}

/// The length of the mark after a letter that forms a name with it: in `C++17`, but not in `C#5` or `a+b`.
fn name_mark(rest: &str) -> usize {
    let mut marks = NAME_MARKS.iter().filter_map(|mark| {
        let after = rest.strip_prefix(mark)?.chars().next();
        let goes_on = |own: char| match *mark {
            "++" => own.is_alphabetic() && !is_unspaced(own),
            _ => own.is_alphanumeric() && !is_unspaced(own),
        };
        (!after.is_some_and(goes_on)).then_some(mark.len())
    });
    marks.next().unwrap_or_default()
}

const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

const fn is_hyphen(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}' | '\u{2011}')
}

const fn is_cyrillic(letter: char) -> bool {
    matches!(letter, '\u{400}'..='\u{52f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(analyser: &Analyser, text: &str) -> String {
        let words = analyser.words(text).into_iter();
        let stems: Vec<String> = words.map(|word| word.stem).collect();
        stems.join(" ")
    }

    #[cfg(feature = "jieba")]
    #[test]
    fn words_of_a_dictionary_are_those_in_them_too() {
        let analyser = Analyser::new(Chinese::Jieba);
        for (text, words) in [
            ("固态电池", "固态 电池"),
            (
                "中华人民共和国2026",
                "中华 中华人民共和国 华人 人民 共和 共和国 2026",
            ),
            ("RAG查询v2", "rag 查询 v2"),
            ("固", "固"),
        ] {
            assert_eq!(stems(&analyser, text), words, "{text}");
        }
    }

    #[test]
    fn words_are_analysed_by_their_own_letters() {
        let analyser = Analyser::default();
        for (text, words) in [
            ("Почему ёжики", "поч ежик"),
            ("ЁЖИКАМИ ежика", "ежик ежик"),
            ("Story-layers и RAG", "storylay stori layer и rag"),
            ("getUserById", "getuserbyid get user by id"),
            (
                "HTTPServer URLs iPhone",
                "httpserver http server url iphon phone",
            ),
            ("РосАтом", "росат рос ат"),
            ("sign-off по-новому", "signoff sign off понов по нов"),
            ("2026-11-29 COVID-19", "2026 11 29 covid 19"),
            ("a - b x--y", "a b x y"),
            ("индексу индекс", "индекс индекс"),
            ("за́мок", "замок"),
            ("и\u{306}од йод", "йод йод"),
            ("固态电池", "固态 态电 电池"),
            ("固", "固"),
            ("RAG查询v2", "rag 查询 v2"),
            ("", ""),
            ("… — !", ""),
            ("62.01", "62 01"),
            ("ＲＡＧ２０２６ 年", "rag2026 年"),
            ("C++ и C#, C", "c++ и c# c"),
            ("issue#12 C#12", "issu 12 c 12"),
            ("C++17 C++语言 C#开发", "c++ 17 c++ 语言 c# 开发"),
            ("a+b c+", "a b c"),
        ] {
            assert_eq!(stems(&analyser, text), words, "{text}");
        }
    }
}
