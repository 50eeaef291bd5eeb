//! One side of a comparison: the codebook in a folder, a Git revision, a tar archive or a compiled table file; or all
//! codebooks in a folder of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cmec_compiler::{BUILTIN_CORE, Checked, SourceSet};
use cmec_decoder::Tables;
use cmec_executor::Catalogue;

use super::files::{Entry, Files};
use super::{git, tar};
use crate::domain::codebook;
use crate::terminal::exit::CliError;
use crate::terminal::{input, output};

const CODEBOOK: &str = "codebook.yaml";
const CORE: &str = "core.yaml";
const QUERIES: &str = "queries";
/// Prefix of a Git revision.
const GIT: &str = "git:";

pub(super) struct Version {
    pub(super) sources: SourceSet,
    pub(super) model: Checked,
}

/// The codebooks of one side by folder name.
pub(super) type Side = BTreeMap<String, Version>;

/// Reads a side. `beside`: the folder of the other side, which a Git revision without a path refers to.
pub(super) fn read(said: &Path, beside: &Path) -> Result<Side, CliError> {
    let text = said.to_string_lossy();
    if let Some(revision) = text.strip_prefix(GIT) {
        return of_git(revision, beside);
    }
    if said.is_file() {
        return match said.extension().and_then(|ending| ending.to_str()) {
            Some("json") => of_tables(said),
            _ => of_tar(said, beside),
        };
    }
    of_folder(said)
}

fn name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let last = whole.file_name().unwrap_or_default();
    last.to_string_lossy().into_owned()
}

/// The codebook in a folder, or the codebooks in its subfolders.
fn of_folder(folder: &Path) -> Result<Side, CliError> {
    let inside = |folder: &Path| folder.join(CODEBOOK).is_file();
    let mut folders: Vec<PathBuf> = Vec::new();
    if !inside(folder) && folder.is_dir() {
        let entries = std::fs::read_dir(folder).map_err(|error| CliError::at(folder, error))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        folders.extend(paths.filter(|path| inside(path)));
    }
    if folders.is_empty() {
        folders.push(folder.to_owned());
    }
    let version = |folder: PathBuf| {
        let sources = codebook::sources(&folder)
            .map_err(|failure| failure.help("name two codebooks: cmec diff OLD NEW"))?;
        Ok((name(&folder), compiled(&folder, sources)?))
    };
    folders.into_iter().map(version).collect()
}

/// A codebook as it is. A violation of its lock is a result of the comparison, not an error.
fn compiled(place: &Path, sources: SourceSet) -> Result<Version, CliError> {
    let compilation = cmec_compiler::compile_to_compare(&sources);
    let model = codebook::model_of(place, &sources, compilation)?;
    Ok(Version { sources, model })
}

/// The codebook of a compiled table file, which has no places.
fn of_tables(path: &Path) -> Result<Side, CliError> {
    let text = input::read_text(path)?;
    let tables = Tables::from_compiled(&text).map_err(|error| CliError::at(path, error))?;
    let catalogue = Catalogue::from_compiled(&text).map_err(|error| CliError::at(path, error))?;
    let name = tables.name.to_string();
    let version = Version {
        sources: SourceSet::from_texts([]),
        model: Checked::of_table_file(tables, catalogue),
    };
    Ok(Side::from([(name, version)]))
}

fn of_tar(path: &Path, beside: &Path) -> Result<Side, CliError> {
    let files = tar::files(&input::read_bytes(path)?).map_err(|error| CliError::at(path, error))?;
    of_files(&files, folders(&files), &path.display().to_string(), beside)
}

/// The files of a folder at a revision: `REF`, or `REF:FOLDER` relative to the top of the repository.
fn of_git(said: &str, beside: &Path) -> Result<Side, CliError> {
    let (revision, path) = said.split_once(':').unwrap_or((said, ""));
    if revision.is_empty() || revision.starts_with('-') {
        return Err(CliError::usage(format!("`{said}` is no revision"))
            .help("name a branch, a tag or a commit: git:main"));
    }
    let top = match path {
        "" => git::place(beside)?,
        path => {
            let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
            parts.collect::<Vec<_>>().join("/")
        }
    };
    let files = git::files(beside, (revision, &top), CORE, is_of_codebook)?;
    // As for a plain folder: it is a codebook or contains codebooks.
    let mut folders = folders(&files);
    match folders.contains(&&*top) {
        true => folders.retain(|folder| *folder == top),
        false => {
            folders.retain(|folder| folder.rsplit_once('/').map_or("", |(above, _)| above) == top)
        }
    }
    of_files(&files, folders, &format!("{GIT}{revision}:"), beside)
}

/// The folders that contain a codebook.
fn folders(files: &Files) -> Vec<&str> {
    let folders = files.keys().filter_map(|name| match name.as_str() {
        CODEBOOK => Some(""),
        name => name.strip_suffix(CODEBOOK)?.strip_suffix('/'),
    });
    folders.collect()
}

/// True where a file may belong to a codebook, by its name.
fn is_of_codebook(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    last.ends_with(".yaml") || last.ends_with(".1c") || last == cmec_compiler::LOCK_FILE
}

/// The codebooks in these folders. If there are several and `beside` is a single codebook, only its namesake is read.
fn of_files(
    files: &Files,
    folders: Vec<&str>,
    shown: &str,
    beside: &Path,
) -> Result<Side, CliError> {
    let beside_name = name(beside);
    let mut side = Side::new();
    for folder in &folders {
        let last = folder.rsplit('/').next().unwrap_or_default();
        let name = if last.is_empty() { &beside_name } else { last };
        let is_meant =
            !beside.join(CODEBOOK).is_file() || folders.len() == 1 || name == beside_name;
        if is_meant {
            let apart = if shown.ends_with([':', '/']) || folder.is_empty() {
                ""
            } else {
                "/"
            };
            let place = format!("{shown}{apart}{folder}");
            let place = place.trim_end_matches('/');
            let sources = sources(files, folder).map_err(|(name, what)| {
                let name = output::plain(&name);
                CliError::failed(format!("{place}: `{name}` is {what}"))
            })?;
            let version = compiled(Path::new(place), sources.shown_in(place))?;
            if side.insert(name.to_owned(), version).is_some() {
                let told = format!("{shown}: two codebooks are called `{name}`");
                return Err(CliError::failed(told));
            }
        }
    }
    if side.is_empty() {
        let help = "it must have a `codebook.yaml`";
        return Err(CliError::failed(format!("{shown}: no codebook")).help(help));
    }
    Ok(side)
}

/// The files of one codebook, named as in its folder, with the core next to it or the built-in one. An unreadable file
/// is an error, since leaving it out would change the codebook.
fn sources(files: &Files, folder: &str) -> Result<SourceSet, (String, &'static str)> {
    let inside = |name: &str| {
        let rest = if folder.is_empty() {
            name
        } else {
            name.strip_prefix(folder)?.strip_prefix('/')?
        };
        let is_own = |(start, end): (&str, &str)| start == QUERIES && end.ends_with(".1c");
        let is_meant = match rest.split_once('/') {
            None => {
                rest.ends_with(".yaml") && rest != CORE
                    || rest == cmec_compiler::LOCK_FILE
                    || rest == QUERIES
            }
            Some(parts) => is_own(parts) && !parts.1.contains('/'),
        };
        is_meant.then(|| rest.to_owned())
    };
    let above = match folder.rsplit_once('/') {
        Some((above, _)) => format!("{above}/{CORE}"),
        None if folder.is_empty() => format!("../{CORE}"),
        None => CORE.to_owned(),
    };
    let mut core = None;
    let mut own = Vec::new();
    for (name, entry) in files {
        let rest = inside(name);
        match entry {
            Entry::Bytes(bytes) if *name == above => core = Some(String::from_utf8_lossy(bytes)),
            Entry::Bytes(bytes) => own.extend(rest.map(|rest| (rest, bytes.clone()))),
            Entry::Instead(what) if *name == above || rest.is_some() => {
                return Err((name.clone(), what));
            }
            Entry::Instead(_) => {}
        }
    }
    let core = core.as_deref().unwrap_or(BUILTIN_CORE);
    Ok(SourceSet::from_bytes(core, own))
}
