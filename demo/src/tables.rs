//! Databases for domains that have tables, so that `cmec run` answers without a database of one's own.
//!
//! ```text
//!  domain, folder ──► is the file there? ── yes ───────────────────────────────────────► its path
//!                        │ no                                                               ▲
//!                        └──► a temporary file: tables, rows from the seed, indexes ── renamed
//! ```
//!
//! Tables and columns are those of `codebook/<domain>/bindings.yaml`. A file that has its name is whole, and is never
//! written to again; another version of the rows has another name.

mod create;
mod enterprise;
mod lists;
mod missing_values;
#[cfg(test)]
mod tests;
mod wine;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// Seed of the databases that the documentation and the tests speak of.
const SEED: u64 = 1;

/// Changes with the tables and with what is generated into them.
const VERSION: u32 = 2;

/// Writes tables and rows of a seed into an empty database.
type Fill = fn(&Connection, u64) -> Result<(), rusqlite::Error>;

/// Why a database could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The folder cannot be made.
    #[error("cannot make the folder `{path}`: {source}", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The database cannot be written.
    #[error("cannot write the database `{path}`: {source}", path = path.display())]
    Database {
        /// The temporary file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// The finished file cannot be put in its place.
    #[error("cannot put the database at `{path}`: {source}", path = path.display())]
    Place {
        /// The place.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
}

/// The demonstration database of a domain, made in `folder` where it is not there yet. `None`: the domain has none.
///
/// It takes a second or two the first time, so an asynchronous caller gives it a thread of its own.
///
/// # Errors
/// When the folder or the file cannot be written.
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
