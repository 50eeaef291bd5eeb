//! What a loop can do: tools by name, and the list that stands in for an answer.

use std::time::Instant;

use serde_json::Value;

use super::template::UnsupportedClaim;
use crate::chat::confidence::Confidence;
use crate::chat::tool::{Tool, ToolCall};
use cmec_executor::response::row::Row;

/// The tools of a loop. Calls of one round come one after the other.
pub trait Toolbox: Send {
    /// What the model is told of them.
    fn tools(&self) -> &[Tool];

    /// A text of the model with the values of what was found where it refers to them.
    ///
    /// # Errors
    /// What the text has that it may not have.
    fn filled(&self, text: &str) -> Result<String, UnsupportedClaim>;

    /// The calls of a round follow. `confidence`: how sure the model was of them, where that is known.
    fn begin_round(&mut self, _confidence: Option<Confidence>) {}

    /// Executes a call. Whatever is wrong with it is an outcome of the call, which the model reads; it ends by the deadline.
    fn call(&mut self, call: &ToolCall, deadline: Instant) -> impl Future<Output = Outcome> + Send;

    /// The list that stands in for an answer; `None`: there is none.
    fn list(&mut self, deadline: Instant) -> impl Future<Output = Option<Listing>> + Send;
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What the model reads: JSON.
    pub text: String,
    /// The rows that were found.
    pub rows: Vec<Row>,
    /// How the call stands.
    pub standing: CallStatus,
    /// What may mend an intent that was not understood.
    pub repair: Repair,
}

/// What may mend an intent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Repair {
    /// Nothing: it was understood, or the call is no intent.
    #[default]
    None,
    /// The answer of a person.
    Person,
    /// Another text of the model, asked for in these words.
    Model(String),
}

impl Outcome {
    /// The reason code of a call that failed.
    pub(super) fn reason(&self) -> Option<String> {
        let said: Value = serde_json::from_str(&self.text).ok()?;
        said.get("error")?.as_str().map(str::to_owned)
    }
}

/// How a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStatus {
    /// It was executed; rows or none.
    Done,
    /// It is unclear, and was not executed.
    Unclear {
        /// Whether saying a part again may help; otherwise only a person can answer.
        can_be_mended: bool,
    },
    /// It is none, was not executed or failed.
    Failed,
}

impl CallStatus {
    /// Its name, as steps tell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "ok",
            Self::Unclear { .. } => "unclear",
            Self::Failed => "failed",
        }
    }

    /// Whether saying a part of the call again may help.
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

/// A list, as the call that gives it and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    /// The call.
    pub call: ToolCall,
    /// Its outcome.
    pub outcome: Outcome,
}
