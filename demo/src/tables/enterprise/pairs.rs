//! Rows of a link table: two keys each, a pair once, in order.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::rows::Rows;

/// Pairs of keys.
pub(super) type Pairs = BTreeSet<(i64, i64)>;

/// Writes pairs into a table, which is given with its two columns.
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
