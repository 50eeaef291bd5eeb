//! The tables of an index. Statements contain no other identifiers than their names and columns.
//!
//! ```text
//! cmec_text_index     one row: the manifest, and the documents with their hashes
//! cmec_text_pieces    a row for each piece: what is shown of it, its words, what is compared, its vector
//! ```

use std::fmt::Write as _;

use crate::ports::text_index::MetadataField;

pub(super) const INDEX: &str = "cmec_text_index";
pub(super) const PIECES: &str = "cmec_text_pieces";
/// The table that a rebuild writes its pieces to.
pub(super) const NEXT_PIECES: &str = "cmec_text_pieces_next";

pub(super) fn column(field: MetadataField) -> String {
    format!("\"{}\"", field.name())
}

/// Creates the manifest table if it does not exist.
pub(super) fn create_index() -> String {
    format!(
        "CREATE TABLE IF NOT EXISTS {INDEX} (
            id integer PRIMARY KEY CHECK (id = 1), manifest jsonb NOT NULL, documents text NOT NULL
        )"
    )
}

pub(super) fn create_pieces(table: &str, dimension: Option<usize>) -> String {
    let mut text = format!(
        "CREATE TABLE {table} (
            id text COLLATE \"C\" PRIMARY KEY, document text COLLATE \"C\" NOT NULL,
            sha256 text NOT NULL, piece text NOT NULL, words tsvector NOT NULL, headings tsvector NOT NULL,
            words_length integer GENERATED ALWAYS AS (length(words)) STORED,
            headings_length integer GENERATED ALWAYS AS (length(headings)) STORED"
    );
    for field in MetadataField::ALL {
        let _ = write!(text, ", {} text[] COLLATE \"C\" NOT NULL", column(field));
    }
    if let Some(dimension) = dimension {
        let _ = write!(text, ", vector vector({dimension})");
    }
    text.push(')');
    text
}

/// Creates the indexes of a piece table, with names given by the server.
pub(super) fn create_indexes(table: &str) -> Vec<String> {
    let columns = MetadataField::ALL.map(column).into_iter();
    let columns = columns.chain(["words".to_owned()]);
    let mut texts: Vec<String> = columns
        .map(|column| format!("CREATE INDEX ON {table} USING gin ({column})"))
        .collect();
    texts.push(format!("CREATE INDEX ON {table} (document)"));
    texts
}

/// Inserts a piece with its words, metadata and vector.
pub(super) fn insert_piece(table: &str, dimension: Option<usize>) -> String {
    let mut columns = "id, document, sha256, piece, words, headings".to_owned();
    let mut values = "$1, $2, $3, $4, $5::text::tsvector, $6::text::tsvector".to_owned();
    let mut next = 7;
    for field in MetadataField::ALL {
        let _ = write!(columns, ", {}", column(field));
        let _ = write!(values, ", ${next}");
        next += 1;
    }
    if dimension.is_some() {
        columns.push_str(", vector");
        let _ = write!(values, ", ${next}::text::vector");
    }
    format!("INSERT INTO {table} ({columns}) VALUES ({values})")
}
