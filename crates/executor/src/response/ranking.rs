//! The ranking of search rows, which the name of the score column identifies.

use crate::response::Response;

/// The score that rows are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// A score by words, from their frequency and rarity; comparable within one answer only.
    Words,
    /// A score by vectors: a cosine, from -1 to 1.
    Vectors,
}

impl Ranking {
    /// Every member.
    pub const ALL: [Self; 2] = [Self::Words, Self::Vectors];

    /// The ranking of an answer; `None` for answers without a search.
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

    /// The column with the score.
    #[must_use]
    pub const fn column(self) -> &'static str {
        match self {
            Self::Words => "score",
            Self::Vectors => "similarity",
        }
    }
}
