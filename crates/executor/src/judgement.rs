//! Whether what was found answers the question: by how much of its words stands in one piece, by how near that piece is, and by
//! a cosine, never by a score that is fused.

mod word_forms;

use std::collections::BTreeSet;

use crate::analysis::{self, Analyser, Chinese};
use crate::judgement::word_forms::stands_in;
use crate::limitation::Limitation;
use crate::ports::text_index::{Found, Hit};

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
/// The pieces that are looked at: the answer stands among the first or nowhere.
const LOOKED_AT: usize = 3;

/// Of an answer that words and vectors find, the place among the nearest pieces from 1 that one with enough words has at most.
const NEAR: usize = 20;

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
    /// Whether a piece with enough of the words is among the nearest, too.
    pub is_near: bool,
    /// The cosine of the nearest piece, and the least that is enough by itself.
    pub cosine: f32,
    /// The cosine that is enough by itself; `None`: it is not known of this model.
    pub least_cosine: Option<f32>,
}

impl Judgement {
    /// Whether too little of the question was found.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        let has_words = self.share >= self.least;
        match self.vectors {
            None => !has_words,
            Some(own) => {
                let is_enough = own.least_cosine.is_some_and(|least| own.cosine >= least);
                let has_both = has_words && own.is_near;
                !is_enough && !has_both
            }
        }
    }

    /// What a weak answer says of itself.
    pub(crate) fn limitation(&self) -> Limitation {
        let Self { share, least, .. } = self;
        if share >= least {
            return Limitation::FarInMeaning;
        }
        Limitation::WeakWords {
            share: format!("{share:.2}"),
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
            let near = if own.is_near { "is" } else { "is not" };
            text.push_str(&format!(
                "; such a piece {near} among the {NEAR} nearest; cosine {:.2}",
                own.cosine
            ));
            if let Some(least) = own.least_cosine {
                text.push_str(&format!(", {least:.2} is enough"));
            }
        }
        text
    }
}

/// The nearest pieces, and the cosine that is enough by itself, where it is known.
#[derive(Debug, Clone, Copy)]
pub struct Near<'n> {
    /// The pieces, the nearest first.
    pub hits: &'n [Hit],
    /// The cosine that is enough by itself.
    pub least_cosine: Option<f32>,
}

/// Judges what was found for some words, which are cut in this way. A word counts by how rare it is, and is found in another
/// form, too. Phrases by which its kind is told and names of projects do not count where other words do: they say what is
/// looked through, and not what is looked for.
#[must_use]
pub fn judge<'p>(
    (words, chinese): (&[String], Chinese),
    names: impl IntoIterator<Item = &'p str>,
    found: &Found,
    near: Option<Near<'_>>,
) -> Judgement {
    let analyser = Analyser::new(chinese);
    let names = names.into_iter();
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
    let nearest = near.map(|near| near.hits.get(..NEAR).unwrap_or(near.hits));
    let is_near = |hit: &Hit| {
        let nearest = nearest.unwrap_or_default();
        nearest.iter().any(|near| near.chunk.id == hit.chunk.id)
    };
    let mut enough = shares.iter().zip(&found.hits);
    Judgement {
        share: shares.iter().copied().fold(0.0, f64::max),
        least,
        vectors: near.map(|near| VectorJudgement {
            is_near: enough.any(|(share, hit)| *share >= least && is_near(hit)),
            cosine: near.hits.first().map_or(-1.0, |nearest| nearest.score),
            least_cosine: near.least_cosine,
        }),
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
