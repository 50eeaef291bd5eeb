//! What the rows of a search are ranked by. The column that says how well a row fits tells it by its name.

use crate::response::Response;

/// What rows are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// Words: how often and how rare they are, a number that is comparable within one answer alone.
    Words,
    /// Vectors: a cosine, from -1 to 1.
    Vectors,
}

impl Ranking {
    /// Every member.
    pub const ALL: [Self; 2] = [Self::Words, Self::Vectors];

    /// What the rows of an answer are ranked by; `None`: they are no result of a search.
    #[must_use]
    pub fn of(response: &Response) -> Option<Self> {
        let first = response.rows.first()?;
        Self::ALL
            .into_iter()
            .find(|own| first.get(own.column()).is_some())
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Vectors => "vectors",
        }
    }

    /// The column that says how well a row fits.
    #[must_use]
    pub const fn column(self) -> &'static str {
        match self {
            Self::Words => "score",
            Self::Vectors => "similarity",
        }
    }
}
