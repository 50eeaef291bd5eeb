//! The text index: predicates mean the same on every engine, a build is all or nothing, and an answer says why it is empty.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod answers;
mod engines;
mod generations;
mod seed;
mod xquad;

use cmec_executor::documents::chunk::{ChunkSize, chunks};
use cmec_executor::documents::{Chunk, Document, Metadata, Section};
use cmec_executor::ports::text_index::tantivy::TantivyIndex;
use cmec_executor::ports::text_index::tantivy::writer::Writer;

/// A document of one section.
fn document(path: &str, text: &str, metadata: Metadata) -> Document {
    Document {
        path: path.to_owned(),
        title: path.to_owned(),
        metadata,
        sections: vec![Section {
            headings: Vec::new(),
            text: text.to_owned(),
        }],
    }
}

fn of_type(document_type: &str) -> Metadata {
    Metadata {
        document_type: document_type.to_owned(),
        ..Metadata::default()
    }
}

fn pieces(documents: &[Document]) -> Vec<Chunk> {
    let all = documents.iter();
    all.flat_map(|own| chunks(own, ChunkSize::default()))
        .collect()
}

fn index(documents: &[Document]) -> TantivyIndex {
    let mut writer = Writer::in_memory().unwrap();
    for piece in pieces(documents) {
        writer.add(&piece).unwrap();
    }
    writer.finish().unwrap()
}
