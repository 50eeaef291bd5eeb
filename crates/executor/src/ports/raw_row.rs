//! Rows in the form that a 1C server returns.
//!
//! Numbers keep their digits from the server's response to the answer and never pass through a float.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::ports::moment;

/// A reference of 1C.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reference {
    /// Unique id.
    pub id: String,
    /// Type, `СправочникСсылка.Контрагенты`.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub type_name: String,
    /// How 1C shows it.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub presentation: String,
}

/// The rows of a response.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawRows {
    /// Rows the codec could read.
    pub rows: Vec<RawRow>,
    /// Number of rows returned, including unreadable ones.
    pub fetched: usize,
    /// The server's report about omitted rows.
    pub truncation: Truncation,
    /// The total number of rows that the server reports, where it is wrong.
    pub miscounted: Option<u64>,
}

/// A server's report about omitted rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Truncation {
    /// No report.
    #[default]
    Unknown,
    /// No rows were omitted.
    No,
    /// Some rows were omitted.
    Yes,
}

/// A row with its columns in the order of the query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawRow {
    /// Name and cell of each column.
    pub cells: Vec<(String, Cell)>,
}

impl RawRow {
    /// The first of these columns with a value.
    #[must_use]
    pub fn first(&self, names: &[&str]) -> Option<&Cell> {
        names.iter().find_map(|name| {
            self.cells
                .iter()
                .find(|(column, cell)| column == name && !cell.is_empty())
                .map(|(_, cell)| cell)
        })
    }
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// No value.
    Null,
    /// True or false.
    Boolean(bool),
    /// A number by its original digits.
    Number(String),
    /// A text or a date.
    Text(String),
    /// A reference.
    Reference(Reference),
    /// Several values.
    List(Vec<Cell>),
    /// Any other value, as its original JSON.
    Other(String),
}

impl Cell {
    /// True for no value: `null` or 1C's empty date.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text == moment::EMPTY,
            Self::Boolean(_)
            | Self::Number(_)
            | Self::Reference(_)
            | Self::List(_)
            | Self::Other(_) => false,
        }
    }

    /// The text of a value, if it has one.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Null | Self::Boolean(_) | Self::List(_) => None,
            Self::Number(text) | Self::Text(text) | Self::Other(text) => Some(text),
            Self::Reference(reference) => Some(&reference.presentation),
        }
    }

    /// The value for display; members of a list are separated by commas.
    #[must_use]
    pub fn written(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Boolean(yes) => Some(Cow::Borrowed(if *yes { "true" } else { "false" })),
            Self::List(members) => {
                let members = members.iter().filter_map(Self::written);
                Some(Cow::Owned(members.collect::<Vec<_>>().join(", ")))
            }
            other => other.shown().map(Cow::Borrowed),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Boolean(yes) => serializer.serialize_bool(*yes),
            // The digits are emitted unchanged.
            Self::Number(digits) => serde_json::value::RawValue::from_string(digits.clone())
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer),
            Self::Text(text) | Self::Other(text) => serializer.serialize_str(text),
            Self::Reference(reference) => serializer.serialize_str(&reference.presentation),
            Self::List(members) => serializer.collect_seq(members),
        }
    }
}
