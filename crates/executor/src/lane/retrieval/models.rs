//! The models that a search calls, and their errors.

use crate::ports::model_error::ModelError;

/// The purpose of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelPurpose {
    /// Embedding the question.
    Vectors,
    /// Reranking the best texts.
    Reranking,
}

impl ModelPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Reranking => "reranking",
        }
    }
}

/// A model that a search called, with its error if it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelNote {
    /// Its purpose.
    pub purpose: ModelPurpose,
    /// Its name.
    pub model: String,
    /// Its error, if it failed.
    pub error: Option<ModelError>,
}

impl ModelNote {
    pub(super) fn text(&self) -> String {
        let (purpose, model) = (self.purpose.name(), &self.model);
        match &self.error {
            None => format!("{purpose}: {model}"),
            Some(error) => format!("{purpose}: {model}: {error}"),
        }
    }
}
