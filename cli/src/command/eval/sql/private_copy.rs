//! A database → a copy of it in a folder that nobody else reads and that is gone with the run.
//!
//! Whatever a statement of a model may do, it does it to the copy.

use std::path::{Path, PathBuf};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::exit::Failure;

/// A copy of a SQLite file.
pub(super) struct PrivateCopy {
    /// Removed when this is dropped.
    _folder: TempDir,
    file: PathBuf,
}

impl PrivateCopy {
    /// Copies a file as SQLite backs it up: as it stands between two transactions, with what a journal holds.
    pub(super) fn of(original: &Path) -> Result<Self, Failure> {
        let folder = TempDir::with_prefix("cmec-eval-").map_err(Failure::failed)?;
        let file = folder.path().join("copy.db");
        let copied = copy(original, &file).map_err(|error| Failure::at(original, error))?;
        match copied {
            StepResult::Done => Ok(Self {
                _folder: folder,
                file,
            }),
            _ => Err(Failure::at(original, "somebody writes to it")),
        }
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }
}

fn copy(original: &Path, file: &Path) -> Result<StepResult, rusqlite::Error> {
    /// All of them in one step.
    const ALL_PAGES: i32 = -1;
    let from = Connection::open_with_flags(original, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut to = Connection::open(file)?;
    let copied = Backup::new(&from, &mut to)?.step(ALL_PAGES);
    // Of a write-ahead log the copy would need files beside it, which a connection that only reads cannot make.
    to.pragma_update(None, "journal_mode", "DELETE")?;
    copied
}
