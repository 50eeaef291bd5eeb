//! The ports of all lanes, chosen by the host.

use super::database::{Database, NoDatabase};
use super::embedder::{Embedder, NoEmbedder};
use super::one_c::{NoOneC, OneCConnector};
use super::reranker::{NoReranker, Reranker};
use super::row_vectors::RowVectors;
use super::text_index::{NoIndex, TextIndex};
use super::texts::Texts;

/// The ports of the lanes. A lane that no domain of the host uses has a port that always fails.
#[derive(Debug, Clone, Copy)]
pub struct Ports<'p, C, D = NoDatabase, X = NoIndex, E = NoEmbedder, R = NoReranker> {
    /// The server of the address lane.
    pub one_c: &'p C,
    /// The database of the structured lane.
    pub database: &'p D,
    /// The index and the models of the retrieval lane. The structured lane uses its embedder for the vector of a
    /// question.
    pub texts: Texts<'p, X, E, R>,
    /// Row vectors outside of the database of the structured lane, one for each type.
    pub row_vectors: &'p [Box<dyn RowVectors>],
}

/// A set of ports of any types.
pub trait PortSet {
    /// The type of the server.
    type OneC: OneCConnector;
    /// The type of the database.
    type Database: Database;
    /// The type of the index.
    type Index: TextIndex;
    /// The type of the embedder.
    type Embedder: Embedder;
    /// The type of the reranker.
    type Reranker: Reranker;

    /// The server.
    fn one_c(&self) -> &Self::OneC;
    /// The database.
    fn database(&self) -> &Self::Database;
    /// The texts.
    fn texts(&self) -> Texts<'_, Self::Index, Self::Embedder, Self::Reranker>;
    /// Row vectors outside of the database.
    fn row_vectors(&self) -> &[Box<dyn RowVectors>];
}

impl<C, D, X, E, R> PortSet for Ports<'_, C, D, X, E, R>
where
    C: OneCConnector,
    D: Database,
    X: TextIndex,
    E: Embedder,
    R: Reranker,
{
    type OneC = C;
    type Database = D;
    type Index = X;
    type Embedder = E;
    type Reranker = R;

    fn one_c(&self) -> &C {
        self.one_c
    }

    fn database(&self) -> &D {
        self.database
    }

    fn texts(&self) -> Texts<'_, X, E, R> {
        self.texts
    }

    fn row_vectors(&self) -> &[Box<dyn RowVectors>] {
        self.row_vectors
    }
}

impl<'p, C> Ports<'p, C> {
    /// The server of the address lane alone.
    #[must_use]
    pub const fn one_c(one_c: &'p C) -> Self {
        Self {
            one_c,
            database: &NoDatabase,
            texts: Texts::NONE,
            row_vectors: &[],
        }
    }
}

impl<'p, D> Ports<'p, NoOneC, D> {
    /// The database of the structured lane alone.
    #[must_use]
    pub const fn database(database: &'p D) -> Self {
        Self {
            one_c: &NoOneC,
            database,
            texts: Texts::NONE,
            row_vectors: &[],
        }
    }
}

impl<'p, X, E, R> Ports<'p, NoOneC, NoDatabase, X, E, R> {
    /// The texts of the retrieval lane alone.
    #[must_use]
    pub const fn texts(texts: Texts<'p, X, E, R>) -> Self {
        Self {
            one_c: &NoOneC,
            database: &NoDatabase,
            texts,
            row_vectors: &[],
        }
    }
}
