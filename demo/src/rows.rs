//! Inserts rows into SQLite tables with bound values.

use rusqlite::{Connection, Params, Statement};

/// A prepared insert statement.
#[derive(Debug)]
pub(crate) struct Rows<'c>(Statement<'c>);

impl<'c> Rows<'c> {
    /// Prepares inserts into a table given with its columns: `people (id, name)`.
    ///
    /// # Errors
    /// If the database has no such table or columns.
    pub(crate) fn of(connection: &'c Connection, table: &str) -> Result<Self, rusqlite::Error> {
        let marks = vec!["?"; table.matches(',').count() + 1].join(", ");
        let statement = connection.prepare(&format!("INSERT INTO {table} VALUES ({marks})"))?;
        Ok(Self(statement))
    }

    ///
    /// # Errors
    /// If the number of values is wrong or the table rejects them.
    pub(crate) fn add(&mut self, values: impl Params) -> Result<(), rusqlite::Error> {
        self.0.execute(values)?;
        Ok(())
    }
}
