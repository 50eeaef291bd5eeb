//! Segmentation of scripts without spaces.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The segmentation of a run of letters without spaces. An index stores its segmentation, and questions to it use the
/// same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Chinese {
    /// Each pair of neighbouring letters; a single letter is a word.
    #[default]
    #[serde(rename = "pairs")]
    Pairs,
    /// Words of jieba's dictionary, and the words within them.
    #[cfg(feature = "jieba")]
    #[serde(rename = "jieba")]
    Jieba,
}

impl Chinese {
    /// The spans of the words of a run that starts at an offset of its text, sorted by start.
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
    // jieba reports positions in characters.
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
