//! Which mechanisms a server of models enforces: it is asked, and what it answers is the proof.
//!
//! ```text
//! ModelServer ── begin: a plain question ──► Examination ── examine: two canaries a mechanism ──► Finding
//! ```
//!
//! A server that does not know a parameter may ignore it without a word, and answers as freely as before. So each mechanism is
//! asked two canaries: the question asks for `hello`, and the constraint allows one other word alone, which no question holds.
//! The words differ, so that neither luck nor a stored answer passes for both.
//!
//! One limit remains. A model reads the definitions of tools, and some servers let it read a schema. There a willing model may
//! say the word by itself, and `on` is a weaker proof.

mod canary;
mod manner;
pub mod mechanism_status;

use std::num::NonZeroU32;
use std::time::Duration;

use crate::chat::Chat;
use crate::chat::answer::{ChatAnswer, Usage};
use crate::chat::confidence::Confidence;
use crate::chat::constraint::{Constraint, Mechanism};
use crate::chat::http::{ChatSettings, HttpChat};
use crate::chat::request::ChatRequest;
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::ModelServer;
pub use manner::Manner;
use mechanism_status::{MechanismStatus, Outcome};

/// How a server is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest time for one answer.
    pub within: Duration,
    /// Most tokens of one answer: a model that reasons needs some hundreds before it says a word.
    pub max_tokens: NonZeroU32,
}

/// An examination of one model at its server.
#[derive(Debug, Clone)]
pub struct Examination {
    server: ModelServer,
    model: String,
    manner: Manner,
    limits: Limits,
    words: [String; 2],
    confidence: Option<Confidence>,
    spent: Spent,
}

/// What the answers of an examination cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Answers that came.
    pub answers: u32,
    /// Those among them of which the server did not say how many tokens they took; their tokens are missing below.
    pub uncounted: u32,
    /// Tokens of the questions.
    pub prompt: u64,
    /// Those among them that the server still had from before.
    pub cached: u64,
    /// Tokens of the answers.
    pub completion: u64,
}

impl Examination {
    /// Asks a question without a constraint, and finds the manner in which the server takes it. The words of the canaries come
    /// from `seed`, which has to be random: a server that knew it could answer without enforcing anything.
    ///
    /// # Errors
    /// When the server does not answer a plain question; of several refusals the first.
    pub async fn begin(
        server: ModelServer,
        model: String,
        limits: Limits,
        seed: u64,
    ) -> Result<Self, ModelError> {
        let mut examination = Self {
            server,
            model,
            manner: Manner::USUAL,
            limits,
            words: canary::words(seed),
            confidence: None,
            spent: Spent::default(),
        };
        let mut refusal = None;
        let ways = [true, false].map(|logprobs| {
            Manner::ALL
                .iter()
                .map(move |own| Manner { logprobs, ..*own })
        });
        for manner in ways.into_iter().flatten() {
            examination.manner = manner;
            match examination.ask(None).await {
                Ok(answer) => {
                    // Whoever does not report them need not be asked for them.
                    examination.manner.logprobs = answer.confidence.is_some();
                    examination.confidence = answer.confidence;
                    return Ok(examination);
                }
                // Its words differ from server to server, so that the next manner is tried whatever they are.
                Err(ModelError::Refused(said)) => refusal = refusal.or(Some(said)),
                Err(other) => return Err(other),
            }
        }
        Err(ModelError::Refused(refusal.unwrap_or_default()))
    }

    /// The manner in which the server took the plain question, and is asked all others.
    #[must_use]
    pub const fn manner(&self) -> Manner {
        self.manner
    }

    /// How sure the model was of its answer to the plain question; `None`: the server reports no log-probabilities.
    #[must_use]
    pub const fn confidence(&self) -> Option<Confidence> {
        self.confidence
    }

    /// What the answers cost so far.
    #[must_use]
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// Examines one mechanism: with two canaries, or with one where that already failed.
    pub async fn examine(&mut self, mechanism: Mechanism) -> MechanismStatus {
        let words = self.words.clone();
        let mut outcomes = Vec::with_capacity(words.len());
        for word in &words {
            let constraint = canary::constraint(mechanism, word);
            match self.ask(Some(constraint)).await {
                Ok(answer) => outcomes.push(canary::outcome(mechanism, &answer, word)),
                Err(error) => return MechanismStatus::of_error(error),
            }
            if outcomes.last() == Some(&Outcome::CutOff) {
                break;
            }
        }
        MechanismStatus::of_outcomes(&outcomes)
    }

    async fn ask(&mut self, constraint: Option<Constraint>) -> Result<ChatAnswer, ModelError> {
        let settings = ChatSettings {
            token_limit: self.manner.token_limit,
            ..ChatSettings::new(self.model.clone())
        };
        let request = ChatRequest {
            max_tokens: Some(self.limits.max_tokens),
            temperature: self.manner.temperature,
            logprobs: self.manner.logprobs,
            constraint,
            ..ChatRequest::new(vec![canary::question()])
        };
        let chat = HttpChat::new(self.server.clone(), settings);
        let answer = chat.answer(&request, self.limits.within).await?;
        self.spent.add(answer.usage);
        Ok(answer)
    }
}

impl Spent {
    fn add(&mut self, usage: Usage) {
        self.answers = self.answers.saturating_add(1);
        if usage.prompt.is_none() || usage.completion.is_none() {
            self.uncounted = self.uncounted.saturating_add(1);
        }
        let more = |sum: u64, own: Option<u64>| sum.saturating_add(own.unwrap_or_default());
        self.prompt = more(self.prompt, usage.prompt);
        self.cached = more(self.cached, usage.cached);
        self.completion = more(self.completion, usage.completion);
    }
}
