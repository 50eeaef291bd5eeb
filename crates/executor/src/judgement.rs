//! Judges whether a result answers a question: by the share of the question's words in one piece, and by how distinct
//! the nearest piece is from the others. Fused scores are never used.

mod word_forms;

use std::collections::BTreeSet;

use crate::analysis::{self, Analyser, Chinese};
use crate::judgement::word_forms::stands_in;
use crate::limitation::Limitation;
use crate::ports::text_index::{Hit, IndexHits, Nearest};

/// Minimum share of the weight of a question's words in one piece. Fitted on public questions of which half have no
/// answer among the texts (`tests/retrieval/xquad.rs`): six in ten of the unanswerable questions are limited, and one
/// in twenty of the others.
const LEAST: f64 = 0.34;
/// The minimum share for pairs of characters, many of which cross the border of two words.
const LEAST_OF_PAIRS: f64 = 0.19;
/// The minimum share for words of jieba's dictionary and the words within them.
#[cfg(feature = "jieba")]
const LEAST_OF_JIEBA: f64 = 0.30;
/// Exponent of the rarity of a word.
const STEEPNESS: f64 = 1.5;
/// Weight of a word that no piece has, relative to a word that one piece has.
const UNKNOWN: f64 = 0.75;
/// Minimum number of pieces in the computation of rarity, since few pieces do not show how rare a word is.
const FEWEST: u64 = 100;
/// Function words, which say nothing about the subject. They are common in texts of their language, but would count as
/// rare in texts of another.
const FUNCTION_WORDS: &str = "a an the of in on at by to for from with and or is are was were be do does did it its this that \
    и в на с по к у о от до за из не ли же бы а но или это чтобы что";
/// Number of leading pieces that are judged; an answer is among the first or missing.
const LOOKED_AT: usize = 3;

/// Minimum number of pieces for a meaningful distribution of cosines.
const LEAST_SPREAD: u64 = 20;
/// Minimum distinction of the nearest piece (`Spread::distinction`): where a piece has enough words; where a piece
/// has some, which shows that question and texts share a language; and where none has any. Fitted on the same
/// questions, each asked of texts in three languages.
const DISTINCTION_WITH_WORDS: f64 = 0.8;
const DISTINCTION: f64 = 1.0;
const DISTINCTION_WITHOUT_WORDS: f64 = 0.9;
/// The fraction of the minimum share above which common words are no coincidence.
const SOME_WORDS: f64 = 0.5;

/// The judgement of a result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The greatest share of the weight of the question's words in one of the first pieces.
    pub share: f64,
    /// The minimum share.
    pub least: f64,
    /// The judgement by vectors, if there are any.
    pub vectors: Option<VectorJudgement>,
}

/// The judgement of a result by vectors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorJudgement {
    /// The cosine of the nearest piece.
    pub cosine: f32,
    /// Its distinction from the others; `None` where there are too few.
    pub distinction: Option<f64>,
    /// The cosine that suffices by itself; `None` where it is unknown for the model.
    pub least_cosine: Option<f32>,
}

impl Judgement {
    /// True where too little of the question was found.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        let Some(own) = self.vectors else {
            return !self.has_words();
        };
        let is_enough = own.least_cosine.is_some_and(|least| own.cosine >= least);
        let is_distinct = match own.distinction {
            None => self.has_words(),
            Some(distinction) => distinction >= self.least_distinction(),
        };
        !is_enough && !is_distinct
    }

    /// True where one of the first pieces has enough of the question's words.
    #[must_use]
    pub fn has_words(&self) -> bool {
        self.share >= self.least
    }

    fn least_distinction(&self) -> f64 {
        match self.share / self.least {
            share if share >= 1.0 => DISTINCTION_WITH_WORDS,
            share if share >= SOME_WORDS => DISTINCTION,
            _ => DISTINCTION_WITHOUT_WORDS,
        }
    }

    pub(crate) fn limitation(&self) -> Limitation {
        let Self { share, least, .. } = self;
        let is_by_vectors = (self.vectors).is_some_and(|own| own.distinction.is_some());
        if is_by_vectors || self.has_words() {
            return Limitation::FarInMeaning;
        }
        Limitation::WeakWords {
            // Rounded down, so that a share below the minimum does not look equal to it.
            share: format!("{:.2}", (share * 100.0).floor() / 100.0),
            least: format!("{least:.2}"),
        }
    }

    pub(crate) fn text(&self) -> String {
        let Self { share, least, .. } = self;
        let mut text = format!(
            "of the weight of the words {share:.2} stands in one piece, at least {least:.2} is asked for"
        );
        if let Some(own) = self.vectors {
            text.push_str(&format!("; cosine {:.2}", own.cosine));
            if let Some(distinction) = own.distinction {
                let least = self.least_distinction();
                text.push_str(&format!(
                    ", distinction {distinction:.2}, at least {least:.2} is asked for"
                ));
            }
            if let Some(least) = own.least_cosine {
                text.push_str(&format!(", {least:.2} is enough"));
            }
        }
        text
    }
}

/// Judges a result for some words with a segmentation of Chinese. A word is weighted by its rarity and may occur in
/// another form. Phrases of the question's kind, project names and function words do not count if there are other
/// words, since they do not name the subject. `near` has the nearest pieces and the cosine that suffices by itself, if
/// known.
#[must_use]
pub fn judge<'p>(
    (words, chinese): (&[String], Chinese),
    names: impl IntoIterator<Item = &'p str>,
    found: &IndexHits,
    near: Option<(&Nearest, Option<f32>)>,
) -> Judgement {
    let analyser = Analyser::new(chinese);
    let names = names.into_iter().chain([FUNCTION_WORDS]);
    let mut names: BTreeSet<String> = names.flat_map(|name| analyser.question(name)).collect();
    if words.iter().all(|word| names.contains(word)) {
        names.clear();
    }
    let weights = words.iter().zip(&found.having);
    let weights: Vec<(&String, f64)> = weights
        .filter(|(word, _)| !names.contains(*word))
        .map(|(word, having)| (word, rarity(*having, found.pieces)))
        .collect();
    let least = least(&weights, chinese);
    let shares = shares(&weights, &found.hits, &analyser);
    let of_vectors = |(near, least_cosine): (&Nearest, Option<f32>)| {
        let cosine = near.hits.first().map_or(-1.0, |nearest| nearest.score);
        let is_known = near.spread.count >= LEAST_SPREAD;
        VectorJudgement {
            cosine,
            distinction: (is_known.then(|| near.spread.distinction(cosine))).flatten(),
            least_cosine,
        }
    };
    Judgement {
        share: shares.into_iter().fold(0.0, f64::max),
        least,
        vectors: near.map(of_vectors),
    }
}

/// The minimum share for the kind of words.
fn least(weights: &[(&String, f64)], chinese: Chinese) -> f64 {
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let pairs = (weights.iter()).filter(|(word, _)| analysis::is_unspaced_word(word));
    let pairs: f64 = pairs.map(|(_, weight)| weight).sum();
    match all > 0.0 {
        true => LEAST + (least_of_chinese(chinese) - LEAST) * pairs / all,
        false => LEAST,
    }
}

fn least_of_chinese(chinese: Chinese) -> f64 {
    match chinese {
        Chinese::Pairs => LEAST_OF_PAIRS,
        #[cfg(feature = "jieba")]
        Chinese::Jieba => LEAST_OF_JIEBA,
    }
}

/// The weight of a word by the number of pieces with it. A word in no piece weighs less, since it may be only a verb of
/// the question.
fn rarity(having: u64, pieces: u64) -> f64 {
    let (count, pieces) = (having as f64, pieces.max(FEWEST) as f64);
    let rarity = (1.0 + (pieces - count + 0.5).max(0.5) / (count + 0.5)).ln();
    let weight = rarity.powf(STEEPNESS);
    match having {
        0 => weight * UNKNOWN,
        _ => weight,
    }
}

fn shares(weights: &[(&String, f64)], hits: &[Hit], analyser: &Analyser) -> Vec<f64> {
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    // The question has only phrases of its kind and no subject.
    if all <= 0.0 {
        return Vec::new();
    }
    let shares = hits.iter().take(LOOKED_AT).map(|hit| {
        let own = analyser.question(&hit.chunk.searched());
        let own: BTreeSet<String> = own.into_iter().collect();
        let there = weights.iter().filter(|(word, _)| stands_in(word, &own));
        there.map(|(_, weight)| weight).sum::<f64>() / all
    });
    shares.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::documents::{Chunk, Metadata};
    use crate::ports::text_index::spread::Spread;

    /// A hundred cosines with mean 0.5 and deviation 0.1; the expected maximum of random ones is about 0.8.
    #[test]
    fn the_nearest_piece_is_distinct_or_the_answer_is_weak() {
        let words = ["one", "two", "three", "four", "five"].map(str::to_owned);
        for (text, cosine, count, least_cosine, is_weak) in [
            ("one two", 0.75, 100, None, false),
            ("one two", 0.73, 100, None, true),
            ("one", 0.81, 100, None, false),
            ("one", 0.79, 100, None, true),
            ("раз", 0.78, 100, None, false),
            ("раз", 0.76, 100, None, true),
            ("раз", 0.76, 100, Some(0.75), false),
            ("раз", 0.99, 19, None, true),
            ("one two", 0.5, 19, None, false),
        ] {
            let hit = |score| Hit {
                score,
                chunk: Arc::new(Chunk {
                    id: "a".to_owned(),
                    document: "a".to_owned(),
                    title: String::new(),
                    headings: Vec::new(),
                    text: text.to_owned(),
                    metadata: Arc::new(Metadata::default()),
                }),
            };
            let found = IndexHits {
                hits: vec![hit(1.0)],
                having: vec![1; words.len()],
                pieces: 100,
            };
            let near = Nearest {
                hits: vec![hit(cosine)],
                spread: Spread {
                    count,
                    mean: 0.5,
                    variance: 0.01,
                },
            };
            let near = Some((&near, least_cosine));
            let judgement = judge((&words, Chinese::Pairs), [], &found, near);
            assert_eq!(
                judgement.is_weak(),
                is_weak,
                "{text} {cosine} {judgement:?}"
            );
        }
    }
}
