//! An index in a folder: generations, of which `manifest.json` names the current one.
//!
//! ```text
//! FOLDER/manifest.json    written last, and by renaming: a build that was interrupted leaves the old generation in use
//! FOLDER/generations/7/   the files of a generation
//! FOLDER/lock             held by the one process that builds
//! ```

#![allow(
    clippy::disallowed_methods,
    reason = "this port is the one that keeps indexes in folders"
)]

use std::fs;
use std::io;
use std::path::Path;

use tantivy::Index;

use super::manifest::{GENERATIONS, Manifest};
use super::vectors::Vectors;
use super::{TantivyIndex, unreachable};
use crate::ports::text_index::IndexError;

/// Opens the index of a folder.
///
/// # Errors
/// There is no index, or it was made by other rules.
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
        match generation(&manifest, folder) {
            Ok(index) => return Ok(index),
            // A build may have ended between the two reads; the next generation is tried then.
            Err(error) if before == Some(manifest.generation) => {
                let files = manifest.files(folder);
                let told = format!("{}: {error}", files.display());
                return Err(IndexError::Unreachable(told));
            }
            Err(_) => before = Some(manifest.generation),
        }
    }
}

fn generation(manifest: &Manifest, folder: &Path) -> Result<TantivyIndex, IndexError> {
    let files = manifest.files(folder);
    let vectors = match &manifest.embedding {
        Some(embedding) => Some(Vectors::open(
            &files,
            embedding.clone(),
            &manifest.builds(),
        )?),
        None => None,
    };
    TantivyIndex::of(&Index::open_in_dir(&files)?, vectors, manifest.chinese)
}

/// The numbers of the existing generations, complete or not.
pub(super) fn generations(folder: &Path) -> Result<Vec<u64>, IndexError> {
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

/// Removes old generations. A reader that has one open continues to read it. A failed removal only costs disk space,
/// and the next build tries again.
pub(super) fn sweep(folder: &Path, current: u64) {
    for number in generations(folder).unwrap_or_default() {
        if number != current {
            let _ = fs::remove_dir_all(folder.join(GENERATIONS).join(number.to_string()));
        }
    }
}
