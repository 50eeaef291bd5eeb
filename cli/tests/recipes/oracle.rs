//! A ledger in a file that the server answers from, with what is written into it by hand, and SQL on the same file.

use std::path::PathBuf;

use cmec_demo::one_c::{DEFAULT_SEED, Ledger};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Column, Row};
use tempfile::TempDir;

use crate::common::repository;

pub(crate) struct Oracle {
    pool: SqlitePool,
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
        let options = SqliteConnectOptions::new().filename(&path);
        let pool = SqlitePool::connect_with(options).await.unwrap();
        let sql = std::fs::read_to_string(repository("fixtures/address/ledger.sql")).unwrap();
        sqlx::raw_sql(AssertSqlSafe(sql))
            .execute(&pool)
            .await
            .unwrap();
        Self {
            pool,
            path,
            _folder: folder,
        }
    }

    pub(crate) async fn table(&self, sql: &str) -> Table {
        let rows = sqlx::query(AssertSqlSafe(sql.to_owned()))
            .fetch_all(&self.pool)
            .await
            .unwrap_or_else(|error| panic!("{error}: {sql}"));
        let columns = rows.first().map(|row| {
            let columns = row.columns().iter();
            columns.map(|column| column.name().to_owned()).collect()
        });
        let cells = rows.iter().map(|row| {
            (0..row.len())
                .map(|index| match row.try_get::<Option<i64>, _>(index) {
                    Ok(number) => number.map(|number| number.to_string()),
                    Err(_) => row.try_get(index).unwrap(),
                })
                .collect()
        });
        (columns.unwrap_or_default(), cells.collect())
    }
}
