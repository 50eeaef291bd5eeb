//! `tidy`: what no compiler checks. Layout, dependencies, purity, length of files, paths in documents, names in sources.

mod documents;
mod edges;
mod layout;
mod ledger_names;
mod paths;
mod purity;

use std::fs;
use std::path::Path;

use crate::Outcome;

/// Runs every check and reports all that is wrong at once.
pub(crate) fn tidy(root: &Path) -> Outcome {
    let mut wrong = Vec::new();
    layout::check(root, &mut wrong)?;
    purity::check(root, &mut wrong)?;
    documents::check(root, &mut wrong)?;
    ledger_names::check(root, &mut wrong)?;
    edges::check(root, &mut wrong)?;
    if wrong.is_empty() {
        println!("the repository is tidy");
        return Ok(());
    }
    Err(wrong.join("\n"))
}

/// The files under a folder, as paths from the root with `/`, sorted; `target` and hidden folders left out.
fn files(root: &Path, folder: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let path = root.join(folder);
    if !path.is_dir() {
        return Ok(found);
    }
    let said = |error: std::io::Error| format!("{folder}: {error}");
    for entry in fs::read_dir(&path).map_err(said)? {
        let entry = entry.map_err(said)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" {
            continue;
        }
        let inner = format!("{folder}/{name}");
        if entry.path().is_dir() {
            found.extend(files(root, &inner)?);
        } else {
            found.push(inner);
        }
    }
    found.sort();
    Ok(found)
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}
