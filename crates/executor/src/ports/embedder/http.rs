//! Vectors over HTTP, of a server that speaks as OpenAI's does: vLLM, TEI, Ollama, llama.cpp and others.
//!
//! Long lists are asked for in parts, one after another and all within the time of one answer.

use std::borrow::Cow;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Batch, Embedder, Purpose, Vector, Wording};
use crate::ports::model_error::ModelError;
use crate::ports::model_server::in_order::in_order;
use crate::ports::model_server::{Deadline, ModelServer};

/// Most bytes of the texts of one request; a text that has more goes alone.
const MOST_BYTES: usize = 1 << 20;

/// Most bytes of a text, where nothing else is set.
const TEXT_BYTES: usize = 32 << 10;

/// How a model is asked for vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddingSettings {
    /// The name of the model, which is its name at the server unless a wording has another.
    pub model: String,
    /// How many numbers a vector must have, of a model that can give more or fewer; `None`: as many as it gives by itself.
    pub dimension: Option<usize>,
    /// How it is asked for the vector of a question.
    pub question: Wording,
    /// How it is asked for that of a piece of a corpus.
    pub piece: Wording,
    /// How many texts a request has at most, and how long a build waits.
    pub batch: Batch,
    /// Most bytes of a text without its prefix; the rest of it is not sent.
    pub text_bytes: usize,
    /// The cosine from which on a text means what a question asks for; `None`: it is not known.
    pub least_cosine: Option<f32>,
}

impl EmbeddingSettings {
    /// A model that is told nothing but texts, of 32 KiB at most.
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

    /// A text as it is sent.
    fn sent<'t>(&self, text: &'t str, wording: &Wording) -> Cow<'t, str> {
        let end = text.floor_char_boundary(self.text_bytes);
        let text = text.get(..end).unwrap_or_default();
        match wording.prefix.as_deref() {
            None | Some("") => Cow::Borrowed(text),
            Some(prefix) => Cow::Owned(format!("{prefix}{text}")),
        }
    }

    /// A request; its own fields hold before those of a wording.
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
    async fn part(
        &self,
        texts: &[Cow<'_, str>],
        wording: &Wording,
        deadline: Deadline,
    ) -> Result<Vec<Vector>, ModelError> {
        let request = self.settings.request(texts, wording);
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
    /// JSON has no word for a number that is none, and servers write `null`.
    embedding: Vec<Option<f32>>,
}

/// How many of the first texts go into one request.
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
