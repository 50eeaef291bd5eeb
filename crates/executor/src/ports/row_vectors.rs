//! The port of vectors that lie beside a database: those of the rows of a type whose table has none.

#[cfg(feature = "retrieval")]
pub mod file;
#[cfg(feature = "retrieval")]
mod rows_of;

use std::fmt::Debug;

use super::embedder::Vector;
use super::text_index::Embedding;

#[cfg(feature = "retrieval")]
pub use rows_of::RowsOf;

/// Why vectors cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowVectorsError {
    /// The file cannot be read.
    #[error("the vectors of rows cannot be read: {0}")]
    Unreachable(String),
    /// It is no such file, it is not whole, or it was made of other rows or by another model.
    #[error("the vectors of rows do not fit: {0}")]
    Unfit(String),
    /// The file cannot be written.
    #[error("the vectors of rows cannot be written: {0}")]
    Failed(String),
}

/// The vectors of the rows of a type.
pub trait RowVectors: Debug + Sync {
    /// The type.
    fn type_name(&self) -> &str;

    /// Paths of the texts of a row that its vector is of.
    fn fields(&self) -> &[String];

    /// What they are.
    fn embedding(&self) -> &Embedding;

    /// The cosine of the vector of a row, which its key names, and another one; `None`: the row has none.
    fn cosine(&self, key: &str, vector: &Vector) -> Option<f32>;

    /// Whether the vector of a row is of these texts; `false`: they were changed since, or the row has none.
    fn is_of(&self, key: &str, text: &str) -> bool;
}
