//! The form of tool results that a model reads, for hand-written tools.

use serde::{Deserialize, Serialize};

use super::{List, Text};

/// The form of tool results for all hand-written tools.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolResults {
    /// The key of the list of rows.
    pub list: Text,
    /// Fields that are joined under one key.
    pub joined: List<JoinedFields>,
}

/// Fields joined under one key, with commas between their values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinedFields {
    /// The key.
    pub key: Text,
    /// Paths of the fields in order.
    pub fields: List<Text>,
}
