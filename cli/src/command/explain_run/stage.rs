//! The stages of an answer.

use serde::Serialize;

/// Stages, in the order they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Reading of the text.
    Read,
    /// Planning of queries.
    Plan,
    /// Choice of a recipe.
    Decompose,
    /// Confirmation of anchors.
    Resolve,
    /// Request for rows.
    Execute,
    /// Check of rows against the recipe.
    Rows,
    /// Writing of the answer.
    Compose,
}

impl Stage {
    /// The title in English.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Read => "The text was read",
            Self::Plan => "A plan was made and run",
            Self::Decompose => "A recipe was chosen or not",
            Self::Resolve => "The anchor was confirmed or not",
            Self::Execute => "Rows were asked for",
            Self::Rows => "Rows were held against the recipe",
            Self::Compose => "The answer was written",
        }
    }
}
