//! Writing an index: one build after another, each all or nothing.

use serde::Serialize;

use super::{Embedding, IndexError};
use crate::analysis::Chinese;
use crate::documents::Chunk;
use crate::documents::chunk::ChunkSize;
use crate::ports::embedder::Vector;

/// What a build makes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewIndex {
    /// How long its pieces are. An index of others is made anew.
    pub size: ChunkSize,
    /// What its Chinese words are. An index of others is made anew.
    pub chinese: Chinese,
    /// The vectors that its pieces have; `None`: they have none.
    pub embedding: Option<Embedding>,
}

impl From<Option<Embedding>> for NewIndex {
    fn from(embedding: Option<Embedding>) -> Self {
        Self {
            embedding,
            ..Self::default()
        }
    }
}

/// A build of the next generation of an index. Readers have what the generation before had until it ends, and all of the
/// next one from then on. One that is dropped has changed nothing.
pub trait IndexBuild: Send {
    /// How long its pieces are.
    fn size(&self) -> ChunkSize;

    /// The vectors that its pieces have; `None`: they have none.
    fn embedding(&self) -> Option<&Embedding>;

    /// The hash of a document as it stands in the index; `None`: it is not there.
    fn hash(&self, path: &str) -> Option<&str>;

    /// The paths of the documents that stand in the index.
    fn paths(&self) -> Vec<String>;

    /// Writes the pieces of a document, in place of those of the one with its path.
    fn write(
        &mut self,
        document: DocumentHash<'_>,
        pieces: &[EmbeddedChunk],
    ) -> impl Future<Output = Result<(), IndexError>> + Send;

    /// Takes the pieces of a document out.
    fn remove(&mut self, path: &str) -> impl Future<Output = Result<(), IndexError>> + Send;

    /// Lets readers have it.
    fn finish(self) -> impl Future<Output = Result<Generation, IndexError>> + Send;
}

/// A document by its path and the hash of its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentHash<'d> {
    /// Its path.
    pub path: &'d str,
    /// The hash of its content.
    pub sha256: &'d str,
}

/// A piece with its vector, where the pieces of its index have vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedChunk {
    /// The piece.
    pub chunk: Chunk,
    /// Its vector.
    pub vector: Option<Vector>,
}

/// What readers have when a build has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Generation {
    /// Its number.
    pub generation: u64,
    /// Its documents.
    pub documents: usize,
    /// Their pieces.
    pub pieces: usize,
}
