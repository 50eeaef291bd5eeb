//! Every path and link of a document leads to a file, and every page of the book is in its summary.

use std::path::Path;

use super::{files, read};
use crate::Outcome;

const DOCUMENTS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
];
/// The pages of the book.
const BOOK: &str = "docs/src";
/// What a path of the repository starts with.
const ROOTS: &[&str] = &[
    ".cargo/",
    ".ci/",
    "cli/",
    "codebook/",
    "crates/",
    "demo/",
    "docs/",
    "examples/",
    "fixtures/",
    "fuzz/",
    "grammars/",
    "schemas/",
    "xtask/",
];
/// Endings of files at the root.
const ENDINGS: &[&str] = &[".md", ".toml"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Outcome {
    let mut pages = files(root, BOOK)?;
    pages.retain(|page| page.ends_with(".md"));
    let summary = read(root, &format!("{BOOK}/SUMMARY.md"))?;
    for page in &pages {
        let named = page.trim_start_matches(BOOK).trim_start_matches('/');
        if named != "SUMMARY.md" && !summary.contains(&format!("({named})")) {
            wrong.push(format!("{page}: the summary of the book does not name it"));
        }
    }
    let documents = DOCUMENTS.iter().map(|document| (*document).to_owned());
    for document in documents.chain(pages) {
        // A missing document is the layout's business.
        if !root.join(&document).is_file() {
            continue;
        }
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in (1..).zip(read(root, &document)?.lines()) {
            let paths = quoted(line).filter(|named| is_path(named) && !root.join(named).exists());
            let links = linked(line).filter(|named| !root.join(folder).join(named).exists());
            for named in paths.chain(links) {
                wrong.push(format!("{document}:{number}: there is no `{named}`"));
            }
        }
    }
    Ok(())
}

/// The files that a line links to.
fn linked(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| target.ends_with(".md") || target.ends_with(".svg"))
}

/// The texts between backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether a text is a path of the repository; patterns and commands are not.
fn is_path(text: &str) -> bool {
    let plain = (text.chars())
        .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/'));
    let rooted = ROOTS.iter().any(|start| text.starts_with(start));
    let at_root = !text.contains('/')
        && ENDINGS.iter().any(|ending| text.ends_with(ending))
        && text.starts_with(|letter: char| letter.is_ascii_uppercase());
    plain && (rooted || at_root)
}

#[cfg(test)]
mod tests {
    use super::{is_path, linked, quoted};

    #[test]
    fn paths_are_told_from_other_texts() {
        let line = "see `crates/decoder/src/lib.rs`, `cargo test`, `codebook/<domain>`, `README.md` and `clippy.toml`";
        let paths: Vec<&str> = quoted(line).filter(|text| is_path(text)).collect();
        assert_eq!(paths, ["crates/decoder/src/lib.rs", "README.md"]);
    }
    #[test]
    fn links_are_told_from_other_texts() {
        let line = "see [one](../a/b.md), [two](c.md#part), [`f[1](2)`](https://example.org/) and ![three](d.svg)";
        let links: Vec<&str> = linked(line).collect();
        assert_eq!(links, ["../a/b.md", "c.md", "d.svg"]);
    }
}
