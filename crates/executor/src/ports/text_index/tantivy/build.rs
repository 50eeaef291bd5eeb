//! A build of an index in a folder.
//!
//! It starts with the files of the old generation, removes deleted and changed documents, and adds new ones.

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
/// The file in an index folder with the vectors of an interrupted build.
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
    /// Starts a build. With `anew` nothing of the old generation is kept; neither is a generation without vectors where
    /// vectors are wanted.
    ///
    /// # Errors
    /// The folder cannot be written, another process is building there, or it has vectors of another model, which are
    /// removed only with `anew`.
    pub fn begin(folder: &Path, anew: bool, new: impl Into<NewIndex>) -> Result<Self, IndexError> {
        let mut new = new.into();
        private_files::folder(folder).map_err(|error| failed(folder, &error))?;
        check_own(folder)?;
        let lock = locked(&folder.join(LOCK))?;
        // A mismatch causes a rebuild, but a read error does not, since it may be temporary.
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

/// Refuses a folder that is not an index, unless it contains only leftovers of an interrupted build: it may belong to
/// something else that also has a manifest.
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

/// A file lock that is released explicitly. Closing the file is not enough, since a process that another thread is
/// spawning may briefly share it.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Otherwise the lock ends with the process.
        let _ = self.0.unlock();
    }
}

/// Locks a folder. The system releases the lock even if the process dies.
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

/// Links the files of a generation into the folder of the next, or copies them where the system cannot link; none is
/// rewritten. Vector files without documents are left out.
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
