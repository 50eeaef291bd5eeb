//! Vectors over HTTP, of a server that speaks as OpenAI's does: vLLM, TEI, Ollama, llama.cpp and others.
//!
//! Long lists are asked for in parts, one after another and all within the time of one answer.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Embedder, Purpose, Vector};
use crate::ports::model_error::ModelError;
use crate::ports::model_server::in_order::in_order;
use crate::ports::model_server::{Deadline, ModelServer};

/// Most texts of one request.
const MOST_TEXTS: usize = 64;

/// Most bytes of the texts of one request; a text that has more goes alone.
const MOST_BYTES: usize = 1 << 20;

/// Most bytes of a text, where nothing else is set.
const TEXT_BYTES: usize = 32 << 10;

/// How a model is asked for vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddingSettings {
    /// The name of the model at its server.
    pub model: String,
    /// How many numbers a vector must have, of a model that can give more or fewer; `None`: as many as it gives by itself.
    pub dimension: Option<usize>,
    /// What stands before a question, as `query: `.
    pub question_prefix: String,
    /// What stands before a piece of a corpus, as `passage: `.
    pub piece_prefix: String,
    /// Most bytes of a text without its prefix; the rest of it is not sent.
    pub text_bytes: usize,
    /// The cosine from which on a text means what a question asks for; `None`: it is not known.
    pub least_cosine: Option<f32>,
}

impl EmbeddingSettings {
    /// A model that is told nothing but texts, of 32 KiB at most.
    #[must_use]
    pub const fn new(model: String) -> Self {
        Self {
            model,
            dimension: None,
            question_prefix: String::new(),
            piece_prefix: String::new(),
            text_bytes: TEXT_BYTES,
            least_cosine: None,
        }
    }

    /// A text as it is sent.
    fn sent<'t>(&self, text: &'t str, purpose: Purpose) -> Cow<'t, str> {
        let prefix = match purpose {
            Purpose::Question => &self.question_prefix,
            Purpose::Piece => &self.piece_prefix,
        };
        let end = text.floor_char_boundary(self.text_bytes);
        let text = text.get(..end).unwrap_or_default();
        match prefix.as_str() {
            "" => Cow::Borrowed(text),
            prefix => Cow::Owned(format!("{prefix}{text}")),
        }
    }
}

/// A model for vectors at a server.
#[derive(Debug, Clone)]
pub struct HttpEmbedder {
    server: ModelServer,
    settings: EmbeddingSettings,
}

impl HttpEmbedder {
    /// The model of a server.
    #[must_use]
    pub const fn new(server: ModelServer, settings: EmbeddingSettings) -> Self {
        Self { server, settings }
    }

    /// The vectors of the texts of one request.
    async fn batch(
        &self,
        texts: &[Cow<'_, str>],
        deadline: Deadline,
    ) -> Result<Vec<Vector>, ModelError> {
        let request = Request {
            model: &self.settings.model,
            input: texts,
            encoding_format: "float",
            dimensions: self.settings.dimension,
        };
        let answer: Answer = self.server.ask("embeddings", &request, deadline).await?;
        let numbers = answer
            .data
            .into_iter()
            .map(|own| (own.index, own.embedding));
        let numbers = in_order(numbers, texts.len())?;
        let vectors = numbers.into_iter().enumerate();
        vectors.map(|(index, own)| vector(index, own)).collect()
    }
}

impl Embedder for HttpEmbedder {
    fn model(&self) -> Option<&str> {
        Some(&self.settings.model)
    }

    fn piece_prefix(&self) -> &str {
        &self.settings.piece_prefix
    }

    fn least_cosine(&self) -> Option<f32> {
        self.settings.least_cosine
    }

    async fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        within: Duration,
    ) -> Result<Vec<Vector>, ModelError> {
        let deadline = Deadline::after(within);
        let texts = texts.iter().map(|text| self.settings.sent(text, purpose));
        let texts: Vec<_> = texts.collect();
        let mut vectors = Vec::with_capacity(texts.len());
        let mut rest = texts.as_slice();
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(batch_length(rest));
            vectors.extend(self.batch(batch, deadline).await?);
            check_dimension(&vectors, self.settings.dimension)?;
            rest = after;
        }
        Ok(vectors)
    }
}

#[derive(Serialize)]
struct Request<'r> {
    model: &'r str,
    input: &'r [Cow<'r, str>],
    encoding_format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    index: usize,
    /// JSON has no word for a number that is none, and servers write `null`.
    embedding: Vec<Option<f32>>,
}

/// How many of the first texts go into one request.
fn batch_length(texts: &[Cow<'_, str>]) -> usize {
    let mut bytes = 0;
    let fitting = texts.iter().take(MOST_TEXTS).take_while(|text| {
        bytes += text.len();
        bytes <= MOST_BYTES
    });
    fitting.count().max(1)
}

fn vector(index: usize, numbers: Vec<Option<f32>>) -> Result<Vector, ModelError> {
    let finite = |number: Option<f32>| number.filter(|number| number.is_finite());
    let numbers: Option<Vec<f32>> = numbers.into_iter().map(finite).collect();
    let numbers = numbers.ok_or_else(|| {
        ModelError::Malformed(format!("a number of the vector at index {index} is none"))
    })?;
    Vector::of(numbers).ok_or_else(|| {
        ModelError::Malformed(format!("the vector at index {index} is empty or all zeros"))
    })
}

/// That two vectors are not of one length, or not of the length that was asked for.
fn check_dimension(vectors: &[Vector], asked: Option<usize>) -> Result<(), ModelError> {
    let mut lengths = vectors.iter().map(|vector| vector.numbers().len());
    let Some(wanted) = asked.or_else(|| lengths.clone().next()) else {
        return Ok(());
    };
    match (lengths.find(|length| *length != wanted), asked) {
        (None, _) => Ok(()),
        (Some(other), Some(_)) => Err(ModelError::Malformed(format!(
            "a vector has {other} numbers, and {wanted} were asked for"
        ))),
        (Some(other), None) => Err(ModelError::Malformed(format!(
            "one vector has {wanted} numbers and another {other}"
        ))),
    }
}
