//! Indexes of some documents, and a PostgreSQL server for them.

use std::path::Path;

use cmec_executor::documents::chunk::{ChunkSize, chunks};
use cmec_executor::documents::{Chunk, Document};
use cmec_executor::indexing::{Built, Indexing, IndexingError};
use cmec_executor::ports::embedder::{NoEmbedder, Vector};
use cmec_executor::ports::text_index::build::{DocumentHash, EmbeddedChunk, IndexBuild};
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::text_index::postgres::PostgresIndex;
use cmec_executor::ports::text_index::postgres::build::PostgresBuild;
use cmec_executor::ports::text_index::tantivy::TantivyIndex;
use cmec_executor::ports::text_index::tantivy::build::Build;
use cmec_executor::ports::text_index::tantivy::store;
use cmec_executor::ports::text_index::{Embedding, IndexError, TextIndex, TextQuery};

use crate::server::Server;

/// A server with the extension.
pub(crate) struct Pg {
    pub(crate) server: Server,
    url: String,
}

impl Pg {
    /// `None`, with a word, where none can be had.
    pub(crate) fn start() -> Option<Self> {
        let server = Server::start()?;
        Some(Self {
            url: server.url(),
            server,
        })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) async fn open(&self) -> Result<PostgresIndex, IndexError> {
        PostgresIndex::open(self.url()).await
    }
}

/// The vectors of a made-up model.
pub(crate) fn embedding(dimension: usize) -> Embedding {
    Embedding {
        model: "made-up".to_owned(),
        dimension,
        ..Embedding::default()
    }
}

pub(crate) fn vector(numbers: Vec<f32>) -> Vector {
    Vector::of(numbers).unwrap()
}

/// The pieces of some documents, with their vectors where they have some.
pub(crate) struct Pieces {
    embedding: Option<Embedding>,
    of_documents: Vec<Vec<EmbeddedChunk>>,
}

impl Pieces {
    pub(crate) fn of(documents: &[Document]) -> Self {
        let pieces = documents.iter().map(|document| {
            let pieces = chunks(document, ChunkSize::default()).into_iter();
            let pieces = pieces.map(|chunk| EmbeddedChunk {
                chunk,
                vector: None,
            });
            pieces.collect()
        });
        Self {
            embedding: None,
            of_documents: pieces.collect(),
        }
    }

    /// Gives the pieces their vectors.
    pub(crate) fn embed(&mut self, embedding: Embedding, vectors: Vec<Vec<f32>>) {
        self.embedding = Some(embedding);
        let mut vectors = vectors.into_iter().cycle();
        for piece in self.of_documents.iter_mut().flatten() {
            piece.vector = vectors.next().map(vector);
        }
    }

    pub(crate) fn vector(&self, chunk: &Chunk) -> Option<&Vector> {
        let mut pieces = self.of_documents.iter().flatten();
        let piece = pieces.find(|piece| piece.chunk.id == chunk.id);
        piece.and_then(|piece| piece.vector.as_ref())
    }

    pub(crate) fn in_memory(&self) -> Memory {
        Memory::with_vectors(self.of_documents.concat(), self.embedding.clone())
    }

    pub(crate) async fn write(&self, build: &mut impl IndexBuild) -> Result<(), IndexError> {
        for pieces in self.of_documents.iter().filter(|own| !own.is_empty()) {
            let document = DocumentHash {
                path: &pieces[0].chunk.document,
                sha256: "0",
            };
            build.write(document, pieces).await?;
        }
        Ok(())
    }

    pub(crate) async fn in_postgres(&self, url: &str, anew: bool) {
        let build = PostgresBuild::begin(url, anew, self.embedding.clone()).await;
        let mut build = build.unwrap();
        self.write(&mut build).await.unwrap();
        build.finish().await.unwrap();
    }
}

pub(crate) async fn in_folder(pieces: &Pieces, folder: &Path) -> TantivyIndex {
    let mut build = Build::begin(folder, true, pieces.embedding.clone()).unwrap();
    pieces.write(&mut build).await.unwrap();
    build.finish().await.unwrap();
    store::open(folder).unwrap()
}

/// Builds the index of some documents.
pub(crate) async fn built(
    build: impl IndexBuild,
    documents: &[Document],
) -> Result<Built, IndexingError> {
    let mut indexing = Indexing::new(build, &NoEmbedder, None);
    for document in documents {
        indexing.put(document).await?;
    }
    indexing.finish().await
}

/// A question by words alone.
pub(crate) fn words(words: &[&str]) -> TextQuery {
    TextQuery {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        predicates: Vec::new(),
        seen: 0,
        preferred: Vec::new(),
        limit: 100,
    }
}

/// The documents that an index finds, the best first.
pub(crate) async fn found(
    index: &impl TextIndex,
    query: &TextQuery,
) -> Result<Vec<String>, IndexError> {
    let found = index.search(query, super::engines::WITHIN).await?;
    let documents = found.hits.iter().map(|hit| hit.chunk.document.clone());
    Ok(documents.collect())
}
