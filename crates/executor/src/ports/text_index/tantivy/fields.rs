//! The fields of the index: searched words, compared values, and the stored piece.

use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{PreTokenizedString, Token};

use super::vectors::VectorPlace;
use crate::analysis::Analyser;
use crate::documents::Chunk;
use crate::ports::text_index::{IndexError, MetadataField};

pub(super) const VECTOR: &str = "vector";

#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    /// Words of the text, the title and the headings.
    pub(super) text: Field,
    pub(super) headings: Field,
    metadata: [Field; MetadataField::ALL.len()],
    /// The path of the document, unchanged.
    pub(super) document: Field,
    piece: Field,
    vector: Field,
}

impl Fields {
    pub(super) fn schema() -> Schema {
        let mut schema = Schema::builder();
        let words = TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_index_option(IndexRecordOption::WithFreqs);
        let words = TextOptions::default().set_indexing_options(words);
        schema.add_text_field("words", words.clone());
        schema.add_text_field("headings", words);
        for field in MetadataField::ALL {
            schema.add_text_field(field.name(), STRING);
        }
        schema.add_text_field("document", STRING);
        schema.add_text_field("piece", STORED);
        schema.add_u64_field(VECTOR, FAST);
        schema.build()
    }

    pub(super) fn of(schema: &Schema) -> Result<Self, IndexError> {
        let field = |name: &str| {
            let found = schema.get_field(name);
            found.map_err(|error| IndexError::Unfit(error.to_string()))
        };
        let mut metadata = [Field::from_field_id(0); MetadataField::ALL.len()];
        for (own, of) in metadata.iter_mut().zip(MetadataField::ALL) {
            *own = field(of.name())?;
        }
        Ok(Self {
            text: field("words")?,
            headings: field("headings")?,
            metadata,
            document: field("document")?,
            piece: field("piece")?,
            vector: field(VECTOR)?,
        })
    }

    pub(super) fn of_metadata(&self, field: MetadataField) -> Field {
        let all = MetadataField::ALL.iter().zip(self.metadata);
        let own = all.into_iter().find(|(own, _)| **own == field);
        own.map_or(self.piece, |(_, own)| own)
    }

    pub(super) fn document(
        &self,
        chunk: &Chunk,
        vector: Option<VectorPlace>,
        analyser: &Analyser,
    ) -> Result<TantivyDocument, IndexError> {
        let mut document = TantivyDocument::default();
        document.add_pre_tokenized_text(self.text, words(&chunk.searched(), analyser));
        document.add_pre_tokenized_text(self.headings, words(&chunk.called(), analyser));
        for (field, own) in MetadataField::ALL.iter().zip(self.metadata) {
            for term in field.terms(&chunk.document, &chunk.metadata) {
                document.add_text(own, term);
            }
        }
        document.add_text(self.document, &chunk.document);
        let kept = serde_json::to_string(chunk);
        document.add_text(
            self.piece,
            kept.map_err(|error| IndexError::Failed(error.to_string()))?,
        );
        if let Some(place) = vector {
            document.add_u64(self.vector, place.number());
        }
        Ok(document)
    }

    pub(super) fn chunk(&self, document: &TantivyDocument) -> Result<Chunk, IndexError> {
        let kept = document.get_first(self.piece);
        let kept = kept.and_then(|kept| kept.as_str()).unwrap_or_default();
        serde_json::from_str(kept)
            .map_err(|error| IndexError::Unfit(format!("a piece cannot be read: {error}")))
    }
}

/// The words of a text; the text itself is stored once, in the piece.
fn words(text: &str, analyser: &Analyser) -> PreTokenizedString {
    let words = analyser.words(text).into_iter().enumerate();
    let tokens = words.map(|(position, word)| Token {
        offset_from: word.at.start,
        offset_to: word.at.end,
        position,
        text: word.stem,
        position_length: 1,
    });
    PreTokenizedString {
        text: String::new(),
        tokens: tokens.collect(),
    }
}
