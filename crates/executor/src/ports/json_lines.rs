//! A file of JSON records, one per line. Each record is a single write of a whole line. A file that exceeds the maximum
//! size is renamed to `FILE.old`, which replaces an earlier one.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::private_files;

/// When a record must be on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// When the operating system writes it.
    #[default]
    Buffered,
    /// Before `append` returns.
    Synced,
}

/// Size at which the file is rotated, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// A file of records.
#[derive(Debug)]
pub struct JsonLinesFile {
    file: File,
    path: PathBuf,
    durability: Durability,
    /// True where the last record may be incomplete.
    is_torn: bool,
}

impl JsonLinesFile {
    /// Opens a file for appending. An incomplete last line, left by a crash, is ended first, so that it spoils no
    /// other. `begin` is the prefix of every record; a file with another prefix belongs to something else.
    ///
    /// # Errors
    /// The file cannot be opened or written, is a link, or has another prefix.
    pub fn open(path: &Path, begin: &str, durability: Durability) -> io::Result<Self> {
        let mut file = opened(path)?;
        let is_file = file.metadata()?.is_file();
        if is_file && !begins_with(&mut file, begin)? {
            let told = "it has something else; name a file of its own";
            return Err(io::Error::new(io::ErrorKind::InvalidData, told));
        }
        if is_file && durability == Durability::Synced {
            sync_folder(path)?;
        }
        if is_file {
            end_last_line(&mut file)?;
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            durability,
            is_torn: false,
        })
    }

    /// Appends a record. The incomplete line of an earlier failure, such as a full disk, is ended first.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn append(&mut self, record: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let found = self.file.metadata()?;
        if found.is_file() && found.len() >= MOST_BYTES {
            // Another process may have rotated it already.
            self.file = opened(&self.path)?;
            if self.file.metadata()?.len() >= MOST_BYTES {
                private_files::set_aside(&self.path)?;
                self.file = opened(&self.path)?;
            }
            if self.durability == Durability::Synced {
                sync_folder(&self.path)?;
            }
        }
        if self.is_torn {
            end_last_line(&mut self.file)?;
        }
        self.is_torn = true;
        self.file.write_all(&line)?;
        self.is_torn = false;
        if self.durability == Durability::Synced {
            self.file.sync_data()?;
        }
        Ok(())
    }
}

fn opened(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    private_files::open(path, options.create(true).append(true).read(true))
}

/// True where a file starts with a prefix, as far as the file goes.
fn begins_with(file: &mut File, begin: &str) -> io::Result<bool> {
    let mut first = Vec::new();
    file.take(begin.len() as u64).read_to_end(&mut first)?;
    Ok(begin.as_bytes().starts_with(&first))
}

fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" {
        return Ok(());
    }
    file.write_all(b"\n")
}

/// A new file is durable only after its folder is synced.
#[cfg(unix)]
#[allow(
    clippy::disallowed_methods,
    reason = "this port writes the file of records"
)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Other systems cannot sync a folder.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
