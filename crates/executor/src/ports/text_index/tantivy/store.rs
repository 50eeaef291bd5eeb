//! An index in a folder: generations, of which `manifest.json` names the one that is read.
//!
//! ```text
//! FOLDER/manifest.json    written last, and by renaming: a build that was interrupted leaves the old generation in use
//! FOLDER/generations/7/   the files of a generation
//! FOLDER/lock             held by the one process that builds
//! ```
//!
//! A build begins with the files of the generation before, takes out what is gone or another text now, and adds what is new.

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps indexes in folders"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tantivy::Index;

use super::TantivyIndex;
use super::fields::Fields;
use super::writer::Writer;
use crate::analysis;
use crate::documents::Document;
use crate::documents::chunk::{ChunkSize, chunks};
use crate::ports::text_index::IndexError;

/// The version of what is in a folder.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
const LOCK: &str = "lock";
const GENERATIONS: &str = "generations";

/// What a folder has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    /// The rules that words are made by.
    analysis: u32,
    /// The engine, with its version.
    engine: String,
    size: ChunkSize,
    generation: u64,
    documents: BTreeMap<String, Indexed>,
}

/// A document of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Indexed {
    /// Hash of its content.
    sha256: String,
    /// Number of its pieces.
    pieces: usize,
}

impl Manifest {
    fn first(size: ChunkSize) -> Self {
        Self {
            format: FORMAT,
            analysis: analysis::VERSION,
            engine: tantivy::version_string().to_owned(),
            size,
            generation: 0,
            documents: BTreeMap::new(),
        }
    }

    /// The manifest of a folder; `None` where there is none.
    fn read(folder: &Path) -> Result<Option<Self>, IndexError> {
        let path = folder.join(MANIFEST);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreachable(&path, &error)),
        };
        let manifest = serde_json::from_slice(&text);
        let unfit = |error| IndexError::Unfit(format!("{}: {error}", path.display()));
        manifest.map(Some).map_err(unfit)
    }

    /// Why its index cannot be read by this program.
    fn misfit(&self) -> Option<String> {
        if self.format != FORMAT {
            return Some(format!(
                "its format is {}, and {FORMAT} is read",
                self.format
            ));
        }
        let own = analysis::VERSION;
        (self.analysis != own).then(|| {
            let theirs = self.analysis;
            format!("its words are made by version {theirs} of the rules, and questions by {own}")
        })
    }

    fn files(&self, folder: &Path) -> PathBuf {
        folder.join(GENERATIONS).join(self.generation.to_string())
    }

    /// Takes the place of the manifest that is there.
    fn write(&self, folder: &Path) -> Result<(), IndexError> {
        let (new, own) = (folder.join("manifest.new"), folder.join(MANIFEST));
        let text = serde_json::to_vec_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| {
            let mut file = File::create(&new)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&new, &own)?;
            // The name is on the disk, too; not every system can be asked for that.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
            Ok(())
        });
        written.map_err(|error| failed(&own, &error))
    }
}

fn unreachable(path: &Path, error: &io::Error) -> IndexError {
    IndexError::Unreachable(format!("{}: {error}", path.display()))
}

fn failed(path: &Path, error: &io::Error) -> IndexError {
    IndexError::Failed(format!("{}: {error}", path.display()))
}

/// Opens the index of a folder.
///
/// # Errors
/// When there is none, or it was made by other rules.
pub fn open(folder: &Path) -> Result<TantivyIndex, IndexError> {
    let mut before = None;
    loop {
        let Some(manifest) = Manifest::read(folder)? else {
            let folder = folder.display();
            let told = format!("{folder}: there is no index: `cmec index` makes one");
            return Err(IndexError::Unreachable(told));
        };
        if let Some(why) = manifest.misfit() {
            let folder = folder.display();
            return Err(IndexError::Unfit(format!(
                "{folder}: {why}: `cmec index` makes it anew"
            )));
        }
        let opened = Index::open_in_dir(manifest.files(folder)).map_err(IndexError::from);
        match opened.and_then(|index| TantivyIndex::of(&index)) {
            Ok(index) => return Ok(index),
            // A build may have ended between the two: the next generation is read then.
            Err(error) if before == Some(manifest.generation) => {
                let files = manifest.files(folder);
                let told = format!("{}: {error}", files.display());
                return Err(IndexError::Unreachable(told));
            }
            Err(_) => before = Some(manifest.generation),
        }
    }
}

/// What a build did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Built {
    /// The generation that is read from now on.
    pub generation: u64,
    /// Documents of the index.
    pub documents: usize,
    /// Their pieces.
    pub pieces: usize,
    /// Documents that were new or another text.
    pub written: usize,
    /// Documents that were as before.
    pub kept: usize,
    /// Documents that were taken out.
    pub removed: usize,
}

/// A build of the next generation.
#[derive(Debug)]
pub struct Build {
    folder: PathBuf,
    /// Held until the build ends.
    _lock: File,
    before: Option<Manifest>,
    next: Manifest,
    writer: Writer,
    seen: BTreeSet<String>,
    built: Built,
}

impl Build {
    /// Begins a build; `anew`: nothing of the generation before is kept.
    ///
    /// # Errors
    /// When the folder cannot be written, or another process builds there.
    pub fn begin(folder: &Path, anew: bool) -> Result<Self, IndexError> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let lock = locked(&folder.join(LOCK))?;
        let size = ChunkSize::default();
        // What does not fit is made anew; what cannot be read may be there tomorrow.
        let before = match Manifest::read(folder) {
            Ok(before) => before,
            Err(IndexError::Unfit(_)) => None,
            Err(error) => return Err(error),
        };
        let before = before.filter(|before| !anew && before.misfit().is_none());
        let mut next = Manifest::first(size);
        next.generation = 1 + numbers(folder)?.into_iter().max().unwrap_or_default();
        let files = next.files(folder);
        let kept = before.filter(|before| before.size == size && before.engine == next.engine);
        fs::create_dir_all(&files).map_err(|error| failed(&files, &error))?;
        let index = match &kept {
            Some(before) => {
                take_over(&before.files(folder), &files)?;
                next.documents.clone_from(&before.documents);
                Index::open_in_dir(&files)?
            }
            None => Index::create_in_dir(&files, Fields::schema())?,
        };
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
            before: kept,
            next,
            writer: Writer::of_index(index)?,
            seen: BTreeSet::new(),
            built: Built::default(),
        })
    }

    /// Puts a document in, in place of the one with its path. One whose content is as before costs nothing. `false`: this
    /// build has another with its path already, which stays.
    ///
    /// # Errors
    /// When the index cannot be written.
    pub fn put(&mut self, document: &Document) -> Result<bool, IndexError> {
        if !self.seen.insert(document.path.clone()) {
            return Ok(false);
        }
        let sha256 = hash(document)?;
        let known = self.next.documents.get(&document.path);
        if known.is_some_and(|known| known.sha256 == sha256) {
            self.built.kept += 1;
            return Ok(true);
        }
        if known.is_some() {
            self.writer.remove(&document.path);
        }
        let pieces = chunks(document, self.next.size);
        for piece in &pieces {
            self.writer.add(piece)?;
        }
        let pieces = pieces.len();
        let indexed = Indexed { sha256, pieces };
        self.next.documents.insert(document.path.clone(), indexed);
        self.built.written += 1;
        Ok(true)
    }

    /// Takes out what was not put in, writes everything, and lets readers have it.
    ///
    /// # Errors
    /// When the index cannot be written; the generation before stays in use.
    pub fn finish(mut self) -> Result<Built, IndexError> {
        if self.seen.is_empty() && !self.next.documents.is_empty() {
            let had = self.next.documents.len();
            return Err(IndexError::Failed(format!(
                "there is no document, and the index has {had}: it stays as it is"
            )));
        }
        let gone: Vec<String> = (self.next.documents.keys())
            .filter(|path| !self.seen.contains(*path))
            .cloned()
            .collect();
        for path in &gone {
            self.writer.remove(path);
            self.next.documents.remove(path);
        }
        self.writer.finish()?;
        self.next.write(&self.folder)?;
        sweep(&self.folder, self.next.generation);
        Ok(Built {
            generation: self.next.generation,
            documents: self.next.documents.len(),
            pieces: self.next.documents.values().map(|one| one.pieces).sum(),
            removed: if self.before.is_some() { gone.len() } else { 0 },
            ..self.built
        })
    }
}

/// The lock of a folder. The system gives it back whatever becomes of the process.
fn locked(path: &Path) -> Result<File, IndexError> {
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path);
    let file = file.map_err(|error| failed(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(IndexError::Failed(format!(
                "{path}: another process builds this index"
            )))
        }
        Err(TryLockError::Error(error)) => Err(failed(path, &error)),
    }
}

/// The numbers of the generations that are there, whole or not.
fn numbers(folder: &Path) -> Result<Vec<u64>, IndexError> {
    let generations = folder.join(GENERATIONS);
    let entries = match fs::read_dir(&generations) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreachable(&generations, &error)),
    };
    let names = entries.flatten().map(|entry| entry.file_name());
    Ok(names
        .filter_map(|name| name.to_str()?.parse().ok())
        .collect())
}

/// Removes the generations that nobody opens any more. Whoever has one open goes on reading it; one that cannot be removed is
/// only room on the disk, and the next build tries again.
fn sweep(folder: &Path, current: u64) {
    for number in numbers(folder).unwrap_or_default() {
        if number != current {
            let _ = fs::remove_dir_all(folder.join(GENERATIONS).join(number.to_string()));
        }
    }
}

/// Has the files of a generation in another folder. They are linked, not copied, where the system can: none is written again.
fn take_over(from: &Path, to: &Path) -> Result<(), IndexError> {
    let entries = fs::read_dir(from).map_err(|error| unreachable(from, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreachable(from, &error))?;
        let (own, next) = (entry.path(), to.join(entry.file_name()));
        let is_segment = !own
            .extension()
            .is_none_or(|ending| ending == "json" || ending == "lock");
        let linked = is_segment && fs::hard_link(&own, &next).is_ok();
        if !linked {
            fs::copy(&own, &next).map_err(|error| failed(&next, &error))?;
        }
    }
    Ok(())
}

fn hash(document: &Document) -> Result<String, IndexError> {
    let text = serde_json::to_vec(document);
    let text = text.map_err(|error| IndexError::Failed(error.to_string()))?;
    let mut hash = String::with_capacity(64);
    for byte in Sha256::digest(&text) {
        let _ = write!(hash, "{byte:02x}");
    }
    Ok(hash)
}
