//! A SQLite file, opened for reading only.
//!
//! `query_only` and the flags of the connection both keep it from writing. A statement runs on a thread for blocking work and
//! is interrupted when its time is over or its caller gone; a connection that was interrupted is not used again.

mod functions;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, InterruptHandle, OpenFlags, ToSql};

use super::{
    ANSWER_BYTES, Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, Parameter, Statement,
};

/// A SQLite file. Connections are kept for the next statement.
#[derive(Debug, Clone)]
pub struct Sqlite {
    file: PathBuf,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Sqlite {
    /// The database in a file, which is opened by the first statement.
    #[must_use]
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self {
            file: file.into(),
            idle: Arc::default(),
        }
    }

    fn idle_connection(&self) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }
}

fn open(file: &PathBuf) -> Result<Connection, DatabaseError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).and_then(|connection| {
        connection.pragma_update(None, "query_only", true)?;
        functions::add(&connection)?;
        // Opening reads nothing yet.
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        Ok(connection)
    });
    connection.map_err(|error| {
        let file = file.display();
        DatabaseError::Unreachable(format!("{file}: {error}"))
    })
}

impl Database for Sqlite {
    fn engine(&self) -> Engine {
        Engine::Sqlite
    }

    async fn query(
        &self,
        statement: &Statement,
        within: Duration,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let started = Instant::now();
        let connection = match self.idle_connection() {
            Some(connection) => connection,
            None => {
                let file = self.file.clone();
                let opening = tokio::task::spawn_blocking(move || open(&file));
                let opened = tokio::time::timeout(within, opening).await;
                joined(opened.map_err(|_| DatabaseError::Timeout(within))?)?
            }
        };
        let running = Running::new(connection.get_interrupt_handle());
        let (state, idle) = (Arc::clone(&running.state), Arc::clone(&self.idle));
        let statement = statement.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let rows = read(&connection, &statement);
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.take().is_some() {
                let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push(connection);
            }
            rows
        });
        let left = within.saturating_sub(started.elapsed());
        let read = tokio::time::timeout(left, reading).await;
        drop(running);
        joined(read.map_err(|_| DatabaseError::Timeout(within))?)
    }
}

fn joined<T>(
    ended: Result<Result<T, DatabaseError>, tokio::task::JoinError>,
) -> Result<T, DatabaseError> {
    ended.unwrap_or_else(|error| Err(DatabaseError::Refused(error.to_string())))
}

/// A statement that runs. It is interrupted where this is dropped before it has ended: the handle is taken by whoever comes
/// first, so that no other statement is ever interrupted.
struct Running {
    state: Arc<Mutex<Option<InterruptHandle>>>,
}

impl Running {
    fn new(handle: InterruptHandle) -> Self {
        Self {
            state: Arc::new(Mutex::new(Some(handle))),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = state.take() {
            handle.interrupt();
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

fn read(connection: &Connection, statement: &Statement) -> Result<Vec<DatabaseRow>, DatabaseError> {
    let refused = |error: rusqlite::Error| DatabaseError::Refused(error.to_string());
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
        // A short value costs memory, too.
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
