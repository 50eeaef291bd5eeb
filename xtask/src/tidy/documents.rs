//! Every path that a document or the head of a source file names is there, and every link leads somewhere.

use std::path::Path;

use super::layout::SOURCES;
use crate::repository::{files, names, read};

/// Documents that name what was there once, or what is not of this repository.
const EXCEPT: &[&str] = &["CHANGELOG.md", "FINDINGS.md"];
/// The folder of the other documents.
const DOCS: &str = "docs";
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

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for document in documents(root)? {
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in (1..).zip(read(root, &document)?.lines()) {
            let there = |named: &&str| root.join(named).exists();
            for named in quoted(line).filter(|named| is_path(named) && !there(named)) {
                wrong.push(format!("{document}:{number}: there is no `{named}`"));
            }
            for link in links(line).filter(|link| !root.join(folder).join(link).exists()) {
                wrong.push(format!(
                    "{document}:{number}: the link to `{link}` leads nowhere"
                ));
            }
        }
    }
    for folder in SOURCES.iter().filter(|folder| root.join(folder).is_dir()) {
        for source in files(root, folder)?
            .iter()
            .filter(|file| file.ends_with(".rs"))
        {
            let text = read(root, source)?;
            let head = text.lines().take_while(|line| line.starts_with("//!"));
            for named in head.flat_map(quoted).filter(|named| is_path(named)) {
                if !root.join(named).exists() {
                    wrong.push(format!(
                        "{source}: its head names `{named}`, which is not there"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// The documents at the root and those of the folder.
fn documents(root: &Path) -> Result<Vec<String>, String> {
    let mut documents = names(root, ".")?;
    if root.join(DOCS).is_dir() {
        documents.extend(files(root, DOCS)?);
    }
    documents.retain(|name| name.ends_with(".md") && !EXCEPT.contains(&name.as_str()));
    Ok(documents)
}

/// The texts between backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The files a line links to, from the folder of its document; addresses of other places are left out.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1);
    targets.filter_map(|target| {
        let (target, _) = target.split_once(')')?;
        let file = target.split('#').next()?;
        (!file.is_empty() && !file.contains(':')).then_some(file)
    })
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
    use super::{is_path, links, quoted};

    #[test]
    fn paths_are_told_from_other_texts() {
        let line = "see `crates/decoder/src/lib.rs`, `cargo test`, `codebook/<domain>`, `README.md` and `clippy.toml`";
        let paths: Vec<&str> = quoted(line).filter(|text| is_path(text)).collect();
        assert_eq!(paths, ["crates/decoder/src/lib.rs", "README.md"]);
    }

    #[test]
    fn links_are_those_to_files() {
        let line =
            "- [a](one/a.md), [b](../b.md#part) and [c](#part), [d](https://example.invalid/d)";
        let found: Vec<&str> = links(line).collect();
        assert_eq!(found, ["one/a.md", "../b.md"]);
    }
}
