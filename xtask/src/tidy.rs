//! `tidy`: what no compiler checks. Layout, dependencies, purity, length of files, paths in documents, names in sources.

mod counts;
mod documents;
mod edges;
mod layout;
mod ledger_names;
mod modules;
mod paths;
mod purity;
mod rooms;
mod size;

use std::path::Path;

/// Runs every check and reports all that is wrong at once.
pub(crate) fn tidy(root: &Path) -> Result<(), String> {
    let mut wrong = Vec::new();
    layout::check(root, &mut wrong)?;
    purity::check(root, &mut wrong)?;
    documents::check(root, &mut wrong)?;
    ledger_names::check(root, &mut wrong)?;
    rooms::check(root, &mut wrong)?;
    edges::check(root, &mut wrong)?;
    counts::check(root, &mut wrong)?;
    size::check(root, &mut wrong)?;
    if wrong.is_empty() {
        println!("the repository is tidy");
        return Ok(());
    }
    Err(wrong.join("\n"))
}
