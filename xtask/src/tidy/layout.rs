//! The layout: three crates, the files every visitor looks for, no long files, generated files marked.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{files, read};
use crate::Outcome;

const CRATES: &[&str] = &["compiler", "decoder", "executor"];
const REQUIRED: &[&str] = &[
    ".cargo/config.toml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "README.md",
    "STYLE.md",
    "cli",
    "codebook",
    "demo",
    "deny.toml",
    "examples/host",
    "fixtures",
    "grammars",
    "rust-toolchain.toml",
    "schemas",
    "xtask",
];
/// Longest file written by hand, in lines.
const LONGEST: usize = 600;
/// Lines within which a generated file says so.
const HEAD: usize = 5;

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Outcome {
    let said = |error: std::io::Error| format!("crates: {error}");
    let mut have = BTreeSet::new();
    for entry in fs::read_dir(root.join("crates")).map_err(said)? {
        have.insert(
            entry
                .map_err(said)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    if !have.iter().map(String::as_str).eq(CRATES.iter().copied()) {
        wrong.push(format!(
            "crates/ must hold exactly {CRATES:?}, it holds {have:?}"
        ));
    }
    for path in REQUIRED {
        if !root.join(path).exists() {
            wrong.push(format!("{path} is missing"));
        }
    }
    let sources = ["cli", "crates", "demo", "examples", "xtask"].map(|folder| files(root, folder));
    for path in sources.into_iter().collect::<Result<Vec<_>, _>>()?.concat() {
        if !path.ends_with(".rs") {
            continue;
        }
        let text = read(root, &path)?;
        if path.contains("/generated/") {
            if text.lines().next() != Some(cmec_compiler::emit::GENERATED) {
                wrong.push(format!(
                    "{path}: line one does not name the command that writes it"
                ));
            }
        } else if text.lines().count() > LONGEST {
            wrong.push(format!("{path}: longer than {LONGEST} lines"));
        }
    }
    for path in files(root, "schemas")?
        .into_iter()
        .chain(files(root, "grammars")?)
    {
        // JSON has no comments; the head of a schema says it in `$comment`.
        if !read(root, &path)?
            .lines()
            .take(HEAD)
            .any(|line| line.contains("cargo xtask codegen"))
        {
            wrong.push(format!(
                "{path}: its head does not name the command that writes it"
            ));
        }
    }
    Ok(())
}
