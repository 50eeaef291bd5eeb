//! `book`: builds the book of `docs/` with mdBook, into `target/book`.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Builds the book with the `mdbook` of the `PATH`.
pub(crate) fn book(root: &Path) -> Result<(), String> {
    let mut mdbook = Command::new("mdbook");
    let status = mdbook.current_dir(root).args(["build", "docs"]).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`mdbook build docs` failed: {status}")),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(
            "the book needs `mdbook`, which is not installed: run `cargo install mdbook --locked`"
                .to_owned(),
        ),
        Err(error) => Err(format!("`mdbook` did not start: {error}")),
    }
}
