//! What a model reads of an answer to a tool shaped by hand.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// The form in which answers go back to a model, for all tools shaped by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolResults {
    /// The key of the list of rows.
    pub list: Text,
    /// Fields that stand together under one key.
    pub joined: List<JoinedFields>,
}

/// Fields that stand together under one key, their values with commas between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinedFields {
    /// The key.
    pub key: Text,
    /// Paths of the fields, in their order.
    pub fields: List<Text>,
}
