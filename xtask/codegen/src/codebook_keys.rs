//! `docs/src/reference/codebook.md`: every key of a codebook's files, as the schemas for editors have them.

use std::fmt::Write;

use cmec_compiler::emit::{KeyDoc, file_docs};

/// The page.
pub(crate) const PAGE: &str = "docs/src/reference/codebook.md";

const HEAD: &str = "# The files of a codebook

Every key of every file, by its path. Names that are the author's are left out of a path: `fields.path` is the key `path` \
of any field. `cmec explain fields.path` says the same, and editors show it where the first line of a file names its \
schema, as `cmec init` writes it. The schemas in `schemas/` say which values fit. Written by `cargo xtask codegen`; do \
not edit.
";

/// Its text.
pub(crate) fn page() -> String {
    let files = file_docs();
    let codebook: Vec<&KeyDoc> = (files.iter())
        .filter(|file| file.name == "codebook")
        .flat_map(|file| &file.keys)
        .collect();
    let mut page = HEAD.to_owned();
    for file in &files {
        let (name, about) = (file.name, file.about);
        // Writing into a string cannot fail.
        let _ = write!(page, "\n## {name}.yaml\n\n{about}");
        if name == "overlay" {
            page.push_str(" It takes the keys of `codebook.yaml` but for codes, and these:");
        }
        page.push_str("\n\n| key | meaning |\n|---|---|\n");
        for key in &file.keys {
            if name != "overlay" || !codebook.contains(&key) {
                let _ = writeln!(page, "| `{}` | {} |", key.path, key.about);
            }
        }
    }
    page
}
