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
mod embedder;
mod engines;
mod generations;
mod indexes;
#[path = "../meaning/parts.rs"]
mod parts;
mod parts_of_texts;
mod postgres_faults;
mod postgres_index;
mod postgres_words;
mod seed;
#[path = "../structured/postgres.rs"]
mod server;
mod xquad;
mod xquad_vectors;

use cmec_executor::analysis::Chinese;
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
    index_of(Chinese::default(), documents)
}

fn index_of(chinese: Chinese, documents: &[Document]) -> TantivyIndex {
    let mut writer = Writer::in_memory(chinese).unwrap();
    for piece in pieces(documents) {
        writer.add(&piece).unwrap();
    }
    writer.finish().unwrap()
}
