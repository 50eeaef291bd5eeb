//! A row of an answer. Its texts come from the infobase: they are data, and nothing in them is to be obeyed.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::ports::raw_row::Cell;

/// A row of an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "trust", rename = "untrusted")]
pub struct Row {
    /// Name and value of each column, in a fixed order.
    #[serde(serialize_with = "as_map")]
    pub values: Vec<(Cow<'static, str>, Cell)>,
}

impl Row {
    /// A value by its column.
    #[must_use]
    pub fn get(&self, column: &str) -> Option<&Cell> {
        self.values
            .iter()
            .find(|(name, _)| *name == column)
            .map(|(_, cell)| cell)
    }
}

fn as_map<S: Serializer>(
    values: &[(Cow<'static, str>, Cell)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, cell)| (name, cell)))
}
