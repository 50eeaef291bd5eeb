//! Rows into a table of SQLite, each value bound.

use rusqlite::{Connection, Params, Statement};

/// A prepared statement that adds a row.
#[derive(Debug)]
pub(crate) struct Rows<'c>(Statement<'c>);

impl<'c> Rows<'c> {
    /// Rows of a table, which is given with its columns: `people (id, name)`.
    ///
    /// # Errors
    /// When the database has no such table or columns.
    pub(crate) fn of(connection: &'c Connection, table: &str) -> Result<Self, rusqlite::Error> {
        let marks = vec!["?"; table.matches(',').count() + 1].join(", ");
        let statement = connection.prepare(&format!("INSERT INTO {table} VALUES ({marks})"))?;
        Ok(Self(statement))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When the values are not as many as the columns, or the table does not take them.
    pub(crate) fn add(&mut self, values: impl Params) -> Result<(), rusqlite::Error> {
        self.0.execute(values)?;
        Ok(())
    }
}
