//! The layout: three crates, the files every visitor looks for, no long files, generated files marked.

use std::collections::BTreeSet;
use std::path::Path;

use cmec_compiler::emit::GENERATED_FROM_CODEBOOK;

use serde_json::Value;

use crate::command::output;
use crate::repository::{files, names, read, sources};

/// The crates, all of them libraries.
const CRATES: &[&str] = &["compiler", "decoder", "executor"];
/// What lies at the top: the six places of the library, what stands beside them, and the documents.
const TOP: &[&[&str]] = &[
    &[
        "Cargo.toml",
        "codebook",
        "crates",
        "fixtures",
        "schemas",
        "xtask",
    ],
    &["cli", "demo", "docs", "examples", "fuzz", "grammars"],
    &["Cargo.lock", "deny.toml", "rust-toolchain.toml"],
    &["LICENSE-APACHE", "LICENSE-MIT"],
    &[
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "README.md",
        "STYLE.md",
    ],
];
/// Longest file written by hand, in lines.
const LONGEST: usize = 600;
/// Lines within which a generated file says so.
const HEAD: usize = 5;

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    holds("the repository", &TOP.concat(), &names(root, ".")?, wrong);
    holds("crates/", CRATES, &names(root, "crates")?, wrong);
    libraries(root, wrong)?;
    for path in sources(root)? {
        let text = read(root, &path)?;
        if path.contains("/generated/") || path.ends_with("/generated.rs") {
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
        // JSON has no comments; the head of a schema says it in `$comment`. Hosts write the same files by `cmec compile`.
        if !read(root, &path)?
            .lines()
            .take(HEAD)
            .any(|line| line.contains(GENERATED_FROM_CODEBOOK))
        {
            wrong.push(format!(
                "{path}: its head does not say that it is generated"
            ));
        }
    }
    Ok(())
}

/// Compares the names in a folder with those that must be there.
fn holds(folder: &str, expected: &[&str], names: &[String], wrong: &mut Vec<String>) {
    let expected: BTreeSet<&str> = expected.iter().copied().collect();
    let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    for missing in expected.difference(&names) {
        wrong.push(format!("{folder} lacks `{missing}`"));
    }
    for other in names.difference(&expected) {
        wrong.push(format!(
            "{folder} holds `{other}`, which `tidy/layout.rs` does not name"
        ));
    }
}

/// Every package under `crates/` is a library and has no program.
fn libraries(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let metadata = output(root, &["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let all = |value: &Value, key: &str| {
        value
            .get(key)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    for package in all(&metadata, "packages") {
        let manifest = package.get("manifest_path").and_then(Value::as_str);
        let manifest = Path::new(manifest.unwrap_or_default());
        if !manifest.starts_with(root.join("crates")) {
            continue;
        }
        let kinds = all(&package, "targets").into_iter();
        let kinds: Vec<Value> = kinds.flat_map(|target| all(&target, "kind")).collect();
        if !kinds.iter().any(|kind| kind == "lib") || kinds.iter().any(|kind| kind == "bin") {
            wrong.push(format!(
                "{}: a package under crates/ is a library without a program",
                manifest.display()
            ));
        }
    }
    Ok(())
}
