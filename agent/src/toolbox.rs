//! The tools of a loop, and the fallback list.

use std::time::Instant;

use serde_json::Value;

use super::template::UnsupportedClaimError;
use crate::chat::confidence::Confidence;
use crate::chat::tool::{Tool, ToolCall};
use cmec_executor::response::row::Row;

/// The tools of a loop. The calls of one round run one after the other.
pub trait Toolbox: Send {
    /// The definitions for the model.
    fn tools(&self) -> &[Tool];

    /// Fills the values of rows into a text of the model.
    ///
    /// # Errors
    /// The first unsupported claim in the text.
    fn filled(&self, text: &str) -> Result<String, UnsupportedClaimError>;

    /// Announces the calls of a round. `confidence`: the confidence of the model's answer, if known.
    fn begin_round(&mut self, _confidence: Option<Confidence>) {}

    /// Executes a call by the deadline. Every error is an outcome that the model reads.
    fn call(&mut self, call: &ToolCall, deadline: Instant) -> impl Future<Output = Outcome> + Send;

    /// The fallback list, if the domain has one.
    fn list(&mut self, deadline: Instant) -> impl Future<Output = Option<Listing>> + Send;
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The JSON that the model reads.
    pub text: String,
    /// The rows found.
    pub rows: Vec<Row>,
    /// The status of the call.
    pub standing: CallStatus,
    /// Who can repair an intent that was not understood.
    pub repair: Repair,
}

/// Who can repair an intent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Repair {
    /// Nobody needs to: it was understood, or the call has no intent.
    #[default]
    None,
    /// A person, by an answer.
    Person,
    /// The model, asked for another text in these words.
    Model(String),
}

impl Outcome {
    /// A failed call with the reason that the model reads.
    pub(super) fn failed(why: &Value) -> Self {
        Self {
            text: why.to_string(),
            rows: Vec::new(),
            standing: CallStatus::Failed,
            repair: Repair::None,
        }
    }

    /// The reason code of a failed call.
    pub(super) fn reason(&self) -> Option<String> {
        let said: Value = serde_json::from_str(&self.text).ok()?;
        said.get("error")?.as_str().map(str::to_owned)
    }
}

/// The status of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStatus {
    /// Executed, with or without rows.
    Done,
    /// Unclear and not executed.
    Unclear {
        /// `true` if the model may retry a part; otherwise only a person can answer.
        can_be_mended: bool,
    },
    /// Invalid, not executed, or failed.
    Failed,
}

impl CallStatus {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::Unclear { .. } => "unclear",
            Self::Failed => "failed",
        }
    }

    /// `true` if the model may retry a part of the call.
    #[must_use]
    pub const fn can_be_mended(self) -> bool {
        matches!(
            self,
            Self::Unclear {
                can_be_mended: true
            }
        )
    }
}

/// A list: the call that gives it, and the outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    /// The call.
    pub call: ToolCall,
    /// Its outcome.
    pub outcome: Outcome,
}
