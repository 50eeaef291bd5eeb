//! The port of row vectors outside of a database, for tables without a vector column.

#[cfg(feature = "run")]
pub mod file;
#[cfg(feature = "run")]
mod rows_of;

use std::fmt::Debug;

use super::embedder::Vector;
use super::text_index::Embedding;

#[cfg(feature = "run")]
pub use rows_of::RowsOf;

/// Why row vectors cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowVectorsError {
    /// The file cannot be read.
    #[error("the vectors of rows cannot be read: {0}")]
    Unreachable(String),
    /// The file is of another kind, incomplete, or made from other rows or by another model.
    #[error("the vectors of rows do not fit: {0}")]
    Unfit(String),
    /// The file cannot be written.
    #[error("the vectors of rows cannot be written: {0}")]
    Failed(String),
}

/// The row vectors of a type.
pub trait RowVectors: Debug + Sync {
    /// The type.
    fn type_name(&self) -> &str;

    /// Paths of the text fields that a vector is made of.
    fn fields(&self) -> &[String];

    /// The model and dimension of the vectors.
    fn embedding(&self) -> &Embedding;

    /// The cosine of a row's vector with another one, by the row's key; `None` where the row has none.
    fn cosine(&self, key: &str, vector: &Vector) -> Option<f32>;

    /// True where a row's vector was made of these texts; `false` where they have changed or the row has none.
    fn is_of(&self, key: &str, text: &str) -> bool;
}
