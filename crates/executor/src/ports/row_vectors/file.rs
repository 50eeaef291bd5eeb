//! A file of row vectors. A new file is written completely before it replaces the old one.
//!
//! ```text
//! {"kind": "cmec-row-vectors", "format": 1, "domain": …, "rows": 2, "sha256": …}    of everything behind this line
//! ["1", "9f86d0…"]                                           a key, and the hash of its texts; one line a row
//! ["2", "60303a…"]
//! the vectors in the same order
//! ```

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps vectors of rows in files"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{RowVectors, RowVectorsError, RowsOf};
use crate::fingerprint::hexadecimal;
use crate::ports::embedder::Vector;
use crate::ports::private_files;
use crate::ports::stored_vector::{product, size, written};
use crate::ports::text_index::Embedding;

const KIND: &str = "cmec-row-vectors";

const FORMAT: u32 = 1;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    kind: String,
    format: u32,
    #[serde(flatten)]
    of: RowsOf,
    embedding: Embedding,
    rows: usize,
    sha256: String,
}

/// The part of the manifest that decides whether the rest can be read.
#[derive(Debug, Deserialize)]
struct Format {
    kind: String,
    format: u32,
}

/// An open file of row vectors.
#[derive(Clone)]
pub struct RowVectorFile {
    path: PathBuf,
    manifest: Manifest,
    rows: BTreeMap<String, Row>,
    bytes: Vec<u8>,
    /// Offset of the vectors.
    vectors: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// Hash of its texts.
    hash: String,
    number: usize,
}

impl std::fmt::Debug for RowVectorFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("RowVectorFile");
        shown.field("path", &self.path);
        shown.field("manifest", &self.manifest);
        shown.finish_non_exhaustive()
    }
}

impl RowVectorFile {
    /// Opens a file.
    ///
    /// # Errors
    /// The file does not exist, has another format, or is incomplete.
    pub fn open(path: &Path) -> Result<Self, RowVectorsError> {
        let mut bytes = Vec::new();
        let read =
            private_files::open_plain(path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|error| RowVectorsError::Unreachable(format!("{}: {error}", path.display())))?;
        Self::read(path, bytes).map_err(|why| unfit(path, &why))
    }

    fn read(path: &Path, bytes: Vec<u8>) -> Result<Self, String> {
        let mut lines = Lines {
            bytes: &bytes,
            at: 0,
        };
        let first = lines.next().ok_or("it is no file of vectors")?;
        let format: Format =
            serde_json::from_slice(first).map_err(|_| "it is no file of vectors")?;
        if format.kind != KIND {
            return Err("it is no file of vectors".to_owned());
        }
        if format.format != FORMAT {
            let own = format.format;
            return Err(format!(
                "it has the format {own}, and this program reads {FORMAT}"
            ));
        }
        let manifest: Manifest =
            serde_json::from_slice(first).map_err(|error| error.to_string())?;
        let rest = bytes.get(lines.at..).unwrap_or_default();
        if hash(rest) != manifest.sha256 {
            return Err("it is not whole, or was changed".to_owned());
        }
        let mut rows = BTreeMap::new();
        for number in 0..manifest.rows {
            let line = lines.next().ok_or("it has fewer rows than it says")?;
            let (key, hash): (String, String) =
                serde_json::from_slice(line).map_err(|error| error.to_string())?;
            rows.insert(key, Row { hash, number });
        }
        let vectors = lines.at;
        let wanted = size(manifest.embedding.dimension).saturating_mul(manifest.rows);
        if bytes.len().saturating_sub(vectors) != wanted {
            return Err("it has not one vector a row".to_owned());
        }
        Ok(Self {
            path: path.to_owned(),
            manifest,
            rows,
            bytes,
            vectors,
        })
    }

    /// The rows that its vectors belong to.
    #[must_use]
    pub const fn of(&self) -> &RowsOf {
        &self.manifest.of
    }

    /// Checks that its vectors belong to these rows of the codebook and to the model that embeds questions.
    ///
    /// # Errors
    /// A description of the difference.
    pub fn check(&self, of: &RowsOf, model: Option<&str>) -> Result<(), RowVectorsError> {
        let own = &self.manifest.embedding.model;
        let differing = self.manifest.of.difference(of);
        let differing = differing.or_else(|| {
            let other = model.filter(|other| other != own)?;
            Some(format!(
                "its vectors are of the model `{own}`, and those of questions are of `{other}`"
            ))
        });
        differing.map_or(Ok(()), |why| Err(unfit(&self.path, &why)))
    }

    /// Checks that a new file continues this one.
    ///
    /// # Errors
    /// A description of the difference.
    pub fn check_goes_on(&self, next: &NextRowVectors) -> Result<(), RowVectorsError> {
        self.check(&next.of, None)?;
        let differing = self.manifest.embedding.difference(&next.embedding);
        differing.map_or(Ok(()), |why| Err(unfit(&self.path, &why)))
    }

    /// The stored vector of a row, where its texts are unchanged.
    fn kept(&self, key: &str, hash: &str) -> Option<&[u8]> {
        let row = self.rows.get(key).filter(|row| row.hash == hash)?;
        self.vector(row)
    }

    fn vector(&self, row: &Row) -> Option<&[u8]> {
        let size = size(self.manifest.embedding.dimension);
        let from = self.vectors.checked_add(row.number.checked_mul(size)?)?;
        self.bytes.get(from..from.checked_add(size)?)
    }
}

impl RowVectors for RowVectorFile {
    fn type_name(&self) -> &str {
        &self.manifest.of.type_name
    }

    fn fields(&self) -> &[String] {
        &self.manifest.of.fields
    }

    fn embedding(&self) -> &Embedding {
        &self.manifest.embedding
    }

    fn is_of(&self, key: &str, text: &str) -> bool {
        (self.rows.get(key)).is_some_and(|row| row.hash == hash(text.as_bytes()))
    }

    fn cosine(&self, key: &str, vector: &Vector) -> Option<f32> {
        let own = self.vector(self.rows.get(key)?)?;
        Some(product(vector.numbers(), own))
    }
}

/// The vectors of a new file.
#[derive(Debug, Clone)]
pub struct NextRowVectors {
    of: RowsOf,
    embedding: Embedding,
    lines: Vec<u8>,
    vectors: Vec<u8>,
    rows: usize,
}

impl NextRowVectors {
    /// No vectors yet.
    #[must_use]
    pub const fn new(of: RowsOf, embedding: Embedding) -> Self {
        Self {
            of,
            embedding,
            lines: Vec::new(),
            vectors: Vec::new(),
            rows: 0,
        }
    }

    /// The rows that they belong to.
    #[must_use]
    pub const fn of(&self) -> &RowsOf {
        &self.of
    }

    /// The model and dimension of its vectors.
    #[must_use]
    pub const fn embedding(&self) -> &Embedding {
        &self.embedding
    }

    /// Keeps the vector of a row from the old file; `false` where its texts have changed or it has none there.
    pub fn keep(&mut self, key: &str, text: &str, before: &RowVectorFile) -> bool {
        let hash = hash(text.as_bytes());
        let Some(vector) = before.kept(key, &hash) else {
            return false;
        };
        self.add_written(key, &hash, vector);
        true
    }

    /// Adds the vector of a row's texts.
    pub fn add(&mut self, key: &str, text: &str, vector: &Vector) {
        self.add_written(key, &hash(text.as_bytes()), &written(vector));
    }

    fn add_written(&mut self, key: &str, hash: &str, vector: &[u8]) {
        let line = serde_json::json!([key, hash]);
        self.lines.extend_from_slice(line.to_string().as_bytes());
        self.lines.push(b'\n');
        self.vectors.extend_from_slice(vector);
        self.rows += 1;
    }

    /// Writes the file. The old file stays until the new one is on disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(self, path: &Path) -> Result<(), RowVectorsError> {
        let mut sum = Sha256::new();
        sum.update(&self.lines);
        sum.update(&self.vectors);
        let manifest = Manifest {
            kind: KIND.to_owned(),
            format: FORMAT,
            of: self.of,
            embedding: self.embedding,
            rows: self.rows,
            sha256: hexadecimal(&sum.finalize()),
        };
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        let first = serde_json::to_vec(&manifest).map_err(io::Error::other);
        let written = first.and_then(|first| {
            let mut file = private_files::create(&new)?;
            for part in [first.as_slice(), b"\n", &self.lines, &self.vectors] {
                file.write_all(part)?;
            }
            file.sync_all()?;
            fs::rename(&new, path)
        });
        written.map_err(|error| {
            let _ = fs::remove_file(&new);
            RowVectorsError::Failed(format!("{}: {error}", path.display()))
        })
    }
}

/// An iterator over the lines of a file.
struct Lines<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Iterator for Lines<'b> {
    type Item = &'b [u8];

    fn next(&mut self) -> Option<&'b [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        self.at += end + 1;
        rest.get(..end)
    }
}

fn unfit(path: &Path, why: &str) -> RowVectorsError {
    RowVectorsError::Unfit(format!("{}: {why}", path.display()))
}

fn hash(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}
