//! Documents → an index: cut into pieces, given vectors, written where they are new, taken out where they are gone.
//!
//! Pieces are sent in full batches, whichever documents they are of. A batch that the model refuses is halved until the pieces
//! are found that it refuses alone: these have no vector, and are found by their words.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::documents::Document;
use crate::documents::chunk::chunks;
use crate::ports::embedder::{Batch, Embedder, Purpose, Vector, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::text_index::build::{DocumentHash, EmbeddedChunk, Generation, IndexBuild};
use crate::ports::text_index::{Embedding, IndexError};
use crate::ports::vector_cache::VectorCache;

/// The text that is asked for before pieces are.
const FIRST: &str = "text";

/// The part of the time of a batch that the first text has: it tells whether somebody answers.
const FIRST_PART: u32 = 12;

/// Most pieces without a vector that are named.
const NAMED: usize = 100;

/// What a build did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Built {
    /// What is read from now on.
    #[serde(flatten)]
    pub generation: Generation,
    /// Documents that were new or another text.
    pub written: usize,
    /// Documents that were as before.
    pub kept: usize,
    /// Documents that were taken out.
    pub removed: usize,
    /// Pieces that the model refused: they are found by their words alone.
    pub without_vector: usize,
    /// The first of these, and why.
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
    /// There is no vector for a piece, nor for another text.
    #[error("no vector for `{piece}`: {error}; {kept} vectors are kept for the next build")]
    Model {
        /// The piece, the first of its batch.
        piece: String,
        /// Why.
        error: ModelError,
        /// Vectors that need not be asked for again.
        kept: usize,
    },
    /// Vectors cannot be kept.
    #[error("the vectors cannot be kept: {0}")]
    Cache(#[from] io::Error),
    /// There is no document, and there were some.
    #[error("there is no document, and the index has {0}: it stays as it is")]
    Nothing(usize),
}

/// The vectors that an embedder gives: one text is asked for, so that one who does not answer is known before anything is built.
///
/// # Errors
/// When it gives none.
pub async fn embedding<E: Embedder>(embedder: &E) -> Result<Option<Embedding>, ModelError> {
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

/// The vectors of some pieces, which are as long as those that are there.
pub(crate) async fn vectors_of_pieces<E: Embedder>(
    embedder: &E,
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

/// A vector of a text, or why the model refuses this text.
type Answer = Result<Vector, ModelError>;

/// The answers to some texts in their order; those to the first of them and an error where the model gives none to the next,
/// nor to any other.
async fn answers<E: Embedder>(
    embedder: &E,
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

/// A build and what goes into it.
#[derive(Debug)]
pub struct Indexing<'e, B, E> {
    build: B,
    embedder: &'e E,
    /// Vectors of a build that was interrupted, and those of this one.
    cache: Option<VectorCache>,
    /// Documents that have pieces without an answer.
    waiting: Vec<PendingDocument>,
    seen: BTreeSet<String>,
    built: Built,
}

/// A document whose pieces are not written yet.
#[derive(Debug)]
struct PendingDocument {
    path: String,
    sha256: String,
    pieces: Vec<EmbeddedChunk>,
    /// Numbers of the pieces that the model has not answered.
    open: VecDeque<usize>,
}

impl PendingDocument {
    fn open(&self) -> impl Iterator<Item = &EmbeddedChunk> {
        let open = self.open.iter();
        open.filter_map(|number| self.pieces.get(*number))
    }
}

impl<'e, B: IndexBuild, E: Embedder> Indexing<'e, B, E> {
    /// Goes on with a build; the embedder is that of its [`embedding`]. Vectors are kept in `cache` until they stand in the index.
    pub fn new(build: B, embedder: &'e E, cache: Option<VectorCache>) -> Self {
        Self {
            build,
            embedder,
            cache,
            waiting: Vec::new(),
            seen: BTreeSet::new(),
            built: Built::default(),
        }
    }

    /// Puts a document in, in place of the one with its path. One whose content is as before costs nothing. `false`: another
    /// with its path was put in already, which stays.
    ///
    /// # Errors
    /// When the index cannot be written, or the model gives no vectors.
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

    /// Asks for the vectors of pieces while there are so many without an answer, and writes the documents that have all of
    /// theirs.
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

    /// Asks for the vectors of a batch.
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

    /// Takes out what was not put in, writes everything, and lets readers have it.
    ///
    /// # Errors
    /// When the index cannot be written; the generation before stays in use.
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
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(&text) {
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(hash)
}
