//! The ledger: a small business of some years in SQLite, generated from a seed.
//!
//! SQLite is embedded, every value is bound, and the queries run on the runtime that serves MCP. The same library
//! (`sqlx`) has a PostgreSQL side.

pub(super) mod calendar;
mod chart;
mod generate;
mod insert;
mod names;
mod random;
mod records;
mod routine;
mod schema;
mod split_payments;
mod trade;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

/// Seed of the ledger the documentation and the tests speak of.
pub const DEFAULT_SEED: u64 = 1;

/// How long to wait for another process that fills or reads the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    pool: SqlitePool,
}

/// Why a ledger could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The database answered with an error.
    #[error("ledger: {0}")]
    Database(#[from] sqlx::Error),
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
        let options = SqliteConnectOptions::new().busy_timeout(BUSY_TIMEOUT);
        let options = match path {
            Some(path) => options.filename(path).create_if_missing(true),
            None => options,
        };
        // A database in memory lives as long as its one connection, so the connection must never be recycled.
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        schema::prepare(&pool, path.unwrap_or(Path::new(":memory:")), seed).await?;
        Ok(Self { pool })
    }

    pub(super) fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}
