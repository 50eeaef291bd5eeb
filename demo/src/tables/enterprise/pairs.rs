//! Rows of a link table: unique pairs of keys, sorted.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::rows::Rows;

pub(super) type Pairs = BTreeSet<(i64, i64)>;

/// Writes pairs into a table given with its two columns.
pub(super) fn write(
    connection: &Connection,
    table: &str,
    pairs: &Pairs,
) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(connection, table)?;
    for pair in pairs {
        rows.add(*pair)?;
    }
    Ok(())
}
