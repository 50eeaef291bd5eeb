//! The port of embedders: a text → a vector, so that texts of like meaning lie near each other.

#[cfg(feature = "embeddings")]
pub mod http;

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ports::model_error::ModelError;

/// Whom a text comes from: some models are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It is a question.
    Question,
    /// It is a piece of a corpus.
    Piece,
}

/// How a model is asked for the vector of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Wording {
    /// Its name at the server, where it is another than that of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Prefix of the text, such as `query: `. An empty prefix replaces the one of the index; `None` keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// What the request has besides, as `"input_type": "query"`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
}

impl Wording {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same, and what another says where it says nothing.
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        let fields = match self.fields.is_empty() {
            true => other.fields.clone(),
            false => self.fields,
        };
        Self {
            model: self.model.or_else(|| other.model.clone()),
            prefix: self.prefix.or_else(|| other.prefix.clone()),
            fields,
        }
    }
}

/// As people read it.
impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.model.as_ref().map(|own| format!("the model `{own}`"));
        let prefix = self
            .prefix
            .as_ref()
            .map(|own| format!("the prefix `{own}`"));
        let fields = self
            .fields
            .iter()
            .map(|(name, value)| format!("`{name}` {value}"));
        let all: Vec<String> = model.into_iter().chain(prefix).chain(fields).collect();
        f.write_str(&all.join(" and "))
    }
}

/// How pieces are sent while an index is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Most texts that are sent at once.
    pub texts: NonZeroUsize,
    /// Longest time for their vectors, with all that is tried again.
    pub within: Duration,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            texts: const { NonZeroUsize::new(64).unwrap() },
            within: Duration::from_secs(120),
        }
    }
}

/// A model that gives texts their vectors.
pub trait Embedder: Sync {
    /// The name of the model; `None`: this host has none.
    fn model(&self) -> Option<&str>;

    /// How the model is asked.
    fn wording(&self, _: Purpose) -> Wording {
        Wording::default()
    }

    /// How pieces are sent to it.
    fn batch(&self) -> Batch {
        Batch::default()
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
