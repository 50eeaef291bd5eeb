//! The examples that are nearest to a question, by runs of characters that both have.

use std::collections::HashSet;

use cmec_decoder::letters::folded;

use super::examples::CardExample;

/// Characters of a run: of a script that has no blanks between its words two say as much as three elsewhere.
const RUNS: [usize; 2] = [2, 3];

/// The nearest examples, the nearest last; of two that are as near the first of the codebook comes last.
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
