//! The port of rerankers: a question and texts → how well each text answers it.

#[cfg(feature = "embeddings")]
pub mod http;

use std::time::Duration;

use crate::ports::model_error::ModelError;

/// A model that reads a question and a text together.
pub trait Reranker: Sync {
    /// The name of the model; `None`: this host has none.
    fn model(&self) -> Option<&str>;

    /// How well each text answers the question, in the order of the texts: the greater the better, comparable within one
    /// answer alone.
    fn scores(
        &self,
        question: &str,
        texts: &[&str],
        within: Duration,
    ) -> impl Future<Output = Result<Vec<f32>, ModelError>> + Send;
}

/// A host without a reranker: texts stand as the index ranks them.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoReranker;

impl Reranker for NoReranker {
    fn model(&self) -> Option<&str> {
        None
    }

    async fn scores(&self, _: &str, _: &[&str], _: Duration) -> Result<Vec<f32>, ModelError> {
        Err(ModelError::Unreachable(
            "this host has no reranker".to_owned(),
        ))
    }
}
