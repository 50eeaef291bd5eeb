//! A connection to a SQLite file, with the set of its fast statements.
//!
//! Moving a statement to another thread costs some tenths of a millisecond. A statement that was fast the last time
//! runs on the calling thread, and is moved if it is not fast this time.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, InterruptHandle, OpenFlags, ToSql};

use super::functions;
use crate::ports::database::{
    ANSWER_BYTES, DatabaseError, DatabaseRow, DatabaseValue, Parameter, Statement,
};
use crate::ports::private_files;

/// Maximum time that a task may block others.
const QUICK: Duration = Duration::from_millis(3);
/// Time limit of a statement on the calling thread.
const PATIENCE: Duration = Duration::from_millis(10);
/// Virtual machine steps between two checks of the clock.
const STEPS: i32 = 10_000;
/// Maximum number of statements remembered as fast, and of prepared statements.
const KNOWN: usize = 16;

#[derive(Debug)]
pub(super) struct Reader {
    connection: Connection,
    /// Texts of the statements that were fast the last time, the latest last.
    quick: Vec<String>,
    /// Maximum duration of a fast statement.
    quick_within: Duration,
}

impl Reader {
    pub(super) fn open(file: &PathBuf) -> Result<Self, DatabaseError> {
        let unreachable = |error: &dyn Display| {
            DatabaseError::Unreachable(format!("{}: {error}", file.display()))
        };
        private_files::check_plain(file).map_err(|error| unreachable(&error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags).and_then(|connection| {
            connection.pragma_update(None, "query_only", true)?;
            // A view can create a value of a billion bytes in one step, which no clock interrupts.
            let longest = i32::try_from(ANSWER_BYTES).unwrap_or(i32::MAX);
            connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest)?;
            // The author of the file may not be trusted: its views may only use functions without side effects.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
            // Otherwise SQLite prepares a statement again for each set of values, which costs as much as running a fast
            // one.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
            functions::add(&connection)?;
            // Opening alone reads nothing, so a broken file would go unnoticed.
            connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
            Ok(connection)
        });
        let connection = connection.map_err(|error| unreachable(&error))?;
        Ok(Self {
            connection,
            quick: Vec::new(),
            quick_within: QUICK,
        })
    }

    pub(super) fn interrupt_handle(&self) -> InterruptHandle {
        self.connection.get_interrupt_handle()
    }

    /// The rows of a statement that was fast the last time; `None` where it was not, or is not this time.
    pub(super) fn read_quickly(
        &mut self,
        statement: &Statement,
    ) -> Option<Result<Vec<DatabaseRow>, DatabaseError>> {
        let mut known = self.quick.iter();
        let at = known.position(|known| known == statement.text())?;
        let given_up = Arc::new(AtomicBool::new(false));
        let (seen, until) = (Arc::clone(&given_up), Instant::now() + PATIENCE);
        let is_late = move || {
            let late = Instant::now() >= until;
            seen.fetch_or(late, Ordering::Relaxed) || late
        };
        // Without a time limit the statement must not run on this thread.
        self.connection
            .progress_handler(STEPS, Some(is_late))
            .ok()?;
        let rows = read(&self.connection, statement);
        let _ = self.connection.progress_handler(0, None::<fn() -> bool>);
        if given_up.load(Ordering::Relaxed) {
            self.quick.remove(at);
            return None;
        }
        Some(rows)
    }

    /// The rows of a statement, without a limit for fast ones.
    pub(super) fn read(
        &mut self,
        statement: &Statement,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let started = Instant::now();
        let rows = read(&self.connection, statement);
        if rows.is_ok() && started.elapsed() <= self.quick_within {
            if self.quick.len() >= KNOWN {
                self.quick.remove(0);
            }
            self.quick.push(statement.text().to_owned());
        }
        rows
    }
}

fn read(connection: &Connection, statement: &Statement) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let refused = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::TooBig) => DatabaseError::TooLong,
        _ => DatabaseError::Refused(error.to_string()),
    };
    let mut prepared = connection
        .prepare_cached(statement.text())
        .map_err(refused)?;
    let columns = prepared.column_count();
    let values = rusqlite::params_from_iter(statement.values());
    let mut rows = prepared.query(values).map_err(refused)?;
    let (mut all, mut bytes) = (Vec::new(), 0_usize);
    while let Some(row) = rows.next().map_err(refused)? {
        let mut read = Vec::with_capacity(columns);
        for column in 0..columns {
            let value = value(row.get_ref(column).map_err(refused)?);
            if let DatabaseValue::Text(text) = &value {
                bytes += text.len();
            }
            read.push(value);
        }
        // A short value occupies memory, too.
        bytes += columns * size_of::<DatabaseValue>();
        if bytes > ANSWER_BYTES {
            return Err(DatabaseError::TooLong);
        }
        all.push(read);
    }
    Ok(all)
}

fn value(value: ValueRef<'_>) -> DatabaseValue {
    match value {
        ValueRef::Null => DatabaseValue::Missing,
        ValueRef::Integer(number) => DatabaseValue::Integer(number),
        ValueRef::Real(number) => DatabaseValue::Real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            DatabaseValue::Text(String::from_utf8_lossy(text).into_owned())
        }
    }
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        match self {
            Self::Text(text) => text.to_sql(),
            Self::Integer(number) => number.to_sql(),
            Self::Real(number) => number.to_sql(),
            Self::Boolean(flag) => flag.to_sql(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_to(number: i64) -> Statement {
        let text = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) FROM n";
        Statement::new(text.to_owned(), vec![Parameter::Integer(number)])
    }

    #[test]
    fn what_is_quick_no_more_is_given_up() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut reader = Reader::open(&file.path().to_owned()).unwrap();
        let rows = |number: i64| Ok(vec![vec![DatabaseValue::Integer(number)]]);
        assert_eq!(reader.read_quickly(&count_to(10)), None);
        // The test must not depend on the speed of the machine.
        reader.quick_within = Duration::MAX;
        assert_eq!(reader.read(&count_to(10)), rows(10));
        assert_eq!(reader.read_quickly(&count_to(11)), Some(rows(11)));
        let far = 2_000_000;
        assert_eq!(reader.read_quickly(&count_to(far)), None);
        reader.quick_within = Duration::ZERO;
        assert_eq!(reader.read(&count_to(far)), rows(far));
        assert_eq!(reader.read_quickly(&count_to(10)), None);
    }
}
