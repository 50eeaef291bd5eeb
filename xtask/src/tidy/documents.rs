//! Every path a document names is there.

use std::path::Path;

use super::read;
use crate::Outcome;

const DOCUMENTS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
];
/// What a path of the repository starts with.
const ROOTS: &[&str] = &[
    ".cargo/",
    ".ci/",
    "cli/",
    "codebook/",
    "crates/",
    "demo/",
    "fixtures/",
    "grammars/",
    "schemas/",
    "xtask/",
];
/// Endings of files at the root.
const ENDINGS: &[&str] = &[".md", ".toml"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Outcome {
    for document in DOCUMENTS {
        // A missing document is the layout's business.
        if !root.join(document).is_file() {
            continue;
        }
        for (number, line) in (1..).zip(read(root, document)?.lines()) {
            for named in quoted(line).filter(|named| is_path(named)) {
                if !root.join(named).exists() {
                    wrong.push(format!("{document}:{number}: there is no `{named}`"));
                }
            }
        }
    }
    Ok(())
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
    use super::{is_path, quoted};

    #[test]
    fn paths_are_told_from_other_texts() {
        let line = "see `crates/decoder/src/lib.rs`, `cargo test`, `codebook/<domain>`, `README.md` and `clippy.toml`";
        let paths: Vec<&str> = quoted(line).filter(|text| is_path(text)).collect();
        assert_eq!(paths, ["crates/decoder/src/lib.rs", "README.md"]);
    }
}
