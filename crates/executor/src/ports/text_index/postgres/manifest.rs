//! What an index is made of, as one row of it says.

use serde::{Deserialize, Serialize};

use crate::analysis::{self, Chinese};
use crate::documents::chunk::ChunkSize;
use crate::ports::text_index::build::NewIndex;
use crate::ports::text_index::rules::misfit;
use crate::ports::text_index::{Embedding, IndexError};

/// The version of the tables.
const FORMAT: u32 = 3;

/// What an index is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The rules that words are made by.
    analysis: u32,
    /// What its Chinese words are.
    #[serde(default)]
    pub(super) chinese: Chinese,
    pub(super) size: ChunkSize,
    /// The vectors of its pieces.
    pub(super) embedding: Option<Embedding>,
    pub(super) generation: u64,
}

impl Manifest {
    /// That of the first generation.
    pub(super) fn first(new: NewIndex) -> Self {
        Self {
            format: FORMAT,
            analysis: analysis::VERSION,
            chinese: new.chinese,
            size: new.size,
            embedding: new.embedding,
            generation: 1,
        }
    }

    /// From its JSON.
    pub(super) fn read(json: &str) -> Result<Self, IndexError> {
        let manifest = serde_json::from_str(json);
        manifest.map_err(|error| IndexError::Unfit(format!("its manifest cannot be read: {error}")))
    }

    /// Why its index cannot be read by this program.
    pub(super) fn misfit(&self) -> Option<String> {
        misfit((self.format, FORMAT), self.analysis)
    }

    /// Whether the pieces of one can stand in the index of another.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let made_by = (self.format, self.analysis, self.chinese, self.size);
        made_by == (other.format, other.analysis, other.chinese, other.size)
            && Embedding::are_alike(self.embedding.as_ref(), other.embedding.as_ref())
    }

    /// Whether the table of one has the columns of that of another.
    pub(super) fn has_table_of(&self, other: &Self) -> bool {
        (self.format, self.dimension()) == (other.format, other.dimension())
    }

    /// How many numbers a vector has; `None`: there are none.
    pub(super) fn dimension(&self) -> Option<usize> {
        self.embedding.as_ref().map(|own| own.dimension)
    }
}
