//! The ports of text search: an index, an embedder and a reranker.

use super::embedder::NoEmbedder;
use super::reranker::NoReranker;
use super::text_index::NoIndex;

/// An index with its models.
#[derive(Debug)]
pub struct Texts<'p, X, E = NoEmbedder, R = NoReranker> {
    /// The index.
    pub index: &'p X,
    /// The embedder of questions; unused for an index without vectors.
    pub embedder: &'p E,
    /// The reranker of the best texts.
    pub reranker: &'p R,
}

impl<X, E, R> Clone for Texts<'_, X, E, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<X, E, R> Copy for Texts<'_, X, E, R> {}

impl<'p, X> Texts<'p, X> {
    /// An index without models.
    #[must_use]
    pub const fn of(index: &'p X) -> Self {
        Self {
            index,
            embedder: &NoEmbedder,
            reranker: &NoReranker,
        }
    }
}

impl Texts<'_, NoIndex> {
    /// No texts.
    pub const NONE: Self = Self::of(&NoIndex);
}
