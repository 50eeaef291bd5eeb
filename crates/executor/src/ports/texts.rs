//! The ports of text search: an index, an embedder and a reranker.

use super::embedder::{Embedder, NoEmbedder};
use super::reranker::{NoReranker, Reranker};
use super::text_index::{NoIndex, TextIndex};

/// An index with its models.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'p> {
    /// The index.
    pub index: &'p dyn TextIndex,
    /// The embedder of questions; unused for an index without vectors.
    pub embedder: &'p dyn Embedder,
    /// The reranker of the best texts.
    pub reranker: &'p dyn Reranker,
}

impl<'p> Texts<'p> {
    /// No texts.
    pub const NONE: Self = Self::of(&NoIndex);

    /// An index without models.
    #[must_use]
    pub const fn of(index: &'p dyn TextIndex) -> Self {
        Self {
            index,
            embedder: &NoEmbedder,
            reranker: &NoReranker,
        }
    }
}
