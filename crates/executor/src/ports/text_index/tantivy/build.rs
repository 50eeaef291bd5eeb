//! A build of an index in a folder.
//!
//! It begins with the files of the generation before, takes out what is gone or another text now, and adds what is new.

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps indexes in folders"
)]

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use tantivy::Index;

use super::fields::Fields;
use super::manifest::{GENERATIONS, IndexedDocument, MANIFEST, MANIFEST_NEW, Manifest};
use super::vectors::{self, VectorWriter};
use super::writer::Writer;
use super::{failed, store, unreachable};
use crate::documents::chunk::ChunkSize;
use crate::ports::private_files;
use crate::ports::text_index::build::{
    DocumentHash, EmbeddedChunk, Generation, IndexBuild, NewIndex,
};
use crate::ports::text_index::{Embedding, IndexError};

const LOCK: &str = "lock";
/// The file of vectors that an interrupted build has left behind, in a folder of an index.
pub const KEPT: &str = "vectors.kept";

/// A build of the next generation.
#[derive(Debug)]
pub struct Build {
    folder: PathBuf,
    /// Held until the build ends.
    _lock: Lock,
    next: Manifest,
    writer: Writer,
    vectors: Option<VectorWriter>,
}

impl Build {
    /// Begins a build; `anew`: nothing of the generation before is kept. Neither is one without vectors where some are wanted.
    ///
    /// # Errors
    /// When the folder cannot be written, or another process builds there, or it has vectors of another model: they are taken
    /// out only where it is made anew.
    pub fn begin(folder: &Path, anew: bool, new: impl Into<NewIndex>) -> Result<Self, IndexError> {
        let mut new = new.into();
        private_files::folder(folder).map_err(|error| failed(folder, &error))?;
        check_own(folder)?;
        let lock = locked(&folder.join(LOCK))?;
        // What does not fit is made anew; what cannot be read may be there tomorrow.
        let before = match Manifest::read(folder) {
            Ok(before) => before,
            Err(IndexError::Unfit(_)) => None,
            Err(error) => return Err(error),
        };
        let before = before.filter(|before| !anew && before.misfit().is_none());
        if let Some(had) = before.as_ref().and_then(|before| before.embedding.as_ref()) {
            had.go_on(new.embedding.as_mut())?;
        }
        let mut next = Manifest::first(new);
        let numbers = store::generations(folder)?.into_iter();
        next.generation = 1 + numbers.max().unwrap_or_default();
        let files = next.files(folder);
        let kept = before.filter(|before| {
            let made_by = (before.chinese, before.size, &before.engine);
            made_by == (next.chinese, next.size, &next.engine)
                && Embedding::are_alike(before.embedding.as_ref(), next.embedding.as_ref())
        });
        private_files::folder(&files).map_err(|error| failed(&files, &error))?;
        let index = match &kept {
            Some(before) => {
                take_over(before, folder, &files)?;
                next.documents.clone_from(&before.documents);
                Index::open_in_dir(&files)?
            }
            None => Index::create_in_dir(&files, Fields::schema())?,
        };
        let vectors = match &next.embedding {
            Some(_) => Some(VectorWriter::of(&files, next.generation)?),
            None => None,
        };
        Ok(Self {
            folder: folder.to_owned(),
            _lock: lock,
            writer: Writer::of_index(index, next.chinese)?,
            next,
            vectors,
        })
    }
}

impl IndexBuild for Build {
    fn size(&self) -> ChunkSize {
        self.next.size
    }

    fn embedding(&self) -> Option<&Embedding> {
        self.next.embedding.as_ref()
    }

    fn hash(&self, path: &str) -> Option<&str> {
        let known = self.next.documents.get(path);
        known.map(|known| known.sha256.as_str())
    }

    fn paths(&self) -> Vec<String> {
        self.next.documents.keys().cloned().collect()
    }

    async fn write(
        &mut self,
        document: DocumentHash<'_>,
        pieces: &[EmbeddedChunk],
    ) -> Result<(), IndexError> {
        if self.next.documents.contains_key(document.path) {
            self.writer.remove(document.path);
        }
        let is_embedded = |piece: &EmbeddedChunk| piece.vector.is_some();
        let has_vectors = self.vectors.is_some() && pieces.iter().any(is_embedded);
        for piece in pieces {
            let place = match (&mut self.vectors, &piece.vector) {
                (Some(vectors), Some(vector)) => Some(vectors.add(vector)?),
                _ => None,
            };
            self.writer.add_with(&piece.chunk, place)?;
        }
        let indexed = IndexedDocument {
            sha256: document.sha256.to_owned(),
            pieces: pieces.len(),
            vectors: has_vectors.then_some(self.next.generation),
        };
        self.next
            .documents
            .insert(document.path.to_owned(), indexed);
        Ok(())
    }

    async fn remove(&mut self, path: &str) -> Result<(), IndexError> {
        self.writer.remove(path);
        self.next.documents.remove(path);
        Ok(())
    }

    async fn finish(self) -> Result<Generation, IndexError> {
        self.writer.finish()?;
        if let Some(vectors) = self.vectors {
            vectors.finish()?;
        }
        self.next.write(&self.folder)?;
        store::sweep(&self.folder, self.next.generation);
        Ok(Generation {
            generation: self.next.generation,
            documents: self.next.documents.len(),
            pieces: self.next.documents.values().map(|one| one.pieces).sum(),
        })
    }
}

/// A folder that is no index has nothing but what a build leaves behind that was interrupted: it may be one of something else,
/// with a manifest of its own.
fn check_own(folder: &Path) -> Result<(), IndexError> {
    if matches!(Manifest::read(folder), Ok(Some(_))) {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|error| unreachable(folder, &error))? {
        let name = entry
            .map_err(|error| unreachable(folder, &error))?
            .file_name();
        if ![LOCK, KEPT, MANIFEST, MANIFEST_NEW, GENERATIONS].contains(&&*name.to_string_lossy()) {
            let folder = folder.display();
            let told =
                format!("{folder}: it has other files, and is no index: name a folder of its own");
            return Err(IndexError::Failed(told));
        }
    }
    Ok(())
}

/// A lock that is given back. Closing the file is not enough: a process that is being started by another thread has it, too,
/// for a moment.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // What cannot be given back is when the process ends.
        let _ = self.0.unlock();
    }
}

/// The lock of a folder. The system gives it back whatever becomes of the process.
fn locked(path: &Path) -> Result<Lock, IndexError> {
    let mut options = File::options();
    let file = private_files::open(path, options.create(true).truncate(false).write(true));
    let file = file.map_err(|error| failed(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(IndexError::Failed(format!(
                "{path}: another process builds this index"
            )))
        }
        Err(TryLockError::Error(error)) => Err(failed(path, &error)),
    }
}

/// Has the files of a generation in the folder of the next. They are linked, not copied, where the system can: none is written
/// again. Vectors of which no document has any are left behind.
fn take_over(before: &Manifest, folder: &Path, to: &Path) -> Result<(), IndexError> {
    let from = before.files(folder);
    let builds = before.builds();
    let entries = fs::read_dir(&from).map_err(|error| unreachable(&from, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreachable(&from, &error))?;
        let (own, next) = (entry.path(), to.join(entry.file_name()));
        if vectors::build_of(&own).is_some_and(|build| !builds.contains(&build)) {
            continue;
        }
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
