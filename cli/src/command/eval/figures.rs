//! The figures of a run: how often each thing came of a question, and what it cost.

use std::collections::BTreeMap;

use cmec_executor::ports::chat::confidence::Confidence;
use serde::Serialize;

use super::questions::Question;
use super::reply::Reply;
use super::sameness::comparisons;

/// What came of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// The right contract, or a question back where the question is unclear.
    Right,
    /// Another contract, or any where the question is unclear.
    SilentWrong,
    /// A question back where there is none to ask.
    Asked,
    /// No intent.
    Rejected,
    /// No answer.
    Failed,
}

impl Outcome {
    /// What an answer to a question comes to.
    pub(super) fn of(question: &Question, reply: &Reply) -> Self {
        match (reply, &question.expected) {
            (Reply::Contract(own), Some(expected)) if expected.has(own) => Self::Right,
            (Reply::Contract(_), _) => Self::SilentWrong,
            (Reply::Asked(_), None) => Self::Right,
            (Reply::Asked(_), Some(expected)) if expected.may_ask => Self::Right,
            (Reply::Asked(_), Some(_)) => Self::Asked,
            (Reply::Rejected(_), _) => Self::Rejected,
            (Reply::Failed, _) => Self::Failed,
        }
    }
}

/// What tokens and wrong answers cost, in one money.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prices {
    /// A million tokens of prompts.
    pub(super) prompt: f64,
    /// A million tokens of answers.
    pub(super) completion: f64,
    /// A contract that is not the right one.
    pub(super) wrong: f64,
}

/// What is known of a question and all answers to it.
pub(super) struct Case {
    pub(super) outcome: Outcome,
    /// Why there is no answer.
    pub(super) reason: Option<String>,
    pub(super) is_unclear: bool,
    /// Whether a contract came of it.
    pub(super) is_executable: bool,
    pub(super) asks: bool,
    pub(super) filters: Filters,
    pub(super) repairs: u64,
    pub(super) prompt: u64,
    pub(super) cached: u64,
    pub(super) completion: u64,
    /// Answers whose tokens were counted here, because the server did not.
    pub(super) counted: u64,
    pub(super) latency_ms: u64,
    /// How sure the model was of its last answer.
    pub(super) confidence: Option<Confidence>,
}

/// Comparisons that were wanted, said, and both.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Filters {
    pub(super) expected: usize,
    pub(super) said: usize,
    pub(super) same: usize,
}

impl Filters {
    /// Those of a question and of what was said to it. Where there is no right contract, they are not counted.
    pub(super) fn of(question: &Question, reply: &Reply) -> Self {
        let Some(expected) = &question.expected else {
            return Self::default();
        };
        let expected = expected
            .contracts
            .first()
            .map(comparisons)
            .unwrap_or_default();
        let said = match reply {
            Reply::Contract(own) => comparisons(own),
            _ => BTreeMap::new(),
        };
        let both =
            |(own, count): (&String, &usize)| said.get(own).map_or(0, |said| *count.min(said));
        Self {
            expected: expected.values().sum(),
            said: said.values().sum(),
            same: expected.iter().map(both).sum(),
        }
    }
}

/// The figures of some questions.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) questions: usize,
    pub(super) right: usize,
    pub(super) silent_wrong: usize,
    pub(super) asked: usize,
    pub(super) rejected: usize,
    pub(super) failed: usize,
    /// Right contracts of the questions that have one.
    pub(super) contract_equality: Option<f64>,
    /// Contracts of all answers.
    pub(super) executable: Option<f64>,
    /// Silent wrong answers of all.
    pub(super) silent_wrong_share: Option<f64>,
    pub(super) filters: Filters,
    pub(super) filter_f1: Option<f64>,
    pub(super) clarify: Asking,
    /// Answers that were asked for again.
    pub(super) repairs: u64,
    pub(super) tokens: Tokens,
    pub(super) latency_ms: Latency,
    pub(super) cost: Option<Cost>,
}

/// How well unclear questions are asked back about.
#[derive(Debug, Serialize)]
pub(super) struct Asking {
    /// Unclear questions.
    pub(super) unclear: usize,
    /// Questions that were asked back about, unclear ones and others.
    pub(super) asked: usize,
    /// The unclear ones among them.
    pub(super) asked_unclear: usize,
    pub(super) precision: Option<f64>,
    pub(super) recall: Option<f64>,
}

/// Tokens of all answers.
#[derive(Debug, Serialize)]
pub(super) struct Tokens {
    pub(super) prompt: u64,
    pub(super) cached: u64,
    pub(super) completion: u64,
    /// Answers whose tokens were counted with `o200k_base`, because the server did not count them.
    pub(super) counted_answers: u64,
}

/// Milliseconds from a question to its last answer: half of the questions, and 95 of 100, took no longer.
#[derive(Debug, Serialize)]
pub(super) struct Latency {
    pub(super) p50: Option<u64>,
    pub(super) p95: Option<u64>,
}

/// What the answers cost.
#[derive(Debug, Serialize)]
pub(super) struct Cost {
    pub(super) tokens: f64,
    pub(super) wrong: f64,
    /// Both, by the right answers; `null`: there is none.
    pub(super) per_right: Option<f64>,
}

impl Figures {
    /// The figures of these questions.
    pub(super) fn of(cases: &[&Case], prices: Option<Prices>) -> Self {
        let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
        let came = |outcome: Outcome| count(&|case| case.outcome == outcome);
        // A file may say any number.
        let sum = |of: &dyn Fn(&Case) -> u64| {
            let all = cases.iter().map(|case| of(case));
            all.fold(0, u64::saturating_add)
        };
        let questions = cases.len();
        let unclear = count(&|case| case.is_unclear);
        let clear = count(&|case| !case.is_unclear);
        let equal = count(&|case| !case.is_unclear && case.outcome == Outcome::Right);
        let asked = count(&|case| case.asks);
        let asked_unclear = count(&|case| case.asks && case.is_unclear);
        let filters = cases.iter().fold(Filters::default(), |sum, case| Filters {
            expected: sum.expected + case.filters.expected,
            said: sum.said + case.filters.said,
            same: sum.same + case.filters.same,
        });
        let (right, silent_wrong) = (came(Outcome::Right), came(Outcome::SilentWrong));
        let (prompt, completion) = (sum(&|case| case.prompt), sum(&|case| case.completion));
        let mut latencies: Vec<u64> = (cases.iter())
            .filter(|case| case.outcome != Outcome::Failed)
            .map(|case| case.latency_ms)
            .collect();
        latencies.sort_unstable();
        Self {
            questions,
            right,
            silent_wrong,
            asked: came(Outcome::Asked),
            rejected: came(Outcome::Rejected),
            failed: came(Outcome::Failed),
            contract_equality: share(equal, clear),
            executable: share(count(&|case| case.is_executable), questions),
            silent_wrong_share: share(silent_wrong, questions),
            filters,
            filter_f1: share(2 * filters.same, filters.expected + filters.said),
            clarify: Asking {
                unclear,
                asked,
                asked_unclear,
                precision: share(asked_unclear, asked),
                recall: share(asked_unclear, unclear),
            },
            repairs: sum(&|case| case.repairs),
            tokens: Tokens {
                prompt,
                cached: sum(&|case| case.cached),
                completion,
                counted_answers: sum(&|case| case.counted),
            },
            latency_ms: Latency {
                p50: nearest(&latencies, 50),
                p95: nearest(&latencies, 95),
            },
            cost: prices.map(|prices| {
                // Counts are far below what a float holds exactly.
                let tokens = prompt as f64 * prices.prompt + completion as f64 * prices.completion;
                let tokens = tokens / 1e6;
                let wrong = silent_wrong as f64 * prices.wrong;
                Cost {
                    tokens: rounded(tokens, 1e6),
                    wrong: rounded(wrong, 1e6),
                    per_right: (right > 0).then(|| rounded((tokens + wrong) / right as f64, 1e6)),
                }
            }),
        }
    }
}

/// A part of a whole, to four places; `None`: there is no whole.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| rounded(part as f64 / whole as f64, 1e4))
}

fn rounded(number: f64, places: f64) -> f64 {
    (number * places).round() / places
}

/// The smallest of sorted numbers that so many of a hundred do not exceed.
fn nearest(sorted: &[u64], percent: usize) -> Option<u64> {
    let place = (sorted.len() * percent).div_ceil(100);
    sorted.get(place.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_percentile_is_one_of_the_numbers() {
        let numbers: Vec<u64> = (1..=20).collect();
        for (sorted, percent, expected) in [
            (&numbers[..], 50, Some(10)),
            (&numbers[..], 95, Some(19)),
            (&numbers[..1], 95, Some(1)),
            (&numbers[..3], 50, Some(2)),
            (&[], 50, None),
        ] {
            assert_eq!(nearest(sorted, percent), expected, "{percent}");
        }
    }
}
