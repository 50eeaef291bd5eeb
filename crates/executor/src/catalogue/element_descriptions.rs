//! Descriptions of codebook elements for prompt cards; execution does not use them.

use serde::{Deserialize, Serialize};

use super::Text;

/// The description of an element in a language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementDescription {
    /// The element: the name of a type, or the code of a field, a relation or a metric. No code equals the name of a
    /// type.
    pub of: Text,
    /// Language tag.
    pub language: Text,
    /// One or a few sentences.
    pub text: Text,
}
