//! The ports of texts: an index, and the models that are asked beside it.

use super::embedder::NoEmbedder;
use super::reranker::NoReranker;
use super::text_index::NoIndex;

/// An index and the models beside it.
#[derive(Debug)]
pub struct Texts<'p, X, E = NoEmbedder, R = NoReranker> {
    /// The index.
    pub index: &'p X,
    /// What gives a question its vector. An index without vectors asks it nothing.
    pub embedder: &'p E,
    /// What reads the best texts again.
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
