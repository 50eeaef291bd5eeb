//! The vectors of an index: files of a generation, one for each build with new vectors.
//!
//! A file has consecutive vectors. A piece stores the number of the build and the row in its file. Files are
//! memory-mapped, and every vector that passes the predicates is compared, so results are exact.

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps indexes in folders"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tantivy::Directory as _;
use tantivy::directory::{MmapDirectory, OwnedBytes};

use super::{failed, unreachable};
use crate::ports::embedder::Vector;
use crate::ports::private_files;
use crate::ports::stored_vector::{self, product};
use crate::ports::text_index::{Embedding, IndexError};

/// Extension of a vector file; its stem is the number of the build.
const ENDING: &str = "vectors";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VectorPlace {
    /// The build that wrote it.
    pub(super) build: u32,
    /// The row in the file.
    pub(super) row: u32,
}

impl VectorPlace {
    /// Packs the position into one number.
    pub(super) fn number(self) -> u64 {
        u64::from(self.build) << 32 | u64::from(self.row)
    }

    pub(super) const fn of(number: u64) -> Self {
        Self {
            build: (number >> 32) as u32,
            row: number as u32,
        }
    }
}

pub(super) fn file_name(build: u64) -> String {
    format!("{build}.{ENDING}")
}

/// The build of a vector file; `None` for other files.
pub(super) fn build_of(file: &Path) -> Option<u64> {
    let is_own = file.extension().is_some_and(|own| own == ENDING);
    let name = file.file_stem().filter(|_| is_own)?;
    name.to_str()?.parse().ok()
}

#[derive(Debug)]
pub(super) struct VectorWriter {
    path: PathBuf,
    /// Created by the first vector.
    file: Option<BufWriter<File>>,
    build: u32,
    rows: u32,
}

impl VectorWriter {
    pub(super) fn of(folder: &Path, build: u64) -> Result<Self, IndexError> {
        Ok(Self {
            file: None,
            path: folder.join(file_name(build)),
            build: u32::try_from(build)
                .map_err(|_| IndexError::Failed("too many generations".to_owned()))?,
            rows: 0,
        })
    }

    pub(super) fn add(&mut self, vector: &Vector) -> Result<VectorPlace, IndexError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let file = private_files::create(&self.path)
                    .map_err(|error| failed(&self.path, &error))?;
                none.insert(BufWriter::new(file))
            }
        };
        let written = file.write_all(&stored_vector::written(vector));
        written.map_err(|error| failed(&self.path, &error))?;
        let place = VectorPlace {
            build: self.build,
            row: self.rows,
        };
        let rows = self.rows.checked_add(1);
        self.rows = rows.ok_or_else(|| IndexError::Failed("too many vectors".to_owned()))?;
        Ok(place)
    }

    /// Flushes everything to disk.
    pub(super) fn finish(self) -> Result<(), IndexError> {
        let Some(mut file) = self.file else {
            return Ok(());
        };
        let written = file.flush().and_then(|()| file.get_ref().sync_all());
        written.map_err(|error| failed(&self.path, &error))
    }
}

#[derive(Clone)]
pub(super) struct Vectors {
    pub(super) embedding: Embedding,
    files: BTreeMap<u32, OwnedBytes>,
}

impl Vectors {
    /// Maps the files that some builds have written to a generation.
    pub(super) fn open(
        folder: &Path,
        embedding: Embedding,
        builds: &BTreeSet<u64>,
    ) -> Result<Self, IndexError> {
        let mut files = BTreeMap::new();
        let directory = MmapDirectory::open(folder);
        let directory = directory.map_err(|error| IndexError::Failed(error.to_string()))?;
        let vector = stored_vector::size(embedding.dimension).max(1);
        for build in builds {
            let name = file_name(*build);
            let opened = directory.open_read(Path::new(&name));
            let opened = opened.map_err(|error| IndexError::Failed(error.to_string()))?;
            let bytes = opened.read_bytes();
            let bytes = bytes.map_err(|error| unreachable(&folder.join(&name), &error))?;
            if bytes.len() % vector != 0 {
                let (has, wanted) = (bytes.len(), embedding.dimension);
                let told = format!("{name} has {has} bytes, no vectors of {wanted} numbers");
                return Err(IndexError::Unfit(told));
            }
            let build = u32::try_from(*build);
            let build = build.map_err(|_| IndexError::Unfit("too many generations".to_owned()))?;
            files.insert(build, bytes);
        }
        Ok(Self { embedding, files })
    }

    fn bytes(&self, place: VectorPlace) -> Result<&[u8], IndexError> {
        let size = stored_vector::size(self.embedding.dimension);
        let from = (place.row as usize).saturating_mul(size);
        let bytes = self.files.get(&place.build);
        let bytes = bytes.and_then(|file| file.get(from..from.saturating_add(size)));
        bytes.ok_or_else(|| {
            let name = file_name(u64::from(place.build));
            IndexError::Unfit(format!("{name} has no vector {}", place.row))
        })
    }

    /// The dot product with a unit vector of the index: their cosine.
    pub(super) fn cosine(&self, vector: &Vector, place: VectorPlace) -> Result<f32, IndexError> {
        Ok(product(vector.numbers(), self.bytes(place)?))
    }
}
