//! Building an index. Each build is atomic.

use serde::Serialize;

use super::{Embedding, IndexError};
use crate::analysis::Chinese;
use crate::documents::Chunk;
use crate::documents::chunk::ChunkSize;
use crate::ports::embedder::Vector;

/// The parameters of a build.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewIndex {
    /// Size of the pieces. An index with another size is rebuilt.
    pub size: ChunkSize,
    /// Segmentation of Chinese words. An index with another one is rebuilt.
    pub chinese: Chinese,
    /// The model of the pieces' vectors; `None`: no vectors.
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

/// A build of an index's next generation. Readers use the old generation until the build ends, and then the new one. A
/// dropped build changes nothing.
pub trait IndexBuild: Send {
    /// Size of the pieces.
    fn size(&self) -> ChunkSize;

    /// The model of the pieces' vectors; `None`: no vectors.
    fn embedding(&self) -> Option<&Embedding>;

    /// The hash of an indexed document; `None` where it is not in the index.
    fn hash(&self, path: &str) -> Option<&str>;

    /// The paths of the indexed documents.
    fn paths(&self) -> Vec<String>;

    /// Writes the pieces of a document and replaces those of its earlier version.
    fn write(
        &mut self,
        document: DocumentHash<'_>,
        pieces: &[EmbeddedChunk],
    ) -> impl Future<Output = Result<(), IndexError>> + Send;

    /// Removes the pieces of a document.
    fn remove(&mut self, path: &str) -> impl Future<Output = Result<(), IndexError>> + Send;

    /// Publishes the generation to readers.
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

/// A piece with its vector, if its index has vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedChunk {
    /// The piece.
    pub chunk: Chunk,
    /// Its vector.
    pub vector: Option<Vector>,
}

/// The published generation of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Generation {
    /// Its number.
    pub generation: u64,
    /// Number of its documents.
    pub documents: usize,
    /// Number of its pieces.
    pub pieces: usize,
}
