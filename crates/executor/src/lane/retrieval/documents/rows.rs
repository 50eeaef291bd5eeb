//! Documents → the table of their type, and values of the reference evaluator → cells of an answer.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

use crate::documents::Chunk;
use crate::lane::retrieval::documents::{LASTMOD, TITLE};
use crate::ports::raw_row::Cell;
use crate::ports::text_index::{Hit, MetadataField};
use crate::reference::EvaluationError;
use crate::reference::cell::Cell as Told;
use crate::reference::data::Data;

/// The table of a codebook's single type, with a row for each document. A field that no front matter has is missing
/// everywhere.
pub(super) fn table(tables: &Tables, pieces: &[Hit]) -> Result<Data, EvaluationError> {
    let type_name = tables.types.first().map(|own| own.name.as_ref());
    let type_name = type_name.unwrap_or_default();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let documents = pieces.iter().filter(|hit| seen.insert(&hit.chunk.document));
    let rows: Vec<Value> = documents
        .map(|hit| Value::Object(row(&hit.chunk, tables, type_name)))
        .collect();
    let mut all = Map::new();
    all.insert(type_name.to_owned(), Value::Array(rows));
    Data::read(tables, &all)
}

fn row(piece: &Chunk, tables: &Tables, type_name: &str) -> Map<String, Value> {
    let metadata = &piece.metadata;
    let day = metadata.lastmod.as_deref();
    let day = day.filter(|day| day.parse::<NaiveDate>().is_ok());
    let filled = |values: &[String]| match values {
        [] => Value::Null,
        all => json!(all),
    };
    let said = [
        (MetadataField::Path.name(), json!(piece.document)),
        (TITLE, json!(piece.title)),
        (
            MetadataField::DocumentType.name(),
            json!(metadata.document_type),
        ),
        (MetadataField::Status.name(), json!(metadata.status)),
        (MetadataField::Tags.name(), filled(&metadata.tags)),
        (MetadataField::Contexts.name(), filled(&metadata.contexts)),
        (MetadataField::Project.name(), json!(metadata.project)),
        (LASTMOD, json!(day)),
    ];
    let own = said.into_iter().filter(|(name, _)| {
        let path = format!("{type_name}.{name}");
        tables.field_by_path(&path).is_some()
    });
    own.map(|(name, value)| (name.to_owned(), value)).collect()
}

pub(super) fn cell(told: &Told) -> Cell {
    match told {
        Told::Missing => Cell::Null,
        Told::Text(text) => Cell::Text(text.clone()),
        Told::Number(number) => Cell::Number(number.normalized().to_plain_string()),
        Told::Boolean(flag) => Cell::Boolean(*flag),
        Told::Day(day) => Cell::Text(day.to_string()),
        Told::Moment(moment) => Cell::Text(moment.format("%Y-%m-%dT%H:%M:%S%.fZ").to_string()),
        Told::List(members) => Cell::List(members.iter().map(cell).collect()),
    }
}
