//! Reranking over HTTP from a server with Cohere's protocol: Jina, vLLM and others.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Reranker;
use crate::ports::model_error::ModelError;
use crate::ports::model_server::in_order::in_order;
use crate::ports::model_server::{Deadline, ModelServer};

/// A reranking model at a server.
#[derive(Debug, Clone)]
pub struct HttpReranker {
    server: ModelServer,
    model: String,
}

impl HttpReranker {
    /// The reranking model of a server, by its name there.
    #[must_use]
    pub const fn new(server: ModelServer, model: String) -> Self {
        Self { server, model }
    }
}

#[async_trait::async_trait]
impl Reranker for HttpReranker {
    fn model(&self) -> Option<&str> {
        Some(&self.model)
    }

    async fn scores(
        &self,
        question: &str,
        texts: &[&str],
        within: Duration,
    ) -> Result<Vec<f32>, ModelError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let request = Request {
            model: &self.model,
            query: question,
            documents: texts,
            top_n: texts.len(),
        };
        let deadline = Deadline::after(within);
        let answer: Answer = self.server.ask("rerank", &request, deadline).await?;
        let results = answer.results.into_iter();
        let scores = results.map(|own| (own.index, own.relevance_score));
        let scores = in_order(scores, texts.len())?.into_iter().enumerate();
        scores.map(|(index, own)| score(index, own)).collect()
    }
}

#[derive(Serialize)]
struct Request<'r> {
    model: &'r str,
    query: &'r str,
    documents: &'r [&'r str],
    top_n: usize,
}

#[derive(Deserialize)]
struct Answer {
    results: Vec<RankedItem>,
}

#[derive(Deserialize)]
struct RankedItem {
    index: usize,
    /// JSON has no NaN, so servers write `null`.
    relevance_score: Option<f32>,
}

fn score(index: usize, score: Option<f32>) -> Result<f32, ModelError> {
    let finite = score.filter(|score| score.is_finite());
    finite.ok_or_else(|| ModelError::Malformed(format!("the score at index {index} is none")))
}
