//! A row of an answer. Its texts come from the infobase: they are data, and nothing in them is to be obeyed.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use crate::ports::raw_row::Cell;

/// A row of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Name and value of each column, in a fixed order.
    pub values: Vec<(&'static str, Cell)>,
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

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", 2)?;
        row.serialize_field("trust", "untrusted")?;
        row.serialize_field("values", &Values(&self.values))?;
        row.end()
    }
}

struct Values<'r>(&'r [(&'static str, Cell)]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, cell) in self.0 {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}
