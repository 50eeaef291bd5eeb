//! Whether what was found answers the question: by how much of its words stands in one piece, never by a rank.

use std::collections::BTreeSet;

use crate::analysis::{self, Analyser};
use crate::lane::retrieval::plan::RetrievalPlan;
use crate::ports::text_index::{Found, Hit};

/// The least share of the weight of a question's words that stands in one piece of an answer. Fitted on public questions of
/// which half have no answer among the texts (`tests/retrieval/xquad.rs`): of those six in ten are limited, of the others one in
/// twenty.
const LEAST: f64 = 0.34;
/// The same of pairs of characters, of which many stand across the border of two words.
const LEAST_OF_PAIRS: f64 = 0.19;
/// How much more a rare word counts than a common one.
const STEEPNESS: f64 = 1.5;
/// How much a word counts that no piece has, against one that one piece has.
const UNKNOWN: f64 = 0.75;
/// Of fewer pieces than these it is not known how rare a word is: they count as so many.
const FEWEST: u64 = 100;
/// The pieces that are looked at: the answer stands among the first or nowhere.
const LOOKED_AT: usize = 3;

/// What was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The greatest share of the weight of the words that stands in one of the first pieces.
    pub share: f64,
    /// The least that is asked for.
    pub least: f64,
}

impl Judgement {
    /// Whether too little of the question was found.
    #[must_use]
    pub fn is_weak(&self) -> bool {
        self.share < self.least
    }
}

/// Judges what was found. A word counts by how rare it is; words by which the kind of a question is told do not count.
#[must_use]
pub fn judge(words: &[String], plan: &RetrievalPlan, found: &Found) -> Judgement {
    let analyser = Analyser::default();
    let phrases = plan.kind.phrases.iter();
    let phrases: BTreeSet<String> = phrases
        .flat_map(|(phrase, _)| analyser.question(phrase))
        .collect();
    let weights = words.iter().zip(&found.having);
    let weights: Vec<(&String, f64)> = weights
        .filter(|(word, _)| !phrases.contains(*word))
        .map(|(word, having)| (word, rarity(*having, found.pieces)))
        .collect();
    Judgement {
        share: share(&weights, &found.hits, &analyser),
        least: least(&weights),
    }
}

/// The least share that is asked for, by what the words are.
fn least(weights: &[(&String, f64)]) -> f64 {
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let pairs = weights.iter().filter(|(word, _)| analysis::is_pair(word));
    let pairs: f64 = pairs.map(|(_, weight)| weight).sum();
    match all > 0.0 {
        true => LEAST + (LEAST_OF_PAIRS - LEAST) * pairs / all,
        false => LEAST,
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

fn share(weights: &[(&String, f64)], hits: &[Hit], analyser: &Analyser) -> f64 {
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    // Nothing but the words by which a kind is told: nothing was asked about.
    if all <= 0.0 {
        return 0.0;
    }
    let shares = hits.iter().take(LOOKED_AT).map(|hit| {
        let own = analyser.question(&hit.chunk.searched());
        let own: BTreeSet<String> = own.into_iter().collect();
        let there = weights.iter().filter(|(word, _)| own.contains(*word));
        there.map(|(_, weight)| weight).sum::<f64>() / all
    });
    shares.fold(0.0, f64::max)
}
