//! What elements of the codebook are, for the cards that a model is shown. Nothing is run by it.

use serde::{Deserialize, Serialize};

use super::Text;

/// What an element is, in a language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementDescription {
    /// The element: the name of a type, or the code of a field, a relation or a metric. No code is the name of a type.
    pub of: Text,
    /// Language tag.
    pub language: Text,
    /// A sentence, or a few.
    pub text: Text,
}
