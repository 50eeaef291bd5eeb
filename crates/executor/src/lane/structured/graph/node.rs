//! A node of a graph: an instance, identified by its type and the key of its row.

use crate::lane::structured::sql::EntityAnchor;
use crate::ports::database::Parameter;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Node {
    pub(super) type_name: String,
    pub(super) key: NodeKey,
}

impl Node {
    pub(super) fn all(anchored: &[EntityAnchor]) -> impl Iterator<Item = Self> {
        anchored.iter().map(|one| Self {
            type_name: one.type_name.clone(),
            key: NodeKey::of(&one.key),
        })
    }
}

/// The key of a row, comparable and ordered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NodeKey {
    Integer(i64),
    Text(String),
}

impl NodeKey {
    pub(super) fn of(parameter: &Parameter) -> Self {
        match parameter {
            Parameter::Integer(number) => Self::Integer(*number),
            Parameter::Text(text) => Self::Text(text.clone()),
            Parameter::Real(number) => Self::Text(number.to_string()),
            Parameter::Boolean(flag) => Self::Text(flag.to_string()),
        }
    }

    pub(super) fn parameter(&self) -> Parameter {
        match self {
            Self::Integer(number) => Parameter::Integer(*number),
            Self::Text(text) => Parameter::Text(text.clone()),
        }
    }
}
