//! The examples that are nearest to a question, by runs of characters that both have.

use std::collections::HashSet;

use cmec_decoder::letters::folded;

use super::examples::Shown;

/// Characters of a run: of a script that has no blanks between its words two say as much as three elsewhere.
const RUNS: [usize; 2] = [2, 3];

/// The places of the nearest examples, the nearest last.
pub(super) fn nearest(all: &[Shown], question: &str, most: usize) -> Vec<usize> {
    let asked = runs(question);
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (at, shown) in all.iter().enumerate() {
        let own = runs(&shown.question);
        let both = own.intersection(&asked).count();
        let size = own.len() + asked.len();
        places.push((both * 2_000 / size.max(1), all.len() - at, at));
    }
    places.sort_unstable();
    let last = places.len().saturating_sub(most);
    places.into_iter().skip(last).map(|(_, _, at)| at).collect()
}

fn runs(text: &str) -> HashSet<String> {
    let letters: Vec<char> = std::iter::once(' ')
        .chain(folded(text).chars())
        .chain([' '])
        .collect();
    let runs = RUNS.iter().flat_map(|length| letters.windows(*length));
    runs.map(|run| run.iter().collect()).collect()
}
