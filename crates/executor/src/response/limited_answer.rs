//! An answer without facts, as a plan has it: why, and what is missing.

use serde::Serialize;

use crate::taxonomy::{LimitedReason, Readiness};

/// Reason code of a cursor that was given for another question.
pub const CURSOR_OF_ANOTHER_QUESTION: &str = "cursor_of_another_question";

/// An answer without facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitedAnswer {
    /// Why.
    pub category: LimitedReason,
    /// Whether it could be answered otherwise.
    pub readiness: Readiness,
    /// Reason codes.
    pub reasons: Vec<String>,
    /// What is missing or not seen, in words.
    pub limitations: Vec<String>,
}

impl LimitedAnswer {
    /// The answer to a cursor that was given for another question.
    pub(crate) fn cursor_of_another_question() -> Self {
        Self {
            category: LimitedReason::Unsupported,
            readiness: Readiness::Unknown,
            reasons: vec![CURSOR_OF_ANOTHER_QUESTION.to_owned()],
            limitations: vec![
                "cursor: it was given for another question or under another codebook".to_owned(),
            ],
        }
    }

    /// Whether it is the answer to a cursor that was given for another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        self.has_reason(CURSOR_OF_ANOTHER_QUESTION)
    }

    /// Whether a code is among its reasons.
    pub(crate) fn has_reason(&self, code: &str) -> bool {
        self.reasons.iter().any(|reason| reason == code)
    }
}
