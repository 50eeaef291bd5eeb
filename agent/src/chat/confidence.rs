//! The confidence of a model in its answer, from the log-probabilities that its server reports.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Natural logarithms of token probabilities: 0 is certain, -0.69 is one half. A server may compute them before a
/// constraint removes tokens, as llama.cpp does: a forced token then has the probability it would have had without the
/// constraint.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confidence {
    /// The mean over all tokens.
    pub mean: f64,
    /// The lowest value.
    pub least: f64,
}

/// A statistic that may separate right answers from wrong ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The geometric mean of token probabilities, used to doubt answers.
    #[default]
    Mean,
    /// The lowest probability.
    Least,
}

impl Statistic {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Mean, Self::Least];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Least => "least",
        }
    }
}

impl Confidence {
    /// A statistic as a probability, from 0 to 1.
    #[must_use]
    pub fn probability(self, statistic: Statistic) -> f64 {
        match statistic {
            Statistic::Mean => self.mean.exp(),
            Statistic::Least => self.least.exp(),
        }
    }
}

/// The log-probabilities so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Logprobs {
    count: f64,
    sum: f64,
    least: f64,
}

impl Logprobs {
    /// Adds the member `logprobs` of a choice; unreadable numbers are skipped.
    pub(super) fn add(&mut self, logprobs: &Value) {
        let tokens = logprobs.get("content").and_then(Value::as_array);
        let tokens = tokens.into_iter().flatten();
        for logprob in tokens.filter_map(|token| token.get("logprob")?.as_f64()) {
            let logprob = logprob.min(0.0);
            self.count += 1.0;
            self.sum += logprob;
            self.least = self.least.min(logprob);
        }
    }

    /// The confidence; `None` if the server reported no token.
    pub(super) fn confidence(self) -> Option<Confidence> {
        (self.count > 0.0).then(|| Confidence {
            mean: self.sum / self.count,
            least: self.least,
        })
    }
}
