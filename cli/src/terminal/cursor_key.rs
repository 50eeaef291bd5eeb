//! The key of cursors: a file in the cache folder, so that a call of the command goes on where another one ended.
//!
//! Each call is a process, and a random key of each would end paging. A file needs nothing of whoever asks; an option or a
//! variable would have to be said from the first page on. Where no file can be kept the key is random, and cursors hold
//! within the call (`--lines`): an answer is not refused for want of its next page.

use std::fs;
use std::io::{self, Write as _};
use std::sync::Once;

use cmec_executor::{Cursor, CursorError, cursor_text};
use tempfile::NamedTempFile;

use crate::terminal::cache_folder::cache_folder;
use crate::terminal::exit::Failure;

/// Gives the process the key that is kept, before a cursor is made.
pub(crate) fn set() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        if let Ok(key) = kept() {
            let _ = cursor_text::set_key(key);
        }
    });
}

/// Reads a cursor that another call gave.
pub(crate) fn parse(text: &str) -> Result<Cursor, CursorError> {
    set();
    Cursor::parse(text)
}

fn kept() -> Result<[u8; 32], Failure> {
    let folder = cache_folder()?;
    let path = folder.join("cursor.key");
    if !path.exists() {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(Failure::failed)?;
        // It is there whole or not at all, and its owner's alone. That of another call that was faster stays.
        let mut file = NamedTempFile::new_in(&folder).map_err(Failure::failed)?;
        file.write_all(&key).map_err(Failure::failed)?;
        let _ = file.persist_noclobber(&path);
    }
    let key = fs::read(&path).map_err(Failure::failed)?;
    key.try_into()
        .map_err(|_| Failure::at(&path, io::Error::from(io::ErrorKind::InvalidData)))
}
