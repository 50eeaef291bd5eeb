//! The port of embedders: a text → a vector, so that texts of like meaning lie near each other.

#[cfg(feature = "embeddings")]
pub mod http;

use std::time::Duration;

use crate::ports::model_error::ModelError;

/// Whom a text comes from: some models are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is a question.
    Question,
    /// It is a piece of a corpus.
    Piece,
}

/// A model that gives texts their vectors.
pub trait Embedder: Sync {
    /// The name of the model; `None`: this host has none.
    fn model(&self) -> Option<&str>;

    /// What the model is told before each piece of a corpus.
    fn piece_prefix(&self) -> &str {
        ""
    }

    /// The cosine from which on a text of this model means what a question asks for; `None`: it is not known. It differs from
    /// model to model, so that whoever chose the model says it.
    fn least_cosine(&self) -> Option<f32> {
        None
    }

    /// The vectors of some texts, in their order and all of one length.
    fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        within: Duration,
    ) -> impl Future<Output = Result<Vec<Vector>, ModelError>> + Send;
}

/// The vectors of some texts: one each, all of one length.
///
/// # Errors
/// When the embedder gives none, or other ones.
pub async fn vectors<E: Embedder>(
    embedder: &E,
    texts: &[&str],
    purpose: Purpose,
    within: Duration,
) -> Result<Vec<Vector>, ModelError> {
    let vectors = embedder.embed(texts, purpose, within).await?;
    let first = vectors.first().map(|first| first.numbers().len());
    let fits = |own: &Vector| Some(own.numbers().len()) == first;
    match vectors.len() == texts.len() && vectors.iter().all(fits) {
        true => Ok(vectors),
        false => Err(ModelError::Malformed(
            "it has not one vector a text, all of one length".to_owned(),
        )),
    }
}

/// A host without an embedder: texts are found by their words alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEmbedder;

impl Embedder for NoEmbedder {
    fn model(&self) -> Option<&str> {
        None
    }

    async fn embed(&self, _: &[&str], _: Purpose, _: Duration) -> Result<Vec<Vector>, ModelError> {
        Err(ModelError::Unreachable(
            "this host has no embedder".to_owned(),
        ))
    }
}

/// A vector of length one, so that the product of two is their cosine.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(Vec<f32>);

impl Vector {
    /// The direction of some numbers; `None` where they have none: one of them is no number, or all are zero.
    #[must_use]
    pub fn of(mut numbers: Vec<f32>) -> Option<Self> {
        let squares = numbers.iter().map(|own| f64::from(*own) * f64::from(*own));
        let length = squares.sum::<f64>().sqrt();
        if !length.is_finite() || length <= 0.0 {
            return None;
        }
        for number in &mut numbers {
            *number = (f64::from(*number) / length) as f32;
        }
        Some(Self(numbers))
    }

    /// As PostgreSQL writes its type `vector`.
    #[must_use]
    pub fn written(&self) -> String {
        let numbers = self.0.iter().map(ToString::to_string);
        format!("[{}]", numbers.collect::<Vec<_>>().join(","))
    }

    /// Its numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f32] {
        &self.0
    }
}
