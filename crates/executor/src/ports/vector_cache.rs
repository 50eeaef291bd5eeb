//! A cache of vectors that are not in an index yet: an interrupted build leaves them here, and the next one reuses
//! them.
//!
//! The file has entries of fixed length: the hash of everything that a vector depends on, and the vector. An incomplete
//! entry is truncated; entries of another length have hashes that are never looked up.

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps vectors between builds"
)]

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::embedder::Vector;
use super::private_files;
use super::stored_vector::{self, read};
use super::text_index::Embedding;

type Key = [u8; 32];

/// A file of cached vectors.
#[derive(Debug)]
pub struct VectorCache {
    path: PathBuf,
    file: File,
    embedding: Embedding,
    /// Offsets of the vectors.
    places: HashMap<Key, u64>,
    end: u64,
}

impl VectorCache {
    /// Opens or creates a file for the vectors of a model.
    ///
    /// # Errors
    /// The file cannot be read and written.
    pub fn open(path: &Path, embedding: &Embedding) -> io::Result<Self> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = private_files::open(path, options)?;
        let vector = stored_vector::size(embedding.dimension) as u64;
        let entry = size_of::<Key>() as u64 + vector;
        let end = file.metadata()?.len() / entry * entry;
        file.set_len(end)?;
        let (mut places, mut reader) = (HashMap::new(), BufReader::new(&file));
        for start in (0..end).step_by(usize::try_from(entry).unwrap_or(usize::MAX)) {
            let mut key = Key::default();
            reader.read_exact(&mut key)?;
            reader.seek_relative(i64::try_from(vector).unwrap_or(i64::MAX))?;
            places.insert(key, start + size_of::<Key>() as u64);
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            embedding: embedding.clone(),
            places,
            end,
        })
    }

    /// Number of vectors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True where it has no vectors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The cached vector of a text, if any.
    pub fn vector(&mut self, text: &str) -> Option<Vector> {
        let place = *self.places.get(&self.key(text))?;
        let mut bytes = vec![0; stored_vector::size(self.embedding.dimension)];
        self.file.seek(SeekFrom::Start(place)).ok()?;
        self.file.read_exact(&mut bytes).ok()?;
        Vector::of(read(&bytes))
    }

    /// Caches the vectors of some texts.
    ///
    /// # Errors
    /// The vectors cannot be written.
    pub fn keep<'t>(
        &mut self,
        vectors: impl IntoIterator<Item = (&'t str, &'t Vector)>,
    ) -> io::Result<()> {
        let (mut bytes, mut places) = (Vec::new(), Vec::new());
        for (text, vector) in vectors {
            let key = self.key(text);
            bytes.extend(key);
            places.push((key, self.end + bytes.len() as u64));
            bytes.extend(stored_vector::written(vector));
        }
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&bytes)?;
        self.end += bytes.len() as u64;
        self.places.extend(places);
        Ok(())
    }

    /// Deletes the file, once its vectors are in an index. A failure only costs disk space.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }

    fn key(&self, text: &str) -> Key {
        let (model, dimension, prefix, fields) = self.embedding.made_by();
        let own = serde_json::json!([model, dimension, prefix, fields, text]);
        Sha256::digest(own.to_string()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_for_the_same_model_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let of = |model: &str, dimension| Embedding {
            model: model.to_owned(),
            dimension,
            ..Embedding::default()
        };
        let vector = |numbers: &[f32]| Vector::of(numbers.to_vec()).unwrap();
        let (own, other) = (vector(&[1.0, 0.0]), vector(&[0.0, 1.0]));
        let mut cache = VectorCache::open(&path, &of("m", 2)).unwrap();
        cache.keep([("one", &own), ("two", &other)]).unwrap();
        // A killed build may leave an incomplete entry.
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(bytes.len() - 3);
        fs::write(&path, bytes).unwrap();
        let mut cache = VectorCache::open(&path, &of("m", 2)).unwrap();
        assert_eq!((cache.len(), cache.vector("one")), (1, Some(own)));
        assert_eq!(cache.vector("two"), None);
        cache.keep([("two", &other)]).unwrap();
        assert_eq!(cache.vector("two"), Some(other));
        for embedding in [of("n", 2), of("m", 3)] {
            let mut cache = VectorCache::open(&path, &embedding).unwrap();
            assert_eq!(cache.vector("one"), None, "{embedding}");
        }
        VectorCache::open(&path, &of("m", 2)).unwrap().remove();
        assert!(!path.exists());
    }
}
