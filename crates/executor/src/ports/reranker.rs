//! The reranker port: a question and texts → a relevance score for each text.

#[cfg(feature = "model")]
pub mod http;

use std::fmt::Debug;
use std::time::Duration;

use crate::ports::model_error::ModelError;

/// A model that scores a text for a question.
#[async_trait::async_trait]
pub trait Reranker: Debug + Send + Sync {
    /// The name of the model; `None` where the host has none.
    fn model(&self) -> Option<&str>;

    /// The score of each text in order. Greater is better; scores are comparable within one answer only.
    async fn scores(
        &self,
        question: &str,
        texts: &[&str],
        within: Duration,
    ) -> Result<Vec<f32>, ModelError>;
}

/// The port of a host without a reranker: texts keep the order of the index.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoReranker;

#[async_trait::async_trait]
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
