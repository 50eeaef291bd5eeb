//! The key of cursors: a file in the cache folder, so that one call of the command can continue another.
//!
//! Each call is a process, so a random key per call would break paging. A file needs no setup, while an option or a
//! variable would have to be given from the first page on. If no file can be kept, the key is random, and cursors work
//! only within the call (`--lines`): an answer does not fail for lack of a next page.

use std::fs;
use std::io::{self, Write as _};
use std::sync::Once;

use cmec_executor::{Cursor, CursorError, cursor_text};
use tempfile::NamedTempFile;

use crate::terminal::cache_folder::cache_folder;
use crate::terminal::exit::CliError;

/// Sets the stored key, before any cursor is made.
pub(crate) fn set() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        if let Ok(key) = kept() {
            let _ = cursor_text::set_key(key);
        }
    });
}

/// Reads a cursor from another call.
pub(crate) fn parse(text: &str) -> Result<Cursor, CursorError> {
    set();
    Cursor::parse(text)
}

fn kept() -> Result<[u8; 32], CliError> {
    let folder = cache_folder()?;
    let path = folder.join("cursor.key");
    if !path.exists() {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(CliError::failed)?;
        // Written atomically with private permissions. If another call was faster, its key stays.
        let mut file = NamedTempFile::new_in(&folder).map_err(CliError::failed)?;
        file.write_all(&key).map_err(CliError::failed)?;
        let _ = file.persist_noclobber(&path);
    }
    let key = fs::read(&path).map_err(CliError::failed)?;
    key.try_into()
        .map_err(|_| CliError::at(&path, io::Error::from(io::ErrorKind::InvalidData)))
}
