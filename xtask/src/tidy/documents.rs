//! Checks that every path and link in documents, and every path in headers of source files, exists, and that every page
//! of the book is in its summary.

use std::path::Path;

use xtask::repository::{files, names, read, sources};

/// The document that may name former files.
const HISTORY: &str = "CHANGELOG.md";
/// The pages of the book.
const BOOK: &str = "docs/src";
const SUMMARY: &str = "docs/src/SUMMARY.md";
/// The first components of repository paths.
const ROOTS: &[&str] = &[
    ".cargo/",
    ".ci/",
    "agent/",
    "cli/",
    "codebook/",
    "crates/",
    "demo/",
    "docs/",
    "examples/",
    "fixtures/",
    "fuzz/",
    "schemas/",
    "xtask/",
];
/// Extensions of files at the root.
const ENDINGS: &[&str] = &[".md", ".toml"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let mut documents = names(root, ".")?;
    documents.extend(files(root, BOOK)?);
    documents.retain(|name| name.ends_with(".md") && name != HISTORY);
    let summary = read(root, SUMMARY)?;
    for document in &documents {
        let (folder, _) = document.rsplit_once('/').unwrap_or(("", document));
        for (number, line) in (1..).zip(read(root, document)?.lines()) {
            let paths = quoted(line).filter(|named| is_path(named) && !root.join(named).exists());
            let links = linked(line).filter(|named| !root.join(folder).join(named).exists());
            for named in paths.chain(links) {
                wrong.push(format!("{document}:{number}: there is no `{named}`"));
            }
        }
        let page = document.strip_prefix("docs/src/");
        let is_named = |page: &str| summary.contains(&format!("({page})"));
        if document != SUMMARY && page.is_some_and(|page| !is_named(page)) {
            wrong.push(format!("{document}: {SUMMARY} does not name it"));
        }
    }
    for source in sources(root)? {
        let text = read(root, &source)?;
        let head = text.lines().take_while(|line| line.starts_with("//!"));
        for named in head.flat_map(quoted).filter(|named| is_path(named)) {
            if !root.join(named).exists() {
                wrong.push(format!(
                    "{source}: its head names `{named}`, and there is none"
                ));
            }
        }
    }
    Ok(())
}

/// The texts between backticks in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The files that a line links to, relative to its document, without external links.
fn linked(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1);
    let targets = targets.filter_map(|target| target.split([')', '#']).next());
    targets.filter(|target| target.contains('.') && !target.contains(':'))
}

/// True for a repository path; patterns and commands are not.
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
        let line = "see [one](../a/b.md), [two](c.md#part), [own](#part), [`f[1](2)`](https://example.org/) and ![three](d.svg)";
        let links: Vec<&str> = linked(line).collect();
        assert_eq!(links, ["../a/b.md", "c.md", "d.svg"]);
    }
}
