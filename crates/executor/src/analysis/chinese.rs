//! Words of a script that writes no spaces.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What a run of letters without spaces is cut into. An index says by which its words are made, and a question is cut alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Chinese {
    /// Each pair of neighbours; a letter alone is a word.
    #[default]
    #[serde(rename = "pairs")]
    Pairs,
    /// Words of the dictionary of jieba, and the words within them.
    #[cfg(feature = "jieba")]
    #[serde(rename = "jieba")]
    Jieba,
}

impl Chinese {
    /// Where the words of a run stand that begins at a place of its text, in the order of their beginnings.
    pub(super) fn words(self, run: &str, from: usize) -> Vec<Range<usize>> {
        match self {
            Self::Pairs => pairs(run, from),
            #[cfg(feature = "jieba")]
            Self::Jieba => of_dictionary(run, from),
        }
    }
}

fn pairs(run: &str, from: usize) -> Vec<Range<usize>> {
    let ends = run.char_indices().map(|(at, letter)| {
        let begin = from + at;
        begin..begin + letter.len_utf8()
    });
    let letters: Vec<Range<usize>> = ends.collect();
    match letters.as_slice() {
        [alone] => vec![alone.clone()],
        _ => letters
            .array_windows()
            .map(|[one, next]| one.start..next.end)
            .collect(),
    }
}

#[cfg(feature = "jieba")]
fn of_dictionary(run: &str, from: usize) -> Vec<Range<usize>> {
    use std::sync::LazyLock;

    use jieba_rs::{Jieba, TokenizeMode};

    static DICTIONARY: LazyLock<Jieba> = LazyLock::new(Jieba::new);
    // Places are told in letters.
    let mut places: Vec<usize> = run.char_indices().map(|(at, _)| from + at).collect();
    places.push(from + run.len());
    let words = DICTIONARY.tokenize(run, TokenizeMode::Search, true);
    let words = words
        .iter()
        .filter_map(|word| Some(*places.get(word.start)?..*places.get(word.end)?));
    let mut words: Vec<Range<usize>> = words.collect();
    words.sort_by_key(|word| (word.start, word.end));
    words
}
