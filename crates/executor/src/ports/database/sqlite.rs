//! Read-only access to a SQLite file.
//!
//! Both `query_only` and the connection flags prevent writes. A statement runs on a blocking thread and is interrupted
//! on timeout or cancellation; an interrupted connection is not reused. A statement that was fast the last time runs on
//! the calling thread.

mod connection;
mod functions;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::InterruptHandle;

use super::{Database, DatabaseError, DatabaseRow, Engine, Statement};
use connection::Reader;

/// A SQLite file with a pool of connections.
#[derive(Debug, Clone)]
pub struct Sqlite {
    file: PathBuf,
    idle: Arc<Mutex<Vec<Reader>>>,
}

impl Sqlite {
    /// The database in a file. The first statement opens it.
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

#[async_trait::async_trait]
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

/// A running statement, interrupted where this is dropped before it ends. Both sides take the handle, so that no later
/// statement is interrupted.
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
