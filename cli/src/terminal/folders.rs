//! The files of a folder and its subfolders.

use std::path::{Path, PathBuf};

use crate::terminal::exit::CliError;

/// The files sorted by name, and the number of skipped links: a link could lead out of the folder or form a cycle.
/// `keep` selects files; `enter` selects folders and links. More than `most` files are an error with the given help.
pub(crate) fn files(
    folders: &[PathBuf],
    mut keep: impl FnMut(&Path) -> bool,
    enter: impl Fn(&Path) -> bool,
    (most, help): (usize, &str),
) -> Result<(Vec<PathBuf>, usize), CliError> {
    let (mut paths, mut links) = (Vec::new(), 0);
    let mut open = folders.to_vec();
    while let Some(folder) = open.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| CliError::at(&folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| CliError::at(&folder, error))?;
            let kind = entry.file_type();
            let kind = kind.map_err(|error| CliError::at(&folder, error))?;
            let path = entry.path();
            if kind.is_dir() && enter(&path) {
                open.push(path);
            } else if kind.is_file() && keep(&path) {
                paths.push(path);
            } else if kind.is_symlink() && enter(&path) {
                links += 1;
            }
        }
        if paths.len() > most {
            let message = format!("more than {most} files");
            return Err(CliError::at(&folder, message).help(help));
        }
    }
    paths.sort();
    Ok((paths, links))
}
