//! Deprecation: elements that are still accepted but should not be used any more.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Text;

/// The version that deprecated an element, and its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// A version of the codebook, as its author gives it.
    pub since: Text,
    /// The replacement: a type, the path of a field, a value of the same field, or a relation.
    pub instead: Option<Text>,
}

impl fmt::Display for Deprecation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "deprecated since {}", self.since)?;
        match &self.instead {
            Some(instead) => write!(formatter, ", say `{instead}` instead"),
            None => Ok(()),
        }
    }
}
