//! Checks that every path and link in documents, and every path in headers of source files, exists, and that the summary
//! of the book names every page once.

use std::collections::BTreeMap;
use std::path::Path;

use super::markdown::{Link, anchors, links, prose};
use xtask::repository::{files, names, read, sources};

/// The document that may name former files.
const HISTORY: &str = "CHANGELOG.md";
/// The pages of the book.
const BOOK: &str = "docs/src";
const SUMMARY: &str = "docs/src/SUMMARY.md";
/// Folders whose `README.md` files are documents.
const FOLDERS_WITH_README: &[&str] = &["demo", "examples", "fixtures"];
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
    let documents = documents(root)?;
    for (document, text) in &documents {
        for (number, line) in (1..).zip(text.lines()) {
            for named in quoted(line).filter(|named| is_path(named) && !root.join(named).exists()) {
                wrong.push(format!("{document}:{number}: there is no `{named}`"));
            }
        }
        let exists = |file: &str| root.join(file).exists();
        wrong.extend(broken_links(document, &documents, &exists));
    }
    wrong.extend(summary_faults(&documents));
    heads(root, wrong)
}

/// The documents that are checked, with their texts.
fn documents(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut paths = names(root, ".")?;
    paths.extend(files(root, BOOK)?);
    for folder in FOLDERS_WITH_README {
        let inside = files(root, folder)?.into_iter();
        paths.extend(inside.filter(|path| path.ends_with("/README.md")));
    }
    paths.retain(|path| path.ends_with(".md") && path != HISTORY);
    let documents = paths.into_iter().map(|path| {
        let text = read(root, &path)?;
        Ok((path, text))
    });
    documents.collect()
}

/// The links of a document to files and headings that do not exist.
fn broken_links(
    document: &str,
    documents: &BTreeMap<String, String>,
    exists: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let text = documents.get(document).map_or("", String::as_str);
    let mut broken = Vec::new();
    for (number, line) in prose(text) {
        for Link { file, anchor } in links(line) {
            let target = resolved(document, &file);
            if !exists(&target) {
                broken.push(format!("{document}:{number}: there is no `{file}`"));
                continue;
            }
            let Some(anchor) = anchor else { continue };
            let headings = documents.get(&target).map(|text| anchors(text));
            if !headings.is_some_and(|headings| headings.contains(&anchor)) {
                broken.push(format!(
                    "{document}:{number}: {target} has no heading `#{anchor}`"
                ));
            }
        }
    }
    broken
}

/// The path from the root of what a document links to as `file`.
fn resolved(document: &str, file: &str) -> String {
    if file.is_empty() {
        return document.to_owned();
    }
    let mut folders: Vec<&str> = document.split('/').collect();
    folders.pop();
    for step in file.split('/') {
        match step {
            "." => {}
            ".." => {
                folders.pop();
            }
            name => folders.push(name),
        }
    }
    folders.join("/")
}

/// The pages of the book that the summary does not name exactly once.
fn summary_faults(documents: &BTreeMap<String, String>) -> Vec<String> {
    let summary = documents.get(SUMMARY).map_or("", String::as_str);
    let mut wrong = Vec::new();
    for document in documents.keys().filter(|document| *document != SUMMARY) {
        let Some(page) = document.strip_prefix("docs/src/") else {
            continue;
        };
        match summary.matches(&format!("({page})")).count() {
            0 => wrong.push(format!("{document}: {SUMMARY} does not name it")),
            1 => {}
            count => wrong.push(format!("{document}: {SUMMARY} names it {count} times")),
        }
    }
    wrong
}

/// Checks the paths in the headers of source files.
fn heads(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
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
    use std::collections::BTreeMap;

    use super::{SUMMARY, broken_links, is_path, quoted, summary_faults};

    #[test]
    fn paths_are_told_from_other_texts() {
        let line = "see `crates/decoder/src/lib.rs`, `cargo test`, `codebook/<domain>`, `README.md` and `clippy.toml`";
        let paths: Vec<&str> = quoted(line).filter(|text| is_path(text)).collect();
        assert_eq!(paths, ["crates/decoder/src/lib.rs", "README.md"]);
    }

    fn documents(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
        let owned = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
        texts.iter().map(owned).collect()
    }

    #[test]
    fn a_link_names_a_file_and_a_heading() {
        for (text, expected) in [
            (
                "[a](b.md), [a](../src/b.md#two-words), [a](#own)\n# Own",
                None,
            ),
            ("[a](https://example.org/#b)", None),
            ("```\n[a](none.md)\n```", None),
            ("[a](none.md)", Some("a.md:1: there is no `none.md`")),
            (
                "\n[a](b.md#none)",
                Some("a.md:2: docs/src/b.md has no heading `#none`"),
            ),
            ("[a](#none)", Some("docs/src/a.md has no heading `#none`")),
            (
                "[a](d.svg#none)",
                Some("docs/src/d.svg has no heading `#none`"),
            ),
        ] {
            let documents =
                documents(&[("docs/src/a.md", text), ("docs/src/b.md", "## Two words")]);
            let exists = |file: &str| file == "docs/src/d.svg" || documents.contains_key(file);
            let broken = broken_links("docs/src/a.md", &documents, &exists);
            assert_eq!(broken.len(), expected.iter().len(), "{broken:?}");
            for (told, expected) in broken.iter().zip(expected) {
                assert!(told.contains(expected), "{told}");
            }
        }
    }

    #[test]
    fn the_summary_names_each_page_once() {
        let faults = summary_faults(&documents(&[
            (SUMMARY, "[a](a.md)\n[b](b.md)\n[b](b.md)"),
            ("docs/src/a.md", ""),
            ("docs/src/b.md", ""),
            ("docs/src/c.md", ""),
            ("README.md", ""),
        ]));
        let expected = [
            "docs/src/b.md: docs/src/SUMMARY.md names it 2 times",
            "docs/src/c.md: docs/src/SUMMARY.md does not name it",
        ];
        assert_eq!(faults, expected);
    }
}
