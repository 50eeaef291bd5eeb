//! The figures of a run: counts of outcomes, and costs.

use cmec_agent::chat::confidence::Confidence;
use serde::Serialize;

use super::judgement::{Judgement, Outcome, RightBy};
use super::reply::Asker;
use crate::domain::recording::Record;

/// A question with all its answers.
#[derive(Default)]
pub(super) struct Case {
    pub(super) judged: Judgement,
    /// The reason why there is no answer.
    pub(super) reason: Option<String>,
    pub(super) is_unclear: bool,
    /// True where it led to a contract.
    pub(super) is_executable: bool,
    pub(super) repairs: u64,
    pub(super) prompt: u64,
    pub(super) cached: u64,
    pub(super) completion: u64,
    pub(super) latency_ms: u64,
    /// The confidence of the last answer.
    pub(super) confidence: Option<Confidence>,
}

impl Case {
    /// Adds the cost of an answer. Numbers from a file may be arbitrarily large, and a server may report no tokens.
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

/// Counts of outcomes.
#[derive(Debug, Serialize)]
pub(super) struct Counts {
    pub(super) questions: usize,
    pub(super) right: usize,
    pub(super) silent_wrong: usize,
    pub(super) limited: usize,
    pub(super) asked: usize,
    pub(super) rejected: usize,
    pub(super) failed: usize,
    /// RS(1), a score with a penalty for silent errors. RS(c) is (right − c × silently wrong) / all questions: 1 if all
    /// are right, 0 if there are only limited answers, clarification questions and rejects, −c if all are silently
    /// wrong.
    pub(super) rs_1: Option<f64>,
    pub(super) rs_10: Option<f64>,
}

impl Counts {
    pub(super) fn of(cases: &[&Case]) -> Self {
        let came = |outcome: Outcome| {
            let own = cases.iter().filter(|case| case.judged.outcome == outcome);
            own.count()
        };
        let (right, silent_wrong) = (came(Outcome::Right), came(Outcome::SilentWrong));
        // Counts are far below the exact range of a float.
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

/// Right answers by reason.
#[derive(Debug, Serialize)]
pub(super) struct Right {
    /// The contract of `intent`.
    pub(super) contract: usize,
    /// Another right contract.
    pub(super) also: usize,
    /// The same rows only.
    pub(super) rows: usize,
    /// A clarification question.
    pub(super) question: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Figures {
    #[serde(flatten)]
    pub(super) counts: Counts,
    pub(super) right_by: Right,
    /// Silently wrong contracts without rows to compare.
    pub(super) uncompared: usize,
    /// Share of right answers among the questions with a contract.
    pub(super) clear_right: Option<f64>,
    /// Share of silently wrong answers.
    pub(super) silent_wrong_share: Option<f64>,
    pub(super) clarify: ClarifyFigures,
    /// Number of retries.
    pub(super) repairs: u64,
    pub(super) tokens: Tokens,
    pub(super) latency_ms: Latency,
}

/// Figures on clarification questions.
#[derive(Debug, Serialize)]
pub(super) struct ClarifyFigures {
    /// Unclear questions.
    pub(super) unclear: usize,
    /// All questions with a clarification question.
    pub(super) asked: usize,
    /// Unclear questions among them.
    pub(super) asked_unclear: usize,
    /// Those where the model asked.
    pub(super) by_model: usize,
    /// Those where the decoder asked.
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

/// Milliseconds from a question to its last answer: median and 95th percentile.
#[derive(Debug, Serialize)]
pub(super) struct Latency {
    pub(super) p50: Option<u64>,
    pub(super) p95: Option<u64>,
}

impl Figures {
    pub(super) fn of(cases: &[&Case]) -> Self {
        let count = |is: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
        // Saturating, because a file may contain any number.
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

/// A share, to four decimals; `None` if the whole is zero.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| rounded(part as f64 / whole as f64, 1e4))
}

fn rounded(number: f64, places: f64) -> f64 {
    (number * places).round() / places
}

/// The nearest-rank percentile of sorted numbers.
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
