//! The models that a question was to be put to, and which of them gave no answer.

use crate::ports::model_error::ModelError;

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelPurpose {
    /// It gives vectors.
    Vectors,
    /// It reads the best texts again.
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

/// A model that was to be asked, and why it gave no answer where it gave none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelNote {
    /// What it is for.
    pub purpose: ModelPurpose,
    /// Its name.
    pub model: String,
    /// Why it gave none.
    pub error: Option<ModelError>,
}

impl ModelNote {
    /// What became of it, for the debug envelope.
    pub(super) fn text(&self) -> String {
        let (purpose, model) = (self.purpose.name(), &self.model);
        match &self.error {
            None => format!("{purpose}: {model}"),
            Some(error) => format!("{purpose}: {model}: {error}"),
        }
    }
}
