//! Documents → an index: new and changed documents are split, embedded and written; deleted ones are removed.
//!
//! Pieces are embedded in full batches across documents. A batch that the model refuses is halved until the refused
//! pieces are isolated. These have no vector and are found by their words only.

use std::collections::{BTreeSet, VecDeque};
use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::documents::Document;
use crate::documents::chunk::chunks;
use crate::fingerprint::hexadecimal;
use crate::ports::embedder::{Batch, Embedder, Purpose, Vector, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::text_index::build::{DocumentHash, EmbeddedChunk, Generation, IndexBuild};
use crate::ports::text_index::{Embedding, IndexError};
use crate::ports::vector_cache::VectorCache;

/// The text of the test request before a build.
const FIRST: &str = "text";

/// Divisor of a batch's time limit for the test request, which only shows whether the model answers.
const FIRST_PART: u32 = 12;

/// Maximum number of named pieces without a vector.
const NAMED: usize = 100;

/// Counts of a build.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Built {
    /// The published generation.
    #[serde(flatten)]
    pub generation: Generation,
    /// New or changed documents.
    pub written: usize,
    /// Unchanged documents.
    pub kept: usize,
    /// Removed documents.
    pub removed: usize,
    /// Pieces that the model refused; they are found by their words only.
    pub without_vector: usize,
    /// The first refused pieces with the reasons.
    #[serde(skip)]
    pub refused: Vec<(String, ModelError)>,
}

impl Built {
    fn refuse(&mut self, piece: &str, error: ModelError) {
        self.without_vector += 1;
        if self.refused.len() < NAMED {
            self.refused.push((piece.to_owned(), error));
        }
    }
}

/// Why a build ended without a new generation.
#[derive(Debug, thiserror::Error)]
pub enum IndexingError {
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The model failed on a piece and on another text as well.
    #[error("no vector for `{piece}`: {error}; {kept} vectors are kept for the next build")]
    Model {
        /// The first piece of its batch.
        piece: String,
        /// The error.
        error: ModelError,
        /// Number of cached vectors, which the next build reuses.
        kept: usize,
    },
    /// The vectors cannot be cached.
    #[error("the vectors cannot be kept: {0}")]
    Cache(#[from] io::Error),
    /// There are no documents, although the index has some.
    #[error("there is no document, and the index has {0}: it stays as it is")]
    Nothing(usize),
}

/// The model and dimension of an embedder's vectors. Embeds a test text, so that an unavailable model is detected
/// before a build.
///
/// # Errors
/// The embedder failed.
pub async fn embedding(embedder: &dyn Embedder) -> Result<Option<Embedding>, ModelError> {
    let Some(model) = embedder.model() else {
        return Ok(None);
    };
    let Batch { within, .. } = embedder.batch();
    let first = vectors(embedder, &[FIRST], Purpose::Piece, within / FIRST_PART).await?;
    let dimension = first.first().map_or(0, |first| first.numbers().len());
    let piece = embedder.wording(Purpose::Piece);
    Ok(Some(Embedding {
        model: model.to_owned(),
        dimension,
        prefix: piece.prefix.unwrap_or_default(),
        fields: piece.fields,
        question: embedder.wording(Purpose::Question),
    }))
}

/// The vectors of some pieces, which must have the dimension of the index.
pub(crate) async fn vectors_of_pieces(
    embedder: &dyn Embedder,
    texts: &[&str],
    embedding: &Embedding,
) -> Result<Vec<Vector>, ModelError> {
    let Batch { within, .. } = embedder.batch();
    let vectors = vectors(embedder, texts, Purpose::Piece, within).await?;
    let (wanted, found) = (embedding.dimension, vectors.first());
    match found.map(|own| own.numbers().len()) {
        Some(found) if found != wanted => Err(ModelError::Malformed(format!(
            "its vectors have {found} numbers, and {wanted} are wanted"
        ))),
        _ => Ok(vectors),
    }
}

/// The vector of a text, or the reason why the model refused it.
type Answer = Result<Vector, ModelError>;

/// The results of some texts in order. On an error that is not about a single text, the results so far and the error.
async fn answers(
    embedder: &dyn Embedder,
    texts: &[&str],
    embedding: &Embedding,
) -> (Vec<Answer>, Result<(), ModelError>) {
    let (mut answers, mut answers_others) = (Vec::new(), false);
    let mut length = texts.len();
    while let Some(rest) = texts.get(answers.len()..).filter(|rest| !rest.is_empty()) {
        let part = rest.get(..length).unwrap_or(rest);
        match vectors_of_pieces(embedder, part, embedding).await {
            Ok(vectors) => {
                answers.extend(vectors.into_iter().map(Ok));
                answers_others = true;
                length *= 2;
            }
            Err(ModelError::Refused(_) | ModelError::Malformed(_)) if part.len() > 1 => {
                length = part.len() / 2;
            }
            Err(error @ (ModelError::Refused(_) | ModelError::Malformed(_))) => {
                let other = [FIRST];
                if !answers_others
                    && vectors_of_pieces(embedder, &other, embedding)
                        .await
                        .is_err()
                {
                    return (answers, Err(error));
                }
                answers_others = true;
                answers.push(Err(error));
            }
            Err(error) => return (answers, Err(error)),
        }
    }
    (answers, Ok(()))
}

/// A running build with its state.
#[derive(Debug)]
pub struct Indexing<'e, B> {
    build: B,
    embedder: &'e dyn Embedder,
    cache: Option<VectorCache>,
    /// Documents with pieces that are not embedded yet.
    waiting: Vec<PendingDocument>,
    seen: BTreeSet<String>,
    built: Built,
}

#[derive(Debug)]
struct PendingDocument {
    path: String,
    sha256: String,
    pieces: Vec<EmbeddedChunk>,
    /// Indexes of the pieces that are not embedded yet.
    open: VecDeque<usize>,
}

impl PendingDocument {
    fn open(&self) -> impl Iterator<Item = &EmbeddedChunk> {
        let open = self.open.iter();
        open.filter_map(|number| self.pieces.get(*number))
    }
}

impl<'e, B: IndexBuild> Indexing<'e, B> {
    /// Continues a build. The embedder must be the one of its [`embedding`]. Vectors are stored in `cache` until they
    /// are in the index.
    pub fn new(build: B, embedder: &'e dyn Embedder, cache: Option<VectorCache>) -> Self {
        Self {
            build,
            embedder,
            cache,
            waiting: Vec::new(),
            seen: BTreeSet::new(),
            built: Built::default(),
        }
    }

    /// Adds or replaces a document; an unchanged one costs nothing. `false` where a document with the same path was
    /// added before, which stays.
    ///
    /// # Errors
    /// The index cannot be written, or the model failed.
    pub async fn put(&mut self, document: &Document) -> Result<bool, IndexingError> {
        if !self.seen.insert(document.path.clone()) {
            return Ok(false);
        }
        let sha256 = hash(document)?;
        if self.build.hash(&document.path) == Some(&sha256) {
            self.built.kept += 1;
            return Ok(true);
        }
        let pieces = chunks(document, self.build.size()).into_iter();
        let pieces = pieces.map(|chunk| EmbeddedChunk {
            vector: (self.cache.as_mut()).and_then(|own| own.vector(&chunk.searched())),
            chunk,
        });
        let pieces: Vec<EmbeddedChunk> = pieces.collect();
        let has_vectors = self.build.embedding().is_some();
        let open = pieces.iter().enumerate();
        let open = open.filter(|(_, own)| has_vectors && own.vector.is_none());
        self.built.written += 1;
        self.waiting.push(PendingDocument {
            path: document.path.clone(),
            sha256,
            open: open.map(|(number, _)| number).collect(),
            pieces,
        });
        self.write(self.embedder.batch().texts.get()).await?;
        Ok(true)
    }

    /// Embeds pieces while at least `least` are pending, and writes the documents whose pieces are all embedded.
    async fn write(&mut self, least: usize) -> Result<(), IndexingError> {
        if let Some(embedding) = self.build.embedding().cloned() {
            while self.waiting.iter().map(|own| own.open.len()).sum::<usize>() >= least {
                self.embed(&embedding).await?;
            }
        }
        for own in self.waiting.extract_if(.., |own| own.open.is_empty()) {
            let document = DocumentHash {
                path: &own.path,
                sha256: &own.sha256,
            };
            self.build.write(document, &own.pieces).await?;
        }
        Ok(())
    }

    async fn embed(&mut self, embedding: &Embedding) -> Result<(), IndexingError> {
        let open = self.waiting.iter().flat_map(PendingDocument::open);
        let open = open.take(self.embedder.batch().texts.get());
        let texts: Vec<String> = open.map(|own| own.chunk.searched()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (answers, ended) = answers(self.embedder, &texts, embedding).await;
        if let Some(cache) = &mut self.cache {
            let vectors = texts.iter().zip(&answers);
            cache.keep(vectors.filter_map(|(text, own)| Some((*text, own.as_ref().ok()?))))?;
        }
        let mut answers = answers.into_iter();
        for own in &mut self.waiting {
            while let Some(number) = own.open.front()
                && let Some(piece) = own.pieces.get_mut(*number)
                && let Some(answer) = answers.next()
            {
                own.open.pop_front();
                match answer {
                    Ok(vector) => piece.vector = Some(vector),
                    Err(error) => self.built.refuse(&piece.chunk.id, error),
                }
            }
        }
        ended.map_err(|error| {
            let piece = self.waiting.iter().flat_map(PendingDocument::open).next();
            IndexingError::Model {
                piece: piece.map_or_else(String::new, |own| own.chunk.id.clone()),
                error,
                kept: self.cache.as_ref().map_or(0, VectorCache::len),
            }
        })
    }

    /// Removes the documents that were not added, writes the rest, and publishes the generation.
    ///
    /// # Errors
    /// The index cannot be written; the old generation stays in use.
    pub async fn finish(mut self) -> Result<Built, IndexingError> {
        self.write(1).await?;
        let paths = self.build.paths();
        if self.seen.is_empty() && !paths.is_empty() {
            return Err(IndexingError::Nothing(paths.len()));
        }
        for path in paths.iter().filter(|path| !self.seen.contains(*path)) {
            self.build.remove(path).await?;
            self.built.removed += 1;
        }
        let generation = self.build.finish().await?;
        if let Some(cache) = self.cache {
            cache.remove();
        }
        Ok(Built {
            generation,
            ..self.built
        })
    }
}

fn hash(document: &Document) -> Result<String, IndexError> {
    let text = serde_json::to_vec(document);
    let text = text.map_err(|error| IndexError::Failed(error.to_string()))?;
    Ok(hexadecimal(&Sha256::digest(&text)))
}
