//! Tables of the ledger, and the check of an existing database.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::{LedgerError, generate, insert};
use crate::rows::Rows;

/// Changes with the tables and the generated data.
const SCHEMA_VERSION: i64 = 5;

/// Fills an empty database, accepts one with this ledger, rejects any other.
pub(super) fn prepare(
    connection: &mut Connection,
    path: &Path,
    seed: u64,
) -> Result<(), LedgerError> {
    // Locked before the check, so that of two simultaneous processes one fills and the other reuses.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_empty(&transaction)? {
        transaction.execute_batch(include_str!("schema.sql"))?;
        insert::all(&transaction, &generate::ledger(seed))?;
        // As text, because SQLite has no unsigned 64-bit integers.
        let about = (seed.to_string(), SCHEMA_VERSION);
        Rows::of(&transaction, "about (seed, schema_version)")?.add(about)?;
    } else {
        compare(&transaction, path, seed)?;
    }
    transaction.commit()?;
    Ok(())
}

fn is_empty(connection: &Connection) -> Result<bool, rusqlite::Error> {
    let tables: i64 =
        connection.query_one("SELECT COUNT(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(tables == 0)
}

fn compare(connection: &Connection, path: &Path, seed: u64) -> Result<(), LedgerError> {
    let path = path.to_path_buf();
    let ours: i64 = connection.query_one(
        "SELECT COUNT(*) FROM pragma_table_info('about') WHERE name IN ('seed', 'schema_version')",
        (),
        |row| row.get(0),
    )?;
    if ours != 2 {
        return Err(LedgerError::NotALedger { path });
    }
    let about: Option<(String, i64)> = connection
        .query_row("SELECT seed, schema_version FROM about", (), |row| {
            row.try_into()
        })
        .optional()?;
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
