//! Embeddings over HTTP from a server with OpenAI's protocol: vLLM, TEI, Ollama, llama.cpp and others.
//!
//! Long lists are split into sequential requests within the time of one answer.

use std::borrow::Cow;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Batch, Embedder, Purpose, Vector, Wording};
use crate::ports::model_error::ModelError;
use crate::ports::model_server::in_order::in_order;
use crate::ports::model_server::{Deadline, ModelServer};

/// Maximum number of bytes of texts per request; a longer text has a request of its own.
const MOST_BYTES: usize = 1 << 20;

/// Default maximum number of bytes of a text.
const TEXT_BYTES: usize = 32 << 10;

/// Settings of an embedding model.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddingSettings {
    /// The name of the model, also at the server unless a wording gives another.
    pub model: String,
    /// The requested dimension of models that support several; `None`: the model's default.
    pub dimension: Option<usize>,
    /// The form of a request for a question.
    pub question: Wording,
    /// The form of a request for a piece of a corpus.
    pub piece: Wording,
    /// The batches and time limits of a build.
    pub batch: Batch,
    /// Maximum number of bytes of a text without its prefix; the rest is cut off.
    pub text_bytes: usize,
    /// The minimum cosine at which a text answers a question; `None` where it is unknown.
    pub least_cosine: Option<f32>,
}

impl EmbeddingSettings {
    /// A model with default settings: texts without prefixes, of at most 32 KiB.
    #[must_use]
    pub fn new(model: String) -> Self {
        Self {
            model,
            dimension: None,
            question: Wording::default(),
            piece: Wording::default(),
            batch: Batch::default(),
            text_bytes: TEXT_BYTES,
            least_cosine: None,
        }
    }

    const fn wording(&self, purpose: Purpose) -> &Wording {
        match purpose {
            Purpose::Question => &self.question,
            Purpose::Piece => &self.piece,
        }
    }

    fn sent<'t>(&self, text: &'t str, wording: &Wording) -> Cow<'t, str> {
        let end = text.floor_char_boundary(self.text_bytes);
        let text = text.get(..end).unwrap_or_default();
        match wording.prefix.as_deref() {
            None | Some("") => Cow::Borrowed(text),
            Some(prefix) => Cow::Owned(format!("{prefix}{text}")),
        }
    }

    /// The body of a request; its own fields override the fields of a wording.
    fn request(&self, texts: &[Cow<'_, str>], wording: &Wording) -> Map<String, Value> {
        let mut request = wording.fields.clone();
        let model = wording.model.as_ref().unwrap_or(&self.model);
        let dimensions = self.dimension.map(|own| ("dimensions", own.into()));
        let own = [
            ("model", model.as_str().into()),
            ("input", texts.iter().map(AsRef::as_ref).collect()),
            ("encoding_format", "float".into()),
        ];
        let own = own.into_iter().chain(dimensions);
        request.extend(own.map(|(key, value)| (key.to_owned(), value)));
        request
    }
}

/// An embedding model at a server.
#[derive(Debug, Clone)]
pub struct HttpEmbedder {
    server: ModelServer,
    settings: EmbeddingSettings,
}

impl HttpEmbedder {
    /// The embedding model of a server.
    #[must_use]
    pub const fn new(server: ModelServer, settings: EmbeddingSettings) -> Self {
        Self { server, settings }
    }

    /// The vectors of the texts of one request.
    async fn part(
        &self,
        texts: &[Cow<'_, str>],
        wording: &Wording,
        deadline: Deadline,
    ) -> Result<Vec<Vector>, ModelError> {
        let request = self.settings.request(texts, wording);
        let answer: Answer = self.server.ask("embeddings", &request, deadline).await?;
        let numbers = answer.data.into_iter();
        let numbers = numbers.map(|own| (own.index, own.embedding));
        let numbers = in_order(numbers, texts.len())?;
        let vectors = numbers.into_iter().enumerate();
        vectors.map(|(index, own)| vector(index, own)).collect()
    }
}

#[async_trait::async_trait]
impl Embedder for HttpEmbedder {
    fn model(&self) -> Option<&str> {
        Some(&self.settings.model)
    }

    fn wording(&self, purpose: Purpose) -> Wording {
        self.settings.wording(purpose).clone()
    }

    fn batch(&self) -> Batch {
        self.settings.batch
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
        let wording = self.settings.wording(purpose);
        let texts = texts.iter().map(|text| self.settings.sent(text, wording));
        let texts: Vec<_> = texts.collect();
        let mut vectors = Vec::with_capacity(texts.len());
        let mut rest = texts.as_slice();
        while !rest.is_empty() {
            let most = self.settings.batch.texts.get();
            let (part, after) = rest.split_at(part_length(rest, most));
            vectors.extend(self.part(part, wording, deadline).await?);
            check_dimension(&vectors, self.settings.dimension)?;
            rest = after;
        }
        Ok(vectors)
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<EmbeddingItem>,
}

#[derive(Deserialize)]
struct EmbeddingItem {
    index: usize,
    /// JSON has no NaN, so servers write `null`.
    embedding: Vec<Option<f32>>,
}

/// The number of leading texts that fit into one request.
fn part_length(texts: &[Cow<'_, str>], most: usize) -> usize {
    let mut bytes = 0;
    let fitting = texts.iter().take(most).take_while(|text| {
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

/// Checks that all vectors have the same dimension, or the requested one.
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
