//! `Detection`: what was detected in a contract, which is the input contract of the runtime.
//!
//! ```text
//! {"question_mode", …, "address_intent", …, "extracted_filters": {name: value}, "defaulted_filters": [name],
//!  "unplaced": [{"part", "why"}], "missing_required_filters": [name]}
//! ```

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::lane::address::decompose::extraction::{Filters, Origin};
use crate::taxonomy::{Confidence, QueryShape, QuestionMode};

/// Name of the one filter that is a number and is decided on by a policy of its own.
const LIMIT: &str = "limit";

/// What was detected in a contract.
#[derive(Debug, Clone, PartialEq)]
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
    /// Filters of the contract.
    pub filters: Filters,
    /// Rows wanted, as they were extracted; the recipe may lower or raise them.
    pub limit: ExtractedLimit,
    /// Filters the recipe needs and the contract lacks.
    pub missing_required_filters: Vec<String>,
}

/// The limit before the recipe's policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtractedLimit {
    /// Rows.
    pub rows: u32,
    /// Where it comes from.
    pub origin: Origin,
}

impl ExtractedLimit {
    /// The limit that is said, or the catalogue's default.
    #[must_use]
    pub fn of(said: Option<u32>, default: u32) -> Self {
        Self {
            rows: said.unwrap_or(default),
            origin: match said {
                Some(_) => Origin::Said,
                None => Origin::Defaulted,
            },
        }
    }
}

impl Serialize for Detection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let extracted = self.filters.extracted.iter();
        let (mut values, mut defaulted) = (BTreeMap::new(), Vec::new());
        for entry in extracted {
            values.insert(entry.filter.as_str(), Value::from(entry.value.as_str()));
            if entry.origin == Origin::Defaulted {
                defaulted.push(entry.filter.as_str());
            }
        }
        values.insert(LIMIT, Value::from(self.limit.rows));
        if self.limit.origin == Origin::Defaulted {
            defaulted.push(LIMIT);
        }
        let mut wire = serializer.serialize_struct("Detection", 10)?;
        wire.serialize_field("question_mode", &self.question_mode)?;
        wire.serialize_field("question_mode_confidence", &self.question_mode_confidence)?;
        wire.serialize_field("query_shape", &self.query_shape)?;
        wire.serialize_field("query_shape_confidence", &self.query_shape_confidence)?;
        wire.serialize_field("address_intent", &self.address_intent)?;
        wire.serialize_field("address_intent_confidence", &self.address_intent_confidence)?;
        wire.serialize_field("extracted_filters", &values)?;
        wire.serialize_field("defaulted_filters", &defaulted)?;
        wire.serialize_field("unplaced", &self.filters.unplaced)?;
        wire.serialize_field("missing_required_filters", &self.missing_required_filters)?;
        wire.end()
    }
}
