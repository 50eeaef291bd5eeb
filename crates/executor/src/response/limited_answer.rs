//! The answer of a plan without facts: the reason and the missing parts.

use cmec_decoder::finding::Candidate;
use serde::Serialize;

use crate::limitation::Limitation;
use crate::taxonomy::{LimitedReason, Readiness};

/// Reason code of a cursor of another question.
pub const CURSOR_OF_ANOTHER_QUESTION: &str = "cursor_of_another_question";

/// Reason code of a scenario without a lane in the domain.
pub const NO_LANE: &str = "scenario_has_no_lane";

/// Reason code of a scenario whose lane cannot be run.
pub const NO_LANE_YET: &str = "lane_not_executable_yet";

/// Reason code of a host that did not bind a principal of the codebook.
pub const PRINCIPAL_NOT_BOUND: &str = "principal_not_bound";

/// An answer without facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitedAnswer {
    /// The category of the reason.
    pub category: LimitedReason,
    /// The readiness of the intent for a live answer.
    pub readiness: Readiness,
    /// Reason codes.
    pub reasons: Vec<String>,
    /// Missing or unsupported parts.
    pub limitations: Vec<Limitation>,
    /// Answerable alternatives, as SQL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<Candidate>,
}

impl LimitedAnswer {
    pub(crate) fn new(category: LimitedReason, reason: &str, limitations: Vec<Limitation>) -> Self {
        Self {
            category,
            readiness: category.readiness(),
            reasons: vec![reason.to_owned()],
            limitations,
            nearest: Vec::new(),
        }
    }

    pub(crate) fn cursor_of_another_question() -> Self {
        Self::new(
            LimitedReason::Unsupported,
            CURSOR_OF_ANOTHER_QUESTION,
            vec![Limitation::CursorOfAnotherQuestion],
        )
    }

    /// True where no lane supports the scenario.
    #[must_use]
    pub fn is_outside_lanes(&self) -> bool {
        self.has_reason(NO_LANE) || self.has_reason(NO_LANE_YET)
    }

    /// True where a principal is not bound.
    #[must_use]
    pub fn lacks_principal(&self) -> bool {
        self.has_reason(PRINCIPAL_NOT_BOUND)
    }

    /// True where the cursor belongs to another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        self.has_reason(CURSOR_OF_ANOTHER_QUESTION)
    }

    fn has_reason(&self, code: &str) -> bool {
        self.reasons.iter().any(|reason| reason == code)
    }
}
