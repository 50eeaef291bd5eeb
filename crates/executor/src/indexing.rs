//! Documents → an index: cut into pieces, given vectors, written where they are new, taken out where they are gone.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::documents::Document;
use crate::documents::chunk::chunks;
use crate::ports::embedder::{Embedder, Purpose, Vector, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::text_index::build::{EmbeddedChunk, Generation, Hashed, IndexBuild};
use crate::ports::text_index::{Embedding, IndexError};

/// Pieces that are given vectors at once.
pub(crate) const BATCH: usize = 64;

/// Longest time for the first text, which tells whether somebody answers.
const FIRST_TIME: Duration = Duration::from_secs(10);

/// Longest time for the vectors of a batch, with all that is tried again.
const EMBEDDING_TIME: Duration = Duration::from_secs(120);

/// What a build did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
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
}

/// Why a build ended without a new generation.
#[derive(Debug, thiserror::Error)]
pub enum IndexingError {
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There is no vector for a piece.
    #[error(transparent)]
    Model(#[from] ModelError),
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
    let first = vectors(embedder, &["text"], Purpose::Piece, FIRST_TIME).await?;
    let dimension = first.first().map_or(0, |first| first.numbers().len());
    Ok(Some(Embedding {
        model: model.to_owned(),
        dimension,
        prefix: embedder.piece_prefix().to_owned(),
    }))
}

/// The vectors of some pieces, which are as long as those that are there.
pub(crate) async fn vectors_of_pieces<E: Embedder>(
    embedder: &E,
    texts: &[&str],
    embedding: &Embedding,
) -> Result<Vec<Vector>, ModelError> {
    let vectors = vectors(embedder, texts, Purpose::Piece, EMBEDDING_TIME).await?;
    let (wanted, found) = (embedding.dimension, vectors.first());
    match found.map(|own| own.numbers().len()) {
        Some(found) if found != wanted => Err(ModelError::Malformed(format!(
            "its vectors have {found} numbers, and {wanted} are wanted"
        ))),
        _ => Ok(vectors),
    }
}

/// A build and what goes into it.
#[derive(Debug)]
pub struct Indexing<'e, B, E> {
    build: B,
    embedder: &'e E,
    /// Documents whose pieces wait for their vectors.
    waiting: Vec<Waiting>,
    seen: BTreeSet<String>,
    built: Built,
}

/// A document whose pieces are not written yet.
#[derive(Debug)]
struct Waiting {
    path: String,
    sha256: String,
    pieces: Vec<EmbeddedChunk>,
}

impl<'e, B: IndexBuild, E: Embedder> Indexing<'e, B, E> {
    /// Goes on with a build; the embedder is that of its [`embedding`].
    pub const fn new(build: B, embedder: &'e E) -> Self {
        Self {
            build,
            embedder,
            waiting: Vec::new(),
            seen: BTreeSet::new(),
            built: Built {
                generation: Generation {
                    generation: 0,
                    documents: 0,
                    pieces: 0,
                },
                written: 0,
                kept: 0,
                removed: 0,
            },
        }
    }

    /// Puts a document in, in place of the one with its path. One whose content is as before costs nothing. `false`: another
    /// with its path was put in already, which stays.
    ///
    /// # Errors
    /// When the index cannot be written, or there is no vector for a piece.
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
            chunk,
            vector: None,
        });
        self.waiting.push(Waiting {
            path: document.path.clone(),
            sha256,
            pieces: pieces.collect(),
        });
        self.built.written += 1;
        let waiting: usize = self.waiting.iter().map(|own| own.pieces.len()).sum();
        if self.build.embedding().is_none() || waiting >= BATCH {
            self.write().await?;
        }
        Ok(true)
    }

    /// Writes what waits.
    async fn write(&mut self) -> Result<(), IndexingError> {
        if let Some(embedding) = self.build.embedding().cloned() {
            self.embed(&embedding).await?;
        }
        for Waiting {
            path,
            sha256,
            pieces,
        } in std::mem::take(&mut self.waiting)
        {
            let document = Hashed {
                path: &path,
                sha256: &sha256,
            };
            self.build.write(document, &pieces).await?;
        }
        Ok(())
    }

    async fn embed(&mut self, embedding: &Embedding) -> Result<(), ModelError> {
        let pieces = self.waiting.iter_mut().flat_map(|own| &mut own.pieces);
        let mut pieces: Vec<&mut EmbeddedChunk> = pieces.collect();
        for batch in pieces.chunks_mut(BATCH) {
            let texts: Vec<String> = batch.iter().map(|own| own.chunk.searched()).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let vectors = vectors_of_pieces(self.embedder, &texts, embedding).await?;
            for (piece, vector) in batch.iter_mut().zip(vectors) {
                piece.vector = Some(vector);
            }
        }
        Ok(())
    }

    /// Takes out what was not put in, writes everything, and lets readers have it.
    ///
    /// # Errors
    /// When the index cannot be written; the generation before stays in use.
    pub async fn finish(mut self) -> Result<Built, IndexingError> {
        self.write().await?;
        let paths = self.build.paths();
        if self.seen.is_empty() && !paths.is_empty() {
            return Err(IndexingError::Nothing(paths.len()));
        }
        for path in paths.iter().filter(|path| !self.seen.contains(*path)) {
            self.build.remove(path).await?;
            self.built.removed += 1;
        }
        Ok(Built {
            generation: self.build.finish().await?,
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
