//! `tidy`: checks outside the compiler's scope: layout, dependencies, length of files, methods of types,
//! paths in documents.

mod counts;
mod documents;
mod edges;
mod layout;
mod markdown;
mod methods;
mod modules;
mod names;
mod paths;
mod rooms;
mod size;
mod uses;

use std::path::Path;

/// Runs every check and reports all findings at once.
pub(crate) fn tidy(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    layout::check(root, &mut wrong)?;
    documents::check(root, &mut wrong)?;
    rooms::check(root, &mut wrong)?;
    edges::check(root, &mut wrong)?;
    uses::check(root, &mut wrong)?;
    counts::check(root, &mut wrong)?;
    names::check(root, &mut wrong)?;
    methods::check(root, &mut wrong)?;
    size::check(root, &mut wrong)?;
    if wrong.is_empty() {
        println!("the repository is tidy");
        return Ok(());
    }
    Err(wrong.join("\n"))
}
