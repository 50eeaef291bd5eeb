//! The ports of all lanes, chosen by the host.

use super::database::{Database, NoDatabase};
use super::one_c::{NoOneC, OneCConnector};
use super::row_vectors::RowVectors;
use super::texts::Texts;

/// The ports of the lanes. A lane that no domain of the host uses has a port that always fails.
#[derive(Debug, Clone, Copy)]
pub struct Ports<'p> {
    /// The server of the address lane.
    pub one_c: &'p dyn OneCConnector,
    /// The database of the structured lane.
    pub database: &'p dyn Database,
    /// The index and the models of the retrieval lane. The structured lane uses its embedder for the vector of a
    /// question.
    pub texts: Texts<'p>,
    /// Row vectors outside of the database of the structured lane, one for each type.
    pub row_vectors: &'p [Box<dyn RowVectors>],
}

impl<'p> Ports<'p> {
    /// No ports.
    pub const NONE: Self = Self {
        one_c: &NoOneC,
        database: &NoDatabase,
        texts: Texts::NONE,
        row_vectors: &[],
    };

    /// The server of the address lane alone.
    #[must_use]
    pub const fn one_c(one_c: &'p dyn OneCConnector) -> Self {
        Self {
            one_c,
            ..Self::NONE
        }
    }

    /// The database of the structured lane alone.
    #[must_use]
    pub const fn database(database: &'p dyn Database) -> Self {
        Self {
            database,
            ..Self::NONE
        }
    }

    /// The texts of the retrieval lane alone.
    #[must_use]
    pub const fn texts(texts: Texts<'p>) -> Self {
        Self {
            texts,
            ..Self::NONE
        }
    }
}
