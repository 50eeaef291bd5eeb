//! The manifest of an index, stored as one row.

use serde::{Deserialize, Serialize};

use crate::analysis::{self, Chinese};
use crate::documents::chunk::ChunkSize;
use crate::ports::text_index::build::NewIndex;
use crate::ports::text_index::rules::misfit;
use crate::ports::text_index::{Embedding, IndexError};

const FORMAT: u32 = 3;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// Version of the word analysis.
    analysis: u32,
    #[serde(default)]
    pub(super) chinese: Chinese,
    pub(super) size: ChunkSize,
    /// The model of the vectors.
    pub(super) embedding: Option<Embedding>,
    pub(super) generation: u64,
}

impl Manifest {
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

    pub(super) fn read(json: &str) -> Result<Self, IndexError> {
        let manifest = serde_json::from_str(json);
        manifest.map_err(|error| IndexError::Unfit(format!("its manifest cannot be read: {error}")))
    }

    /// Why this program cannot read the index, if so.
    pub(super) fn misfit(&self) -> Option<String> {
        misfit((self.format, FORMAT), self.analysis)
    }

    /// True where pieces of one index can be in the other.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let made_by = (self.format, self.analysis, self.chinese, self.size);
        made_by == (other.format, other.analysis, other.chinese, other.size)
            && Embedding::are_alike(self.embedding.as_ref(), other.embedding.as_ref())
    }

    /// True where the piece tables of both have the same columns.
    pub(super) fn has_table_of(&self, other: &Self) -> bool {
        (self.format, self.dimension()) == (other.format, other.dimension())
    }

    pub(super) fn dimension(&self) -> Option<usize> {
        self.embedding.as_ref().map(|own| own.dimension)
    }
}
