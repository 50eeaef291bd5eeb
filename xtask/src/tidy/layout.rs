//! Checks the layout: three crates, the usual files, no long files.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use xtask::command::output;
use xtask::repository::{names, read, sources};

/// The crates, all libraries.
const CRATES: &str = "compiler decoder executor";
/// The top level: the six places of the library, other folders, and the documents.
const TOP: &str = "Cargo.toml codebook crates fixtures schemas xtask agent cli demo docs examples fuzz Cargo.lock deny.toml \
    rust-toolchain.toml LICENSE-APACHE LICENSE-MIT ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md README.md README.ru.md \
    STYLE.md";
/// Longest handwritten file, in lines.
const LONGEST: usize = 600;

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    holds("the repository", TOP, &names(root, ".")?, wrong);
    holds("crates/", CRATES, &names(root, "crates")?, wrong);
    libraries(root, wrong)?;
    for path in sources(root)? {
        if read(root, &path)?.lines().count() > LONGEST {
            wrong.push(format!("{path}: longer than {LONGEST} lines"));
        }
    }
    Ok(())
}

/// Compares the names in a folder with the expected ones.
fn holds(folder: &str, expected: &str, names: &[String], wrong: &mut Vec<String>) {
    let expected: BTreeSet<&str> = expected.split(' ').collect();
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

/// Checks that every package under `crates/` is a library without binaries.
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
