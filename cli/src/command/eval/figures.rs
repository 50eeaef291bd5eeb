//! The figures of a run: how often each thing came of a question, and what it cost.

use cmec_agent::chat::confidence::Confidence;
use serde::Serialize;

use super::judgement::{Judgement, Outcome, RightBy};
use super::reply::Asker;
use crate::domain::recording::Record;

/// What is known of a question and all answers to it.
#[derive(Default)]
pub(super) struct Case {
    pub(super) judged: Judgement,
    /// Why there is no answer.
    pub(super) reason: Option<String>,
    pub(super) is_unclear: bool,
    /// Whether a contract came of it.
    pub(super) is_executable: bool,
    pub(super) repairs: u64,
    pub(super) prompt: u64,
    pub(super) cached: u64,
    pub(super) completion: u64,
    pub(super) latency_ms: u64,
    /// How sure the model was of its last answer.
    pub(super) confidence: Option<Confidence>,
}

impl Case {
    /// Adds what an answer took. What a file says may be as large as it likes, and a server may count no tokens.
    pub(super) fn add(&mut self, record: &Record) {
        let usage = record
            .answer
            .as_ref()
            .map(|own| own.usage)
            .unwrap_or_default();
        let more =
            |sum: &mut u64, own: Option<u64>| *sum = sum.saturating_add(own.unwrap_or_default());
        more(&mut self.latency_ms, Some(record.latency_ms));
        more(&mut self.prompt, usage.prompt);
        more(&mut self.cached, usage.cached);
        more(&mut self.completion, usage.completion);
    }
}

/// How often each thing came of some questions.
#[derive(Debug, Serialize)]
pub(super) struct Counts {
    pub(super) questions: usize,
    pub(super) right: usize,
    pub(super) silent_wrong: usize,
    pub(super) limited: usize,
    pub(super) asked: usize,
    pub(super) rejected: usize,
    pub(super) failed: usize,
    /// The score RS(1) with a penalty for silent errors. RS(c) is what is right less c times what is silently wrong, by all
    /// questions: 1 where all is right, 0 where nothing but limited answers, questions back and rejects came, −c where all is silently wrong.
    pub(super) rs_1: Option<f64>,
    /// RS(10).
    pub(super) rs_10: Option<f64>,
}

impl Counts {
    pub(super) fn of(cases: &[&Case]) -> Self {
        let came = |outcome: Outcome| {
            let own = cases.iter().filter(|case| case.judged.outcome == outcome);
            own.count()
        };
        let (right, silent_wrong) = (came(Outcome::Right), came(Outcome::SilentWrong));
        // Counts are far below what a float holds exactly.
        let score = |c: f64| {
            let points = right as f64 - c * silent_wrong as f64;
            (!cases.is_empty()).then(|| rounded(points / cases.len() as f64, 1e4))
        };
        Self {
            questions: cases.len(),
            right,
            silent_wrong,
            limited: came(Outcome::Limited),
            asked: came(Outcome::Asked),
            rejected: came(Outcome::Rejected),
            failed: came(Outcome::Failed),
            rs_1: score(1.0),
            rs_10: score(10.0),
        }
    }
}

/// By what so many answers are right.
#[derive(Debug, Serialize)]
pub(super) struct Right {
    /// The contract of `intent`.
    pub(super) contract: usize,
    /// Another right contract.
    pub(super) also: usize,
    /// Rows alone.
    pub(super) rows: usize,
    /// A question back.
    pub(super) question: usize,
}

/// The figures of some questions.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    #[serde(flatten)]
    pub(super) counts: Counts,
    pub(super) right_by: Right,
    /// Silently wrong contracts that no rows could be compared with.
    pub(super) uncompared: usize,
    /// Right answers to the questions that have a contract.
    pub(super) clear_right: Option<f64>,
    /// Silent wrong answers of all.
    pub(super) silent_wrong_share: Option<f64>,
    pub(super) clarify: ClarifyFigures,
    /// Answers that were asked for again.
    pub(super) repairs: u64,
    pub(super) tokens: Tokens,
    pub(super) latency_ms: Latency,
}

/// How well unclear questions are asked back about.
#[derive(Debug, Serialize)]
pub(super) struct ClarifyFigures {
    /// Unclear questions.
    pub(super) unclear: usize,
    /// Questions that were asked back about, unclear ones and others.
    pub(super) asked: usize,
    /// The unclear ones among them.
    pub(super) asked_unclear: usize,
    /// Of these, those that the model asked back about itself.
    pub(super) by_model: usize,
    /// Those that the decoder asked back about.
    pub(super) by_decoder: usize,
    pub(super) recall: Option<f64>,
}

/// Tokens of all answers.
#[derive(Debug, Serialize)]
pub(super) struct Tokens {
    pub(super) prompt: u64,
    pub(super) cached: u64,
    pub(super) completion: u64,
}

/// Milliseconds from a question to its last answer: half of the questions, and 95 of 100, took no longer.
#[derive(Debug, Serialize)]
pub(super) struct Latency {
    pub(super) p50: Option<u64>,
    pub(super) p95: Option<u64>,
}

impl Figures {
    /// The figures of these questions.
    pub(super) fn of(cases: &[&Case]) -> Self {
        let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
        // A file may say any number.
        let sum = |of: &dyn Fn(&Case) -> u64| {
            let all = cases.iter().map(|case| of(case));
            all.fold(0, u64::saturating_add)
        };
        let counts = Counts::of(cases);
        let right_by = |by: RightBy| count(&|case| case.judged.right_by == Some(by));
        let right_by = Right {
            contract: right_by(RightBy::Contract),
            also: right_by(RightBy::Also),
            rows: right_by(RightBy::Rows),
            question: right_by(RightBy::Question),
        };
        let unclear = count(&|case| case.is_unclear);
        let clear = count(&|case| !case.is_unclear);
        let clear_right = count(&|case| !case.is_unclear && case.judged.outcome == Outcome::Right);
        let asked = count(&|case| case.judged.asked_by.is_some());
        let unclear_by = |by| count(&|case| case.is_unclear && case.judged.asked_by == Some(by));
        let (by_model, by_decoder) = (unclear_by(Asker::Model), unclear_by(Asker::Decoder));
        let asked_unclear = by_model + by_decoder;
        let mut latencies: Vec<u64> = (cases.iter())
            .filter(|case| case.judged.outcome != Outcome::Failed)
            .map(|case| case.latency_ms)
            .collect();
        latencies.sort_unstable();
        Self {
            uncompared: count(&|case| case.judged.uncompared),
            clear_right: share(clear_right, clear),
            right_by,
            silent_wrong_share: share(counts.silent_wrong, counts.questions),
            counts,
            clarify: ClarifyFigures {
                unclear,
                asked,
                asked_unclear,
                by_model,
                by_decoder,
                recall: share(asked_unclear, unclear),
            },
            repairs: sum(&|case| case.repairs),
            tokens: Tokens {
                prompt: sum(&|case| case.prompt),
                cached: sum(&|case| case.cached),
                completion: sum(&|case| case.completion),
            },
            latency_ms: Latency {
                p50: nearest(&latencies, 50),
                p95: nearest(&latencies, 95),
            },
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
