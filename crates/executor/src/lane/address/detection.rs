//! `Detection`: what was detected in a contract, which is the input contract of the runtime.
//!
//! ```text
//! {"question_mode", …, "address_intent", …, "extracted_filters": {name: value}, "defaulted_filters": [name],
//!  "unplaced": [{"part", "why"}], "missing_required_filters": [name]}
//! ```

use serde::Serialize;

use crate::filters::ExtractedFilters;
use crate::limitation::reason::Unsupported;
use crate::taxonomy::{Confidence, QueryShape, QuestionMode};

/// What was detected in a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Detection {
    /// How the question is treated.
    pub question_mode: QuestionMode,
    /// How sure that is.
    pub question_mode_confidence: Confidence,
    /// Its shape.
    pub query_shape: QueryShape,
    /// How sure that is.
    pub query_shape_confidence: Confidence,
    /// Name of the intent, or `unknown`.
    pub address_intent: String,
    /// How sure that is.
    pub address_intent_confidence: Confidence,
    /// Filters of the contract; the recipe may lower or raise the limit.
    #[serde(flatten)]
    pub filters: ExtractedFilters,
    /// What the contract says that no filter can carry.
    pub unplaced: Vec<UnplacedPart>,
    /// Filters the recipe needs and the contract lacks.
    pub missing_required_filters: Vec<String>,
}

/// A part of a contract that no filter of the catalogue can carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnplacedPart {
    /// Name of the field or part.
    pub part: String,
    /// Why it has no place.
    pub why: Unsupported,
}
