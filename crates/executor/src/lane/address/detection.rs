//! `Detection`: the intent and filters that were detected in a contract.
//!
//! ```text
//! {"question_mode", …, "address_intent", …, "extracted_filters": {name: value}, "defaulted_filters": [name],
//!  "unplaced": [{"part", "why"}], "missing_required_filters": [name]}
//! ```

use serde::Serialize;

use crate::filters::ExtractedFilters;
use crate::limitation::reason::Unsupported;
use crate::taxonomy::{Confidence, QueryShape, QuestionMode};

/// The intent and filters that were detected in a contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Detection {
    /// The mode of the question.
    pub question_mode: QuestionMode,
    /// Confidence of the mode.
    pub question_mode_confidence: Confidence,
    /// The shape of the query.
    pub query_shape: QueryShape,
    /// Confidence of the shape.
    pub query_shape_confidence: Confidence,
    /// Name of the intent, or `unknown`.
    pub address_intent: String,
    /// Confidence of the intent.
    pub address_intent_confidence: Confidence,
    /// Filters of the contract; the recipe may change the limit.
    #[serde(flatten)]
    pub filters: ExtractedFilters,
    /// The unsupported parts of the contract.
    pub unplaced: Vec<UnplacedPart>,
    /// Filters that the recipe requires and the contract lacks.
    pub missing_required_filters: Vec<String>,
}

/// A part of a contract that no filter of the catalogue supports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnplacedPart {
    /// Name of the field or part.
    pub part: String,
    /// Why it is unsupported.
    pub why: Unsupported,
}
