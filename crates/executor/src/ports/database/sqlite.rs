//! A SQLite file, opened for reading only.
//!
//! `query_only` and the flags of the connection both keep it from writing. A statement runs on a thread for blocking work and
//! is interrupted when its time is over or its caller gone; a connection that was interrupted is not used again. One that was
//! quick the last time runs where it is asked for.

mod connection;
mod functions;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::InterruptHandle;

use super::{Database, DatabaseError, DatabaseRow, Engine, Statement};
use connection::Reader;

/// A SQLite file. Connections are kept for the next statement.
#[derive(Debug, Clone)]
pub struct Sqlite {
    file: PathBuf,
    idle: Arc<Mutex<Vec<Reader>>>,
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

    fn idle(&self) -> Option<Reader> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    fn keep(&self, reader: Reader) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(reader);
    }
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
        let mut reader = match self.idle() {
            Some(reader) => reader,
            None => {
                let file = self.file.clone();
                let opening = tokio::task::spawn_blocking(move || Reader::open(&file));
                let opened = tokio::time::timeout(within, opening).await;
                joined(opened.map_err(|_| DatabaseError::Timeout(within))?)?
            }
        };
        if let Some(rows) = reader.read_quickly(statement) {
            self.keep(reader);
            return rows;
        }
        let running = RunningStatement::new(reader.interrupt_handle());
        let (state, idle) = (Arc::clone(&running.state), Arc::clone(&self.idle));
        let statement = statement.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let rows = reader.read(&statement);
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.take().is_some() {
                let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
                idle.push(reader);
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
struct RunningStatement {
    state: Arc<Mutex<Option<InterruptHandle>>>,
}

impl RunningStatement {
    fn new(handle: InterruptHandle) -> Self {
        Self {
            state: Arc::new(Mutex::new(Some(handle))),
        }
    }
}

impl Drop for RunningStatement {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = state.take() {
            handle.interrupt();
        }
    }
}
