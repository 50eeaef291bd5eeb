//! Rows → a database file, created atomically.

use std::fs::{File, create_dir_all, remove_file, rename};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::TablesError;

/// The file is private while it is written and discarded on failure, so it needs no journal.
const WRITE_ONCE: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; \
                          PRAGMA foreign_keys = OFF; PRAGMA cache_size = -65536;";

/// Creates the database at `path` in `folder`. If two processes do so at once, either result is kept.
pub(super) fn create(
    folder: &Path,
    path: &Path,
    fill: impl FnOnce(&Connection) -> Result<(), rusqlite::Error>,
) -> Result<(), TablesError> {
    create_dir_all(folder).map_err(|source| TablesError::Folder {
        path: folder.to_path_buf(),
        source,
    })?;
    let file = Temporary::beside(path)?;
    written(&file.0, fill).map_err(|source| TablesError::Database {
        path: file.0.clone(),
        source,
    })?;
    file.put(path).map_err(|source| TablesError::Place {
        path: path.to_path_buf(),
        source,
    })
}

fn written(
    path: &Path,
    fill: impl FnOnce(&Connection) -> Result<(), rusqlite::Error>,
) -> Result<(), rusqlite::Error> {
    let mut connection = Connection::open(path)?;
    connection.execute_batch(WRITE_ONCE)?;
    let transaction = connection.transaction()?;
    fill(&transaction)?;
    transaction.commit()?;
    // Without statistics, the plans of joins are bad.
    connection.execute_batch("ANALYZE")?;
    connection.close().map_err(|(_, error)| error)
}

/// A file that is deleted on drop unless it was renamed.
struct Temporary(PathBuf);

impl Temporary {
    /// A unique name in the same folder, where a rename moves no bytes.
    fn beside(path: &Path) -> Result<Self, TablesError> {
        let number = getrandom::u64().map_err(|error| TablesError::Place {
            path: path.to_path_buf(),
            source: std::io::Error::other(error.to_string()),
        })?;
        Ok(Self(path.with_extension(format!("{number:016x}.tmp"))))
    }

    fn put(&self, path: &Path) -> Result<(), std::io::Error> {
        // The data reach the disk before the name does.
        File::options().write(true).open(&self.0)?.sync_all()?;
        match rename(&self.0, path) {
            // Some systems cannot replace an open file; it has the same content.
            Err(_) if path.is_file() => Ok(()),
            renamed => renamed,
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = remove_file(&self.0);
    }
}
