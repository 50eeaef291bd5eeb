//! Selects the examples that share the most character n-grams with a question.

use std::collections::HashSet;

use cmec_decoder::letters::folded;

use super::examples::CardExample;

/// Lengths of n-grams: two characters for scripts without spaces between words, three for others.
const RUNS: [usize; 2] = [2, 3];

/// The nearest examples, the nearest last. In a tie, the first of the codebook comes last.
pub(super) fn nearest(all: Vec<CardExample>, question: &str, most: usize) -> Vec<CardExample> {
    let asked = runs(question);
    let mut all: Vec<(usize, CardExample)> = (all.into_iter().rev())
        .map(|shown| {
            let own = runs(&shown.question);
            let both = own.intersection(&asked).count();
            (both * 2_000 / (own.len() + asked.len()).max(1), shown)
        })
        .collect();
    all.sort_by_key(|(near, _)| *near);
    let first = all.len().saturating_sub(most);
    all.into_iter()
        .skip(first)
        .map(|(_, shown)| shown)
        .collect()
}

fn runs(text: &str) -> HashSet<String> {
    let letters: Vec<char> = std::iter::once(' ')
        .chain(folded(text).chars())
        .chain([' '])
        .collect();
    let runs = RUNS.iter().flat_map(|length| letters.windows(*length));
    runs.map(|run| run.iter().collect()).collect()
}
