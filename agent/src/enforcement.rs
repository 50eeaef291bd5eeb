//! Tests which constraint mechanisms a model server enforces, by asking it.
//!
//! ```text
//! ModelServer ── begin: a plain question ──► Examination ── examine: two canaries a mechanism ──► Finding
//! ```
//!
//! A server may silently ignore a parameter that it does not know. So each mechanism is tested with two canaries: the
//! question asks for `hello`, and the constraint allows only another word, which the question does not contain. The two
//! words differ, so that neither luck nor a cached answer passes both.
//!
//! One limit remains: a model can read tool definitions, and on some servers a schema. A willing model may then say the
//! word by itself, so there `on` is weaker evidence.

mod canary;
mod manner;
pub mod mechanism_status;

use std::num::NonZeroU32;
use std::time::Duration;

use serde::Serialize;

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

/// The limits of an examination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time limit for one answer.
    pub within: Duration,
    /// Most tokens of one answer: a reasoning model needs some hundreds before it says a word.
    pub max_tokens: NonZeroU32,
}

/// An examination of one model on its server.
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

/// The cost of an examination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Spent {
    /// Answers received.
    #[serde(skip)]
    pub answers: u32,
    /// Prompt tokens.
    pub prompt: u64,
    /// Cached prompt tokens.
    pub cached: u64,
    /// Completion tokens.
    pub completion: u64,
    /// Answers without usage; their tokens are missing above.
    #[serde(rename = "uncounted_answers")]
    pub uncounted: u32,
}

impl Examination {
    /// Asks a plain question and finds the request form that the server accepts. The words of the canaries come from
    /// `seed`, which must be random: a server that could predict it could pass without enforcing anything.
    ///
    /// # Errors
    /// If the server does not answer a plain question; the first refusal, if there are several.
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
        let without_logprobs = Manner::ALL.map(|own| Manner {
            logprobs: false,
            ..own
        });
        for manner in Manner::ALL.into_iter().chain(without_logprobs) {
            examination.manner = manner;
            match examination.ask(None).await {
                Ok(answer) => {
                    // If the server does not report log-probabilities, they are not requested again.
                    examination.manner.logprobs = answer.confidence.is_some();
                    examination.confidence = answer.confidence;
                    return Ok(examination);
                }
                // Error messages differ between servers, so the next form is tried after any refusal.
                Err(ModelError::Refused(said)) => refusal = refusal.or(Some(said)),
                Err(other) => return Err(other),
            }
        }
        Err(ModelError::Refused(refusal.unwrap_or_default()))
    }

    /// The request form that the server accepted for the plain question, used for all others.
    #[must_use]
    pub const fn manner(&self) -> Manner {
        self.manner
    }

    /// The confidence of the plain answer; `None` if the server reports no log-probabilities.
    #[must_use]
    pub const fn confidence(&self) -> Option<Confidence> {
        self.confidence
    }

    /// The cost so far.
    #[must_use]
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// Tests one mechanism with two canaries, or with one if that fails.
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
