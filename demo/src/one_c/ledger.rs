//! The ledger: a small business of some years in SQLite, generated from a seed.
//!
//! SQLite runs in the process, and every value is bound. A call into it waits for the disk and for other processes, so
//! it stands on a thread for that and never on the one that serves MCP.

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

/// Seed of the ledger the documentation and the tests speak of.
pub const DEFAULT_SEED: u64 = 1;

/// How long to wait for another process that fills or reads the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    connection: Arc<Mutex<Connection>>,
}

/// Why a ledger could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The database answered with an error.
    #[error("ledger: {0}")]
    Database(#[from] rusqlite::Error),
    /// The runtime ended while the ledger was being opened.
    #[error("ledger: {0}")]
    Ended(#[from] JoinError),
    /// The file is a ledger of another seed.
    #[error("`{path}` holds the ledger of seed {found}, not of {wanted}", path = path.display())]
    OtherSeed {
        /// The file.
        path: PathBuf,
        /// Seed of its ledger.
        found: String,
        /// Seed that was asked for.
        wanted: u64,
    },
    /// The file is a ledger of another version of this program.
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
    /// The file is a database of something else.
    #[error("`{path}` is a database and not a ledger", path = path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
    },
}

impl Ledger {
    /// Opens the ledger of a seed: in memory without a path; otherwise in a file, which is filled when it is absent
    /// or empty, and reused when it holds the same ledger. A file that holds anything else is left as it is.
    ///
    /// # Errors
    /// When the file holds something else, or cannot be read or written.
    pub async fn open(path: Option<&Path>, seed: u64) -> Result<Self, LedgerError> {
        let path = path.map(Path::to_path_buf);
        spawn_blocking(move || opened(path.as_deref(), seed)).await?
    }

    /// What `read` makes of the database. Two readers come one after the other.
    ///
    /// # Errors
    /// Those of `read`, and that the runtime ended before it did.
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
            // A reader that ended early has changed nothing.
            let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            read(&connection)
        })
        .await?
    }
}

fn opened(path: Option<&Path>, seed: u64) -> Result<Ledger, LedgerError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        // The lock of the ledger stands in its place.
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let path = path.unwrap_or(Path::new(":memory:"));
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // The file may be of somebody else: its schema runs nothing, and none writes to it but as to tables.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    schema::prepare(&mut connection, path, seed)?;
    Ok(Ledger {
        connection: Arc::new(Mutex::new(connection)),
    })
}
