//! What is not to be said any more, though it is still read.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Text;

/// Since when something is not to be said any more, and what is said instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deprecation {
    /// A version of the codebook, as its author gives it.
    pub since: Text,
    /// A type, the path of a field, a value of the same field, a relation.
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
