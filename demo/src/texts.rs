//! The built-in texts of a domain: the default content of its text index.

use include_dir::{Dir, DirEntry, include_dir};

static ENTERPRISE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/enterprise/notes");
static MIND: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/mind/notes");

/// The texts of a domain by path, sorted; empty if it has none.
#[must_use]
pub fn of(domain: &str) -> Vec<(&'static str, &'static [u8])> {
    let mut texts = Vec::new();
    match domain {
        "enterprise" => take(&ENTERPRISE, &mut texts),
        "mind" => take(&MIND, &mut texts),
        _ => {}
    }
    texts.sort_unstable_by_key(|(path, _)| *path);
    texts
}

fn take(folder: &'static Dir<'_>, texts: &mut Vec<(&'static str, &'static [u8])>) {
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(folder) => take(folder, texts),
            DirEntry::File(file) => {
                if let Some(path) = file.path().to_str() {
                    texts.push((path, file.contents()));
                }
            }
        }
    }
}
