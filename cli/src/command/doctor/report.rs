//! The result of an examination as data.

use chrono::Local;
use cmec_agent::chat::confidence::Confidence;
use cmec_agent::chat::constraint::Mechanism;
use cmec_agent::enforcement::mechanism_status::MechanismStatus;
use cmec_agent::enforcement::{Manner, Spent};
use serde::Serialize;

use crate::world::known_server::KnownServer;

#[derive(Debug, Serialize)]
pub(super) struct DoctorReport {
    pub(super) model: String,
    asked_with: AskedWith,
    mechanisms: Vec<Row>,
    /// The most reliable enforced mechanism.
    #[serde(rename = "use")]
    pub(super) best: Option<Best>,
    pub(super) logprobs: Logprobs,
    /// Requests sent, including failed ones and the list of models.
    pub(super) requests: u64,
    pub(super) tokens: Spent,
}

/// The request form that the server accepted.
#[derive(Debug, Serialize)]
struct AskedWith {
    token_limit: &'static str,
    temperature: Option<f64>,
}

/// Reporting of log-probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Logprobs {
    Reported,
    /// Reported as certain for every token, which no model is.
    Constant,
    Missing,
}

#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) mechanism: &'static str,
    pub(super) standing: &'static str,
    /// The explanation, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<String>,
}

/// The recommended mechanism.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Best {
    pub(super) mechanism: &'static str,
    /// The command that writes a schema for the mechanism.
    pub(super) written_by: &'static str,
}

impl DoctorReport {
    pub(super) fn new(model: String, manner: Manner, confidence: Option<Confidence>) -> Self {
        Self {
            model,
            asked_with: AskedWith {
                token_limit: manner.token_limit.name(),
                temperature: manner.temperature,
            },
            mechanisms: Vec::new(),
            best: None,
            logprobs: match confidence {
                None => Logprobs::Missing,
                Some(own) if own.least < 0.0 => Logprobs::Reported,
                Some(_) => Logprobs::Constant,
            },
            requests: 0,
            tokens: Spent::default(),
        }
    }

    /// Adds the next mechanism; the most reliable come first.
    pub(super) fn add(&mut self, mechanism: Mechanism, row: Row) {
        if self.best.is_none() && row.is_on() {
            self.best = Some(Best {
                mechanism: row.mechanism,
                written_by: match mechanism {
                    Mechanism::StrictTool => "cmec tools --to openai-strict",
                    _ => "cmec compile --emit profiles",
                },
            });
        }
        self.mechanisms.push(row);
    }

    /// The part that `cmec ask` uses.
    pub(super) fn known(&self, endpoint: &str) -> KnownServer {
        let on = self.mechanisms.iter().filter(|row| row.is_on());
        KnownServer {
            endpoint: endpoint.to_owned(),
            model: self.model.clone(),
            day: Local::now().date_naive().to_string(),
            token_limit: self.asked_with.token_limit.to_owned(),
            temperature: self.asked_with.temperature,
            logprobs: self.logprobs == Logprobs::Reported,
            on: on.map(|row| row.mechanism.to_owned()).collect(),
        }
    }
}

impl Row {
    pub(super) fn of(mechanism: Mechanism, standing: &MechanismStatus) -> Self {
        Self {
            mechanism: mechanism.name(),
            standing: standing.name(),
            said: standing.said().map(str::to_owned),
        }
    }

    fn is_on(&self) -> bool {
        self.standing == MechanismStatus::On.name()
    }
}
