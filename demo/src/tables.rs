//! Databases for domains with tables, so that `cmec run` works without a user's database.
//!
//! ```text
//!  domain, folder ──► is the file there? ── yes ───────────────────────────────────────► its path
//!                        │ no                                                               ▲
//!                        └──► a temporary file: tables, rows from the seed, indexes ── renamed
//! ```
//!
//! Tables and columns are those in `codebook/<domain>/bindings.yaml`. A file with its final name is complete and never
//! written again; another version of the data has another name.

mod create;
mod enterprise;
mod lists;
mod missing_values;
#[cfg(test)]
mod tests;
mod wine;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// Seed of the databases in documentation and tests.
const SEED: u64 = 1;

/// Changes with the tables and the generated data.
const VERSION: u32 = 2;

/// Fills an empty database from a seed.
type Fill = fn(&Connection, u64) -> Result<(), rusqlite::Error>;

/// The reason why a database cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The folder cannot be created.
    #[error("cannot make the folder `{path}`: {source}", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The database cannot be written.
    #[error("cannot write the database `{path}`: {source}", path = path.display())]
    Database {
        /// The temporary file.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// The finished file cannot be renamed.
    #[error("cannot put the database at `{path}`: {source}", path = path.display())]
    Place {
        /// The final path.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

/// The demonstration database of a domain, created in `folder` if absent. `None` if the domain has none.
///
/// The first call takes a second or two, so asynchronous callers should use a separate thread.
///
/// # Errors
/// If the folder or the file cannot be written.
pub fn database(domain: &str, folder: &Path) -> Result<Option<PathBuf>, TablesError> {
    let Some(fill) = fill(domain) else {
        return Ok(None);
    };
    let path = folder.join(format!("{domain}-{SEED}-v{VERSION}.db"));
    if !path.is_file() {
        create::create(folder, &path, |connection| fill(connection, SEED))?;
    }
    Ok(Some(path))
}

fn fill(domain: &str) -> Option<Fill> {
    match domain {
        "enterprise" => Some(enterprise::fill),
        "wine" => Some(wine::fill),
        _ => None,
    }
}
