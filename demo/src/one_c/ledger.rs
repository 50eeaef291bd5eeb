//! The ledger of a small business over some years in SQLite, generated from a seed.
//!
//! SQLite runs in the process, and every value is bound. Its calls block, so they run on a separate thread and never on
//! the one that serves MCP.

pub(super) mod calendar;
mod chart;
mod generate;
mod insert;
mod names;
mod quarter;
mod records;
mod routine;
mod schema;
mod split_payments;
mod table;
mod trade;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tokio::task::{JoinError, spawn_blocking};

/// Seed of the ledger in documentation and tests.
pub const DEFAULT_SEED: u64 = 1;

/// How long to wait for another process that uses the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    connection: Arc<Mutex<Connection>>,
}

/// The reason why a ledger cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A database error.
    #[error("ledger: {0}")]
    Database(#[from] rusqlite::Error),
    /// The runtime ended while the ledger was opened.
    #[error("ledger: {0}")]
    Ended(#[from] JoinError),
    /// The file contains a ledger of another seed.
    #[error("`{path}` holds the ledger of seed {found}, not of {wanted}", path = path.display())]
    OtherSeed {
        /// The file.
        path: PathBuf,
        /// Seed of its ledger.
        found: String,
        /// Seed that was asked for.
        wanted: u64,
    },
    /// The file contains a ledger of another program version.
    #[error(
        "`{path}` holds a ledger of schema {found}, this program reads {wanted}",
        path = path.display()
    )]
    OtherSchema {
        /// The file.
        path: PathBuf,
        /// Schema version of its ledger.
        found: i64,
        /// Schema version of this program.
        wanted: i64,
    },
    /// The file is another database.
    #[error("`{path}` is a database and not a ledger", path = path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
    },
}

impl Ledger {
    /// Opens the ledger of a seed: in memory without a path; otherwise in a file, which is filled if it is absent or
    /// empty and reused if it contains the same ledger. Any other file is left unchanged.
    ///
    /// # Errors
    /// If the file contains something else, or cannot be read or written.
    pub async fn open(path: Option<&Path>, seed: u64) -> Result<Self, LedgerError> {
        let path = path.map(Path::to_path_buf);
        spawn_blocking(move || opened(path.as_deref(), seed)).await?
    }

    /// Runs `read` on the database, one call at a time.
    ///
    /// # Errors
    /// Errors of `read`; an error if the runtime ends first.
    pub(super) async fn read<T, E>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<JoinError> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        spawn_blocking(move || {
            // A panic during a read changed nothing.
            let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            read(&connection)
        })
        .await?
    }
}

fn opened(path: Option<&Path>, seed: u64) -> Result<Ledger, LedgerError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        // The mutex of the ledger replaces SQLite's.
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let path = path.unwrap_or(Path::new(":memory:"));
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // The file may be foreign: its schema must not run code or be written directly.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    schema::prepare(&mut connection, path, seed)?;
    Ok(Ledger {
        connection: Arc::new(Mutex::new(connection)),
    })
}
