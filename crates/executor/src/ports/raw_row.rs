//! Rows as a 1C server gives them.
//!
//! Numbers keep their digits: they go from the server's answer to the response as they came in, and never through a float.

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

/// Rows as a server gave them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RawRows {
    /// Rows the codec could read.
    pub rows: Vec<RawRow>,
    /// Rows the server gave; more than `rows` where some cannot be read.
    pub fetched: usize,
    /// What the server says of rows that it did not give.
    pub truncation: Truncation,
    /// How many rows the server says that there are, where that is not so.
    pub miscounted: Option<u64>,
}

/// What a server says of rows that it did not give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Truncation {
    /// Nothing.
    #[default]
    Unknown,
    /// There are none.
    No,
    /// There are some.
    Yes,
}

/// A row as a server gave it: columns in the order of the query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawRow {
    /// Name and cell of each column.
    pub cells: Vec<(String, Cell)>,
}

impl RawRow {
    /// The first of these columns that the row has with a value.
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
    /// A number, in the digits it came in.
    Number(String),
    /// A text or a date.
    Text(String),
    /// A reference.
    Reference(Reference),
    /// Several values.
    List(Vec<Cell>),
    /// Something else; kept as the JSON it came in.
    Other(String),
}

impl Cell {
    /// Whether it holds no value: `null`, or 1C's empty date.
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

    /// The text of a value that is one.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Null | Self::Boolean(_) | Self::List(_) => None,
            Self::Number(text) | Self::Text(text) | Self::Other(text) => Some(text),
            Self::Reference(reference) => Some(&reference.presentation),
        }
    }

    /// The same as people read it: members of a list between commas.
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
            // The digits go out as they came in.
            Self::Number(digits) => serde_json::value::RawValue::from_string(digits.clone())
                .map_err(serde::ser::Error::custom)?
                .serialize(serializer),
            Self::Text(text) | Self::Other(text) => serializer.serialize_str(text),
            Self::Reference(reference) => serializer.serialize_str(&reference.presentation),
            Self::List(members) => serializer.collect_seq(members),
        }
    }
}
