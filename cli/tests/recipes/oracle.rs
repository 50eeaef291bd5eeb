//! A ledger in a file that the server answers from, with what is written into it by hand, and SQL on the same file.

use std::path::PathBuf;

use cmec_demo::one_c::{DEFAULT_SEED, Ledger};
use rusqlite::Connection;
use rusqlite::types::Value;
use tempfile::TempDir;

use crate::common::repository;

pub(crate) struct Oracle {
    sql: Connection,
    pub(crate) path: PathBuf,
    _folder: TempDir,
}

/// Columns and rows of a query; `null` is `None`.
pub(crate) type Table = (Vec<String>, Vec<Vec<Option<String>>>);

impl Oracle {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        drop(Ledger::open(Some(&path), DEFAULT_SEED).await.unwrap());
        let sql = Connection::open(&path).unwrap();
        let more = std::fs::read_to_string(repository("fixtures/address/ledger.sql")).unwrap();
        sql.execute_batch(&more).unwrap();
        Self {
            sql,
            path,
            _folder: folder,
        }
    }

    pub(crate) async fn table(&self, sql: &str) -> Table {
        let mut statement =
            (self.sql.prepare(sql)).unwrap_or_else(|error| panic!("{error}: {sql}"));
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let rows = statement.query_map((), |row| {
            (0..columns.len())
                .map(|index| row.get(index).map(text_of))
                .collect()
        });
        let rows: Result<Vec<_>, _> = rows.and_then(Iterator::collect);
        let rows = rows.unwrap_or_else(|error| panic!("{error}: {sql}"));
        (columns, rows)
    }
}

fn text_of(value: Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Integer(number) => Some(number.to_string()),
        Value::Text(text) => Some(text),
        other => panic!("{other:?}"),
    }
}
