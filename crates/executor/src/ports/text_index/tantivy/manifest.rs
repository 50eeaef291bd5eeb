//! The manifest of an index folder, which names the current generation.

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps indexes in folders"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{failed, unreachable};
use crate::analysis::{self, Chinese};
use crate::documents::chunk::ChunkSize;
use crate::ports::private_files;
use crate::ports::text_index::build::NewIndex;
use crate::ports::text_index::rules::misfit;
use crate::ports::text_index::{Embedding, IndexError};

const FORMAT: u32 = 2;
pub(super) const MANIFEST: &str = "manifest.json";
/// The new manifest, renamed when it is complete.
pub(super) const MANIFEST_NEW: &str = "manifest.new";
pub(super) const GENERATIONS: &str = "generations";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// Version of the word analysis.
    analysis: u32,
    pub(super) engine: String,
    #[serde(default)]
    pub(super) chinese: Chinese,
    pub(super) size: ChunkSize,
    /// The model of the vectors.
    pub(super) embedding: Option<Embedding>,
    pub(super) generation: u64,
    pub(super) documents: BTreeMap<String, IndexedDocument>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IndexedDocument {
    pub(super) sha256: String,
    pub(super) pieces: usize,
    /// The generation whose build wrote its vectors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) vectors: Option<u64>,
}

impl Manifest {
    pub(super) fn first(new: NewIndex) -> Self {
        Self {
            format: FORMAT,
            analysis: analysis::VERSION,
            engine: tantivy::version_string().to_owned(),
            chinese: new.chinese,
            size: new.size,
            embedding: new.embedding,
            generation: 0,
            documents: BTreeMap::new(),
        }
    }

    /// The manifest of a folder; `None` where there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, IndexError> {
        let path = folder.join(MANIFEST);
        let mut text = Vec::new();
        match private_files::open_plain(&path).and_then(|mut file| file.read_to_end(&mut text)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreachable(&path, &error)),
        }
        let manifest = serde_json::from_slice(&text);
        let unfit = |error| IndexError::Unfit(format!("{}: {error}", path.display()));
        manifest.map(Some).map_err(unfit)
    }

    /// Why this program cannot read the index, if so.
    pub(super) fn misfit(&self) -> Option<String> {
        misfit((self.format, FORMAT), self.analysis)
    }

    /// The builds that wrote the vectors in use.
    pub(super) fn builds(&self) -> BTreeSet<u64> {
        let with_pieces = self.documents.values().filter(|own| own.pieces > 0);
        with_pieces.filter_map(|own| own.vectors).collect()
    }

    pub(super) fn files(&self, folder: &Path) -> PathBuf {
        folder.join(GENERATIONS).join(self.generation.to_string())
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), IndexError> {
        let (new, own) = (folder.join(MANIFEST_NEW), folder.join(MANIFEST));
        let text = serde_json::to_vec_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| {
            let mut file = private_files::create(&new)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&new, &own)?;
            // Syncs the folder for the rename, where the system supports it.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
            Ok(())
        });
        written.map_err(|error| failed(&own, &error))
    }
}
