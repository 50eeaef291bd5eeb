//! Writes pieces into an index.

use tantivy::schema::Term;
use tantivy::{Index, IndexWriter};

use super::TantivyIndex;
use super::fields::Fields;
use super::vectors::VectorPlace;
use crate::analysis::{Analyser, Chinese};
use crate::documents::Chunk;
use crate::ports::text_index::IndexError;

/// Memory budget of a writer, in bytes; a full one flushes a segment.
const MEMORY: usize = 64 << 20;

/// Writes an index.
pub struct Writer {
    index: Index,
    writer: IndexWriter,
    fields: Fields,
    analyser: Analyser,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Writer")
    }
}

impl Writer {
    /// A writer of an index in memory, with a segmentation of Chinese words.
    ///
    /// # Errors
    /// The index cannot be created.
    pub fn in_memory(chinese: Chinese) -> Result<Self, IndexError> {
        let index = Index::create_in_ram(Fields::schema());
        let writer = index.writer_with_num_threads(1, MEMORY / 4)?;
        Self::of(index, writer, chinese)
    }

    pub(super) fn of_index(index: Index, chinese: Chinese) -> Result<Self, IndexError> {
        let writer = index.writer(MEMORY)?;
        Self::of(index, writer, chinese)
    }

    fn of(index: Index, writer: IndexWriter, chinese: Chinese) -> Result<Self, IndexError> {
        Ok(Self {
            fields: Fields::of(&index.schema())?,
            analyser: Analyser::new(chinese),
            index,
            writer,
        })
    }

    /// Adds a piece without a vector.
    ///
    /// # Errors
    /// The writer has failed.
    pub fn add(&mut self, chunk: &Chunk) -> Result<(), IndexError> {
        self.add_with(chunk, None)
    }

    /// Adds a piece with the position of its vector, if any.
    pub(super) fn add_with(
        &mut self,
        chunk: &Chunk,
        vector: Option<VectorPlace>,
    ) -> Result<(), IndexError> {
        let document = self.fields.document(chunk, vector, &self.analyser)?;
        self.writer.add_document(document)?;
        Ok(())
    }

    /// Removes the pieces of a document.
    pub fn remove(&mut self, path: &str) {
        let term = Term::from_field_text(self.fields.document, path);
        self.writer.delete_term(term);
    }

    /// Commits the pieces and waits for it.
    ///
    /// # Errors
    /// The index cannot be written.
    pub fn finish(mut self) -> Result<TantivyIndex, IndexError> {
        self.writer.commit()?;
        self.writer.wait_merging_threads()?;
        TantivyIndex::of(&self.index, None, self.analyser.chinese())
    }
}
