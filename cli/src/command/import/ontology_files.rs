//! The files of an ontology, named directly or in folders.

use std::path::{Path, PathBuf};

use cmec_compiler::import::Document;

use crate::terminal::exit::CliError;
use crate::terminal::{folders, input};

/// Extensions of ontologies; other files of a folder are skipped.
const ENDINGS: &[&str] = &[
    "ttl", "turtle", "nt", "n3", "rdf", "owl", "xml", "edmx", "jsonld", "json",
];
/// Most files of all folders.
const FILES: usize = 10_000;

#[derive(Debug)]
pub(super) struct OntologyFile {
    name: String,
    bytes: Vec<u8>,
    is_found: bool,
}

impl OntologyFile {
    fn read(path: &Path, is_found: bool) -> Result<Self, CliError> {
        Ok(Self {
            name: path.to_string_lossy().replace('\\', "/"),
            bytes: input::read_bytes(path)?,
            is_found,
        })
    }

    pub(super) fn document(&self) -> Document<'_> {
        Document {
            name: &self.name,
            bytes: &self.bytes,
            is_found: self.is_found,
        }
    }
}

/// The named files and those of named folders; also returns the first name.
pub(super) fn named(paths: &[PathBuf]) -> Result<(PathBuf, Vec<OntologyFile>), CliError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(of_folders(std::slice::from_ref(path))?);
        } else {
            files.push(OntologyFile::read(path, false)?);
        }
    }
    if files.is_empty() {
        let endings = ENDINGS.join(", ");
        return Err(CliError::usage("no file of an ontology in the folder")
            .help(format!("known endings: {endings}")));
    }
    Ok((paths.first().cloned().unwrap_or_default(), files))
}

/// The files of folders and subfolders, sorted by name.
pub(super) fn of_folders(folders: &[PathBuf]) -> Result<Vec<OntologyFile>, CliError> {
    let most = (FILES, "name the folders of one ontology");
    let (paths, _) = folders::files(folders, is_ontology, |_| true, most)?;
    paths
        .iter()
        .map(|path| OntologyFile::read(path, true))
        .collect()
}

fn is_ontology(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
    })
}
