//! The repository's files by path from its root.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository root: the folder above this crate.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The files under a folder, sorted, with `/` in paths, without `target` and hidden ones.
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

/// The names in a folder, sorted, without `target` and hidden ones.
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

/// The text of a file.
pub fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))
}
