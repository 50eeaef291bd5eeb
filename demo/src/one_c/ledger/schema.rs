//! Tables of the ledger, and whether a database already has them.

use std::path::Path;

use sqlx::{SqliteConnection, SqlitePool};

use super::{LedgerError, generate, insert};

/// Changes with the tables and with what is generated into them.
const SCHEMA_VERSION: i64 = 2;

/// Fills an empty database, accepts one that holds this ledger, refuses any other.
pub(super) async fn prepare(pool: &SqlitePool, path: &Path, seed: u64) -> Result<(), LedgerError> {
    // The lock is taken before the look: of two processes that start at once, one fills and the other reuses.
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    if is_empty(&mut transaction).await? {
        sqlx::raw_sql(include_str!("schema.sql"))
            .execute(&mut *transaction)
            .await?;
        insert::all(&mut transaction, &generate::ledger(seed)).await?;
        // As text: SQLite has no unsigned 64-bit integers.
        sqlx::query("INSERT INTO about (seed, schema_version) VALUES (?1, ?2)")
            .bind(seed.to_string())
            .bind(SCHEMA_VERSION)
            .execute(&mut *transaction)
            .await?;
    } else {
        compare(&mut transaction, path, seed).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn is_empty(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let tables: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_schema")
        .fetch_one(connection)
        .await?;
    Ok(tables == 0)
}

async fn compare(
    connection: &mut SqliteConnection,
    path: &Path,
    seed: u64,
) -> Result<(), LedgerError> {
    let path = path.to_path_buf();
    let ours: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM pragma_table_info('about') WHERE name IN ('seed', 'schema_version')",
    )
    .fetch_one(&mut *connection)
    .await?;
    if ours != 2 {
        return Err(LedgerError::NotALedger { path });
    }
    let about: Option<(String, i64)> = sqlx::query_as("SELECT seed, schema_version FROM about")
        .fetch_optional(connection)
        .await?;
    match about {
        None => Err(LedgerError::NotALedger { path }),
        Some((_, found)) if found != SCHEMA_VERSION => Err(LedgerError::OtherSchema {
            path,
            found,
            wanted: SCHEMA_VERSION,
        }),
        Some((found, _)) if found != seed.to_string() => Err(LedgerError::OtherSeed {
            path,
            found,
            wanted: seed,
        }),
        Some(_) => Ok(()),
    }
}
