//! Explains files of a codebook and their keys.

use std::collections::BTreeMap;

use cmec_compiler::emit::file_docs;

use super::{Entry, joined};

/// Files with this name, and keys with this path or last part. A key that several files share is listed once.
pub(super) fn files(id: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut keys = BTreeMap::<(String, String), Vec<String>>::new();
    for file in file_docs() {
        let name = format!("{}.yaml", file.name);
        if id == file.name || id == name {
            let paths = joined(file.keys.iter().map(|key| &key.path), ", ");
            let facts = vec![("what", file.about.to_owned()), ("keys", paths)];
            entries.push(Entry::new(format!("{name} (file of a codebook)"), facts));
        }
        for key in file.keys {
            if key.path == id || key.path.rsplit('.').next() == Some(id) {
                let files = keys.entry((key.path, key.about)).or_default();
                files.push(name.clone());
            }
        }
    }
    let keys = keys.into_iter().map(|((path, about), files)| {
        let title = format!("{path} (key of {})", files.join(", "));
        Entry::new(title, vec![("what", about)])
    });
    entries.extend(keys);
    entries
}
