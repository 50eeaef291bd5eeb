//! Evaluates confidence: how well it separates right contracts from silently wrong ones, and which threshold keeps
//! silent errors rare.
//!
//! A threshold looks too good on the questions it was chosen on. So the odd questions of the set propose one and the
//! even ones evaluate it; the proposal of all questions is given as well.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use cmec_agent::chat::confidence::Statistic;
use serde::Serialize;

use super::figures::{Case, share};
use super::judgement::Outcome;

/// One silently wrong answer in this many is acceptable: 2 %.
const ONE_WRONG_OF: usize = 50;

/// The discrimination of one confidence statistic.
#[derive(Debug, Serialize)]
pub(super) struct Discrimination {
    pub(super) statistic: Statistic,
    /// The probability that a right contract has a higher value than a silently wrong one, ties counting half; `null`
    /// unless both exist.
    pub(super) auc: Option<f64>,
    /// The threshold from all questions; `null` if none keeps silent errors rare.
    pub(super) all: Option<Cut>,
    /// The threshold from the odd questions, evaluated on the even ones.
    pub(super) even: Option<Cut>,
}

/// The effect of a threshold: contracts below it need confirmation.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Cut {
    pub(super) least: f64,
    pub(super) questions: usize,
    /// Contracts above the threshold.
    pub(super) answered: usize,
    /// Silently wrong ones among them.
    pub(super) silent_wrong: usize,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    /// `None` if it is no contract or has no known probability.
    probability: Option<f64>,
    is_wrong: bool,
}

/// The statistics by question id; empty if no contract has a known probability.
pub(super) fn tellings(cases: &[(&str, &Case)]) -> Vec<Discrimination> {
    let is_known = |case: &Case| case.is_executable && case.confidence.is_some();
    match cases.iter().any(|(_, case)| is_known(case)) {
        true => Statistic::ALL
            .map(|own| Discrimination::of(own, cases))
            .into(),
        false => Vec::new(),
    }
}

impl Discrimination {
    fn of(statistic: Statistic, cases: &[(&str, &Case)]) -> Self {
        // A question has the same index in all languages.
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut odd, mut even) = (Vec::new(), Vec::new());
        for (id, case) in cases {
            let next = places.len();
            let place = *places.entry(id).or_insert(next);
            let confidence = case.confidence.filter(|_| case.is_executable);
            let half = if place.is_multiple_of(2) {
                &mut odd
            } else {
                &mut even
            };
            half.push(Answer {
                probability: confidence.map(|own| own.probability(statistic)),
                is_wrong: case.judged.outcome == Outcome::SilentWrong,
            });
        }
        let of_even = proposed(&odd).map(|cut| Cut::at(cut.least, &even));
        let all = [odd, even].concat();
        Self {
            statistic,
            auc: auc(&all),
            all: proposed(&all),
            even: of_even,
        }
    }
}

impl Cut {
    fn at(least: f64, answers: &[Answer]) -> Self {
        let is_given = |own: &&Answer| own.probability.is_some_and(|own| own >= least);
        let given = answers.iter().filter(is_given);
        Self {
            least,
            questions: answers.len(),
            answered: given.clone().count(),
            silent_wrong: given.filter(|own| own.is_wrong).count(),
        }
    }
}

/// The area under the ROC curve of right contracts against silently wrong ones.
fn auc(answers: &[Answer]) -> Option<f64> {
    let of = |is_wrong: bool| {
        let own = answers.iter().filter(move |own| own.is_wrong == is_wrong);
        own.filter_map(|own| own.probability)
    };
    let (mut halves, mut pairs) = (0, 0);
    for right in of(false) {
        for wrong in of(true) {
            pairs += 2;
            halves += match right.total_cmp(&wrong) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            };
        }
    }
    share(halves, pairs)
}

/// The lowest threshold, to four decimals, that keeps silent errors rare, and its effect.
fn proposed(answers: &[Answer]) -> Option<Cut> {
    let known = answers.iter().filter_map(|own| own.probability);
    let mut known: Vec<f64> = known.map(|own| (own * 1e4).floor() / 1e4).collect();
    known.sort_unstable_by(f64::total_cmp);
    known.dedup();
    let mut cuts = known.into_iter().map(|least| Cut::at(least, answers));
    cuts.find(|cut| cut.silent_wrong * ONE_WRONG_OF <= cut.answered)
}

#[cfg(test)]
mod tests {
    use super::{Answer, Cut, auc, proposed};

    fn answers(all: &[(f64, bool)]) -> Vec<Answer> {
        let all = all.iter().map(|(probability, is_wrong)| Answer {
            probability: Some(*probability),
            is_wrong: *is_wrong,
        });
        all.collect()
    }

    #[test]
    fn pairs_of_right_and_wrong_are_counted_and_ties_by_half() {
        for (all, expected) in [
            (&[][..], None),
            (&[(0.9, false)], None),
            (&[(0.9, true)], None),
            (&[(0.9, false), (0.1, true)], Some(1.0)),
            (&[(0.1, false), (0.9, true)], Some(0.0)),
            (&[(0.5, false), (0.5, true)], Some(0.5)),
            // 0.9 beats both; 0.5 beats one and ties with the other: 3.5 of 4.
            (
                &[(0.9, false), (0.5, true), (0.5, false), (0.2, true)],
                Some(0.875),
            ),
        ] {
            assert_eq!(auc(&answers(all)), expected, "{all:?}");
        }
    }

    #[test]
    fn the_least_probability_that_keeps_errors_few_is_proposed() {
        let cut = |least, questions, answered, silent_wrong| {
            Some(Cut {
                least,
                questions,
                answered,
                silent_wrong,
            })
        };
        for (all, expected) in [
            (&[][..], None),
            (&[(0.9, true)], None),
            // The highest one is wrong.
            (&[(0.95, true), (0.9, false)], None),
            (&[(0.31239, false), (0.9, false)], cut(0.3123, 2, 2, 0)),
            (
                &[(0.9, false), (0.4, false), (0.5, true), (0.8, false)],
                cut(0.8, 4, 2, 0),
            ),
            // Equal values are accepted or rejected together.
            (
                &[(0.9, false), (0.8, true), (0.8, false)],
                cut(0.9, 3, 1, 0),
            ),
        ] {
            assert_eq!(proposed(&answers(all)), expected, "{all:?}");
        }
        // One in fifty is acceptable.
        let mut many = answers(&[(0.6, true)]);
        many.extend(answers(&[(0.7, false); 48]));
        assert_eq!(proposed(&many), cut(0.7, 49, 48, 0));
        many.extend(answers(&[(0.7, false)]));
        assert_eq!(proposed(&many), cut(0.6, 50, 50, 1));
        // A question without a contract counts as well.
        many.push(Answer {
            probability: None,
            is_wrong: false,
        });
        assert_eq!(proposed(&many), cut(0.6, 51, 50, 1));
    }
}
