//! Quality of a ranking against relevance judgements.

use std::collections::BTreeMap;

use serde::Serialize;

/// The relevance of documents to one question; unlisted documents are irrelevant.
pub(super) type Grades = BTreeMap<String, u32>;

/// Means over questions, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub(super) struct Measures {
    pub(super) questions: usize,
    pub(super) ndcg_at_10: f64,
    pub(super) recall_at_5: f64,
    pub(super) recall_at_100: f64,
    /// Mean reciprocal rank of the first relevant document.
    pub(super) mrr: f64,
}

impl Measures {
    /// The means over rankings with their judgements.
    pub(super) fn of<'r>(rankings: impl Iterator<Item = (&'r [String], &'r Grades)>) -> Self {
        let mut sum = Self::default();
        for (ranking, judged) in rankings {
            sum.questions += 1;
            sum.ndcg_at_10 += ndcg(ranking, judged, 10);
            sum.recall_at_5 += recall(ranking, judged, 5);
            sum.recall_at_100 += recall(ranking, judged, 100);
            sum.mrr += reciprocal(ranking, judged);
        }
        let count = sum.questions.max(1) as f64;
        Self {
            questions: sum.questions,
            ndcg_at_10: sum.ndcg_at_10 / count,
            recall_at_5: sum.recall_at_5 / count,
            recall_at_100: sum.recall_at_100 / count,
            mrr: sum.mrr / count,
        }
    }
}

fn relevance(judged: &Grades, document: &str) -> f64 {
    judged.get(document).copied().map_or(0.0, f64::from)
}

fn gain(relevances: impl Iterator<Item = f64>) -> f64 {
    let gains = relevances.enumerate();
    gains
        .map(|(rank, relevance)| relevance / (rank as f64 + 2.0).log2())
        .sum()
}

fn ndcg(ranking: &[String], judged: &Grades, depth: usize) -> f64 {
    let mut best: Vec<f64> = judged.values().map(|own| f64::from(*own)).collect();
    best.sort_by(|one, other| other.total_cmp(one));
    let ideal = gain(best.into_iter().take(depth));
    let own = ranking
        .iter()
        .take(depth)
        .map(|document| relevance(judged, document));
    if ideal > 0.0 { gain(own) / ideal } else { 0.0 }
}

fn recall(ranking: &[String], judged: &Grades, depth: usize) -> f64 {
    let relevant = judged.values().filter(|own| **own > 0).count();
    let own = ranking.iter().take(depth);
    let found = own
        .filter(|document| relevance(judged, document) > 0.0)
        .count();
    if relevant == 0 {
        0.0
    } else {
        found as f64 / relevant as f64
    }
}

fn reciprocal(ranking: &[String], judged: &Grades) -> f64 {
    let first = ranking
        .iter()
        .position(|document| relevance(judged, document) > 0.0);
    first.map_or(0.0, |rank| 1.0 / (rank as f64 + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_those_worked_out_by_hand() {
        let judged: Grades = [("a".to_owned(), 1), ("b".to_owned(), 1)].into();
        let ranking = ["x", "a", "y", "b"].map(str::to_owned);
        let own = Measures::of([(ranking.as_slice(), &judged)].into_iter());
        let ideal = 1.0 + 1.0 / 3_f64.log2();
        let gained = 1.0 / 3_f64.log2() + 1.0 / 5_f64.log2();
        assert!((own.ndcg_at_10 - gained / ideal).abs() < 1e-12);
        assert_eq!(
            (own.recall_at_5, own.recall_at_100, own.mrr),
            (1.0, 1.0, 0.5)
        );
        let none = Measures::of([([].as_slice(), &judged)].into_iter());
        assert_eq!(
            (none.ndcg_at_10, none.recall_at_5, none.mrr),
            (0.0, 0.0, 0.0)
        );
    }
}
