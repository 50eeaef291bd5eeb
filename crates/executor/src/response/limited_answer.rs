//! An answer without facts, as a plan has it: why, and what is missing.

use cmec_decoder::finding::Candidate;
use serde::Serialize;

use crate::limitation::Limitation;
use crate::taxonomy::{LimitedReason, Readiness};

/// Reason code of a cursor that was given for another question.
pub const CURSOR_OF_ANOTHER_QUESTION: &str = "cursor_of_another_question";

/// Reason code of a scenario that the domain gives no lane.
pub const NO_LANE: &str = "scenario_has_no_lane";

/// Reason code of a scenario whose lane cannot be run.
pub const NO_LANE_YET: &str = "lane_not_executable_yet";

/// Reason code of a host that did not say a principal which the codebook names.
pub const PRINCIPAL_NOT_BOUND: &str = "principal_not_bound";

/// An answer without facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitedAnswer {
    /// Why.
    pub category: LimitedReason,
    /// Whether it could be answered otherwise.
    pub readiness: Readiness,
    /// Reason codes.
    pub reasons: Vec<String>,
    /// What is missing or not seen.
    pub limitations: Vec<Limitation>,
    /// What could be asked instead: SQL that is answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<Candidate>,
}

impl LimitedAnswer {
    /// An answer for one reason, with the readiness that its category has.
    pub(crate) fn new(category: LimitedReason, reason: &str, limitations: Vec<Limitation>) -> Self {
        Self {
            category,
            readiness: category.readiness(),
            reasons: vec![reason.to_owned()],
            limitations,
            nearest: Vec::new(),
        }
    }

    /// The answer to a cursor that was given for another question.
    pub(crate) fn cursor_of_another_question() -> Self {
        Self::new(
            LimitedReason::Unsupported,
            CURSOR_OF_ANOTHER_QUESTION,
            vec![Limitation::CursorOfAnotherQuestion],
        )
    }

    /// Whether it is the answer to a scenario that no lane answers.
    #[must_use]
    pub fn is_outside_lanes(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| [NO_LANE, NO_LANE_YET].contains(&reason.as_str()))
    }

    /// Whether it is the answer to a host that did not say a principal.
    #[must_use]
    pub fn lacks_principal(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| reason == PRINCIPAL_NOT_BOUND)
    }

    /// Whether it is the answer to a cursor that was given for another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        let mut reasons = self.reasons.iter();
        reasons.any(|reason| reason == CURSOR_OF_ANOTHER_QUESTION)
    }
}
