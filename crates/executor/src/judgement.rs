//! Whether what was found answers the question: by how much of its words one piece has, and by how far the nearest piece is
//! from the others, never by a score that is fused.

mod word_forms;

use std::collections::BTreeSet;

use crate::analysis::{self, Analyser, Chinese};
use crate::judgement::word_forms::stands_in;
use crate::limitation::Limitation;
use crate::ports::text_index::{Hit, IndexHits, Nearest};

/// The least share of the weight of a question's words that stands in one piece of an answer. Fitted on public questions of
/// which half have no answer among the texts (`tests/retrieval/xquad.rs`): of those six in ten are limited, of the others one in
/// twenty.
const LEAST: f64 = 0.34;
/// The same of pairs of characters, of which many stand across the border of two words.
const LEAST_OF_PAIRS: f64 = 0.19;
/// The same of words of the dictionary of jieba and those within them.
#[cfg(feature = "jieba")]
const LEAST_OF_JIEBA: f64 = 0.30;
/// How much more a rare word counts than a common one.
const STEEPNESS: f64 = 1.5;
/// How much a word counts that no piece has, against one that one piece has.
const UNKNOWN: f64 = 0.75;
/// Of fewer pieces than these it is not known how rare a word is: they count as so many.
const FEWEST: u64 = 100;
/// Words that say nothing of what is looked for. In texts of their own language they are common, and weigh next to nothing; in
/// those of another they would be rare.
const FUNCTION_WORDS: &str = "a an the of in on at by to for from with and or is are was were be do does did it its this that \
    и в на с по к у о от до за из не ли же бы а но или это чтобы что";
/// The pieces that are looked at: the answer stands among the first or nowhere.
const LOOKED_AT: usize = 3;

/// From so many pieces on it is known how far they are from a question.
const LEAST_SPREAD: u64 = 20;
/// The least distinction of the nearest piece ([`Spread::distinction`]), where a piece has enough of the words; where it has
/// some, which says that question and texts share a language; and where it has none. Fitted on the same questions, each asked
/// of texts in three languages.
const DISTINCTION_WITH_WORDS: f64 = 0.8;
const DISTINCTION: f64 = 1.0;
const DISTINCTION_WITHOUT_WORDS: f64 = 0.9;
/// The share of the least share from which on words of the question are in the texts by more than chance.
const SOME_WORDS: f64 = 0.5;

/// What was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The greatest share of the weight of the words that stands in one of the first pieces.
    pub share: f64,
    /// The least that is asked for.
    pub least: f64,
    /// What the vectors say, where there are some.
    pub vectors: Option<VectorJudgement>,
}

/// What vectors say of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VectorJudgement {
    /// The cosine of the nearest piece.
    pub cosine: f32,
    /// How far it is from the others; `None`: there are too few of them.
    pub distinction: Option<f64>,
    /// The cosine that is enough by itself; `None`: it is not known of this model.
    pub least_cosine: Option<f32>,
}

impl Judgement {
    /// Whether too little of the question was found.
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

    /// Whether one of the first pieces has enough of the words of the question.
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

    /// What a weak answer says of itself.
    pub(crate) fn limitation(&self) -> Limitation {
        let Self { share, least, .. } = self;
        let is_by_vectors = (self.vectors).is_some_and(|own| own.distinction.is_some());
        if is_by_vectors || self.has_words() {
            return Limitation::FarInMeaning;
        }
        Limitation::WeakWords {
            // Rounded down, as a share that is too small is not to look like the least one.
            share: format!("{:.2}", (share * 100.0).floor() / 100.0),
            least: format!("{least:.2}"),
        }
    }

    /// What was judged, for the debug envelope.
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

/// Judges what was found for some words, which are cut in this way. A word counts by how rare it is, and is found in another
/// form, too. Phrases by which its kind is told, names of projects and function words do not count where other words do: they
/// do not say what is looked for. `near`: the nearest pieces, and the cosine that is enough by itself, where it is known.
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

/// The least share that is asked for, by what the words are.
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

/// How much a word says that stands in some of all pieces. One that stands in none may be a mere verb of the question.
fn rarity(having: u64, pieces: u64) -> f64 {
    let (count, pieces) = (having as f64, pieces.max(FEWEST) as f64);
    let rarity = (1.0 + (pieces - count + 0.5).max(0.5) / (count + 0.5)).ln();
    let weight = rarity.powf(STEEPNESS);
    match having {
        0 => weight * UNKNOWN,
        _ => weight,
    }
}

/// The share of the weight of the words that stands in each of the first pieces.
fn shares(weights: &[(&String, f64)], hits: &[Hit], analyser: &Analyser) -> Vec<f64> {
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    // Nothing but the words by which a kind is told: nothing was asked about.
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

    /// A hundred cosines of mean 0.5 and deviation 0.1, of which the greatest of random ones is about 0.8.
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
