//! What a folder of an index has, and which generation of it is read.

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

/// The version of what is in a folder.
const FORMAT: u32 = 2;
pub(super) const MANIFEST: &str = "manifest.json";
/// Has the place of the manifest when it is whole.
pub(super) const MANIFEST_NEW: &str = "manifest.new";
pub(super) const GENERATIONS: &str = "generations";

/// What a folder has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The rules that words are made by.
    analysis: u32,
    /// The engine, with its version.
    pub(super) engine: String,
    /// What its Chinese words are.
    #[serde(default)]
    pub(super) chinese: Chinese,
    pub(super) size: ChunkSize,
    /// The vectors of its pieces.
    pub(super) embedding: Option<Embedding>,
    pub(super) generation: u64,
    pub(super) documents: BTreeMap<String, IndexedDocument>,
}

/// A document of an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IndexedDocument {
    /// Hash of its content.
    pub(super) sha256: String,
    /// Number of its pieces.
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

    /// Why its index cannot be read by this program.
    pub(super) fn misfit(&self) -> Option<String> {
        misfit((self.format, FORMAT), self.analysis)
    }

    /// The builds whose vectors its pieces have.
    pub(super) fn builds(&self) -> BTreeSet<u64> {
        let with_pieces = self.documents.values().filter(|own| own.pieces > 0);
        with_pieces.filter_map(|own| own.vectors).collect()
    }

    pub(super) fn files(&self, folder: &Path) -> PathBuf {
        folder.join(GENERATIONS).join(self.generation.to_string())
    }

    /// Takes the place of the manifest that is there.
    pub(super) fn write(&self, folder: &Path) -> Result<(), IndexError> {
        let (new, own) = (folder.join(MANIFEST_NEW), folder.join(MANIFEST));
        let text = serde_json::to_vec_pretty(self).map_err(io::Error::other);
        let written = text.and_then(|text| {
            let mut file = private_files::create(&new)?;
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
