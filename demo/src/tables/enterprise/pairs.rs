//! Rows of a link table: unique pairs of places in two tables, sorted.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::key;
use crate::rows::Rows;

pub(super) type Pairs = BTreeSet<(usize, usize)>;

/// Writes pairs into a table given with its two columns.
pub(super) fn write(
    connection: &Connection,
    table: &str,
    pairs: &Pairs,
) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(connection, table)?;
    for (one, other) in pairs {
        rows.add((key(*one), key(*other)))?;
    }
    Ok(())
}
