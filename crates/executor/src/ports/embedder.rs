//! The embedder port: texts → vectors, which are near each other where the texts have similar meanings.

#[cfg(feature = "model")]
pub mod http;

use std::fmt;
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ports::model_error::ModelError;

/// The origin of a text; some models embed questions and pieces differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A question.
    Question,
    /// A piece of a corpus.
    Piece,
}

/// The form of an embedding request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Wording {
    /// Name of the model at the server, where it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Prefix of the text, such as `query: `. An empty prefix replaces the one of the index; `None` keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Additional fields of the request, such as `"input_type": "query"`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
}

impl Wording {
    /// True where it sets nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// This form, with unset parts taken from another.
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

impl fmt::Display for Wording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.model.as_ref().map(|own| format!("the model `{own}`"));
        let prefix = self.prefix.as_ref();
        let prefix = prefix.map(|own| format!("the prefix `{own}`"));
        let fields = self.fields.iter();
        let fields = fields.map(|(name, value)| format!("`{name}` {value}"));
        let all: Vec<String> = model.into_iter().chain(prefix).chain(fields).collect();
        f.write_str(&all.join(" and "))
    }
}

/// The batches of an index build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Maximum number of texts per request.
    pub texts: NonZeroUsize,
    /// Time limit for their vectors, including retries.
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

/// A model that embeds texts.
#[async_trait::async_trait]
pub trait Embedder: Debug + Send + Sync {
    /// The name of the model; `None` where the host has none.
    fn model(&self) -> Option<&str>;

    /// The form of its requests.
    fn wording(&self, _: Purpose) -> Wording {
        Wording::default()
    }

    /// The batches of pieces.
    fn batch(&self) -> Batch {
        Batch::default()
    }

    /// The minimum cosine at which a text of this model answers a question; `None` where it is unknown. It differs
    /// between models, so the configuration of the model sets it.
    fn least_cosine(&self) -> Option<f32> {
        None
    }

    /// The vectors of some texts in order, all of the same dimension.
    async fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        within: Duration,
    ) -> Result<Vec<Vector>, ModelError>;
}

/// Embeds some texts and checks the result: one vector per text, all of the same dimension.
///
/// # Errors
/// The embedder failed or returned other vectors.
pub async fn vectors(
    embedder: &dyn Embedder,
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

/// The port of a host without an embedder: texts are found by words only.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEmbedder;

#[async_trait::async_trait]
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

/// A unit vector, so that the dot product of two is their cosine.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(Vec<f32>);

impl Vector {
    /// The direction of some numbers; `None` where one of them is not finite or all are zero.
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

    /// The vector in the literal syntax of PostgreSQL's type `vector`.
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
