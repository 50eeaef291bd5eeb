//! The repository's files, by their paths from its root.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository: the folder above this crate's.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The files under a folder, with `/` in their paths, sorted; `target` and hidden ones left out.
pub fn files(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for name in names(root, folder)? {
        let inner = format!("{folder}/{name}");
        if root.join(&inner).is_dir() {
            found.extend(files(root, &inner)?);
        } else {
            found.push(inner);
        }
    }
    found.sort();
    Ok(found)
}

/// Every Rust file.
pub fn sources(root: &Path) -> Result<Vec<String>, String> {
    let mut sources = Vec::new();
    for folder in [
        "agent", "cli", "crates", "demo", "examples", "fuzz", "xtask",
    ] {
        sources.extend(files(root, folder)?);
    }
    sources.retain(|file| file.ends_with(".rs"));
    Ok(sources)
}

/// The names of what a folder holds, sorted; `target` and hidden ones left out.
pub fn names(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let error = |error: std::io::Error| format!("{folder}: {error}");
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        let name = name.to_string_lossy().into_owned();
        if !name.starts_with('.') && name != "target" {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// A file's text.
pub fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}
