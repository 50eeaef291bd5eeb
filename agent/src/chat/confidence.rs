//! How sure a model was of the tokens of its answer, as far as its server reports log-probabilities.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Natural logarithms of token probabilities: 0 is certain, -0.69 is one half. A server may compute them before a constraint
/// removes tokens, as llama.cpp does: then a token that the constraint forced has the probability that it would have had.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confidence {
    /// The mean over all tokens.
    pub mean: f64,
    /// The least of all tokens.
    pub least: f64,
}

/// A figure of confidence by which right answers may be told from wrong ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The geometric mean of the probabilities of the tokens; it is what answers are doubted by.
    #[default]
    Mean,
    /// The least of them.
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
    /// A figure as a probability, from 0 to 1.
    #[must_use]
    pub fn probability(self, statistic: Statistic) -> f64 {
        match statistic {
            Statistic::Mean => self.mean.exp(),
            Statistic::Least => self.least.exp(),
        }
    }
}

/// The log-probabilities of an answer so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Logprobs {
    count: f64,
    sum: f64,
    least: f64,
}

impl Logprobs {
    /// Adds the member `logprobs` of a choice. A number that cannot be read is a missing one.
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

    /// The confidence; `None`: the server reported no token.
    pub(super) fn confidence(self) -> Option<Confidence> {
        (self.count > 0.0).then(|| Confidence {
            mean: self.sum / self.count,
            least: self.least,
        })
    }
}
