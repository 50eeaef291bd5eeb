//! Limits the number of packages that a user of a library builds. The limits are lowered when there are fewer.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use xtask::command::output;

/// A package, its features, and its number of packages including itself, as `cargo tree -e normal --prefix none
/// --no-dedupe --locked | sort -u | wc -l` prints on Linux.
const COUNTS: &[(&str, &str, usize)] = &[
    ("cmec-decoder", "", 35),
    ("cmec-executor", "", 67),
    ("cmec-executor", "run", 102),
    ("cmec-executor", "http", 165),
    ("cmec-executor", "sqlite", 108),
    ("cmec-executor", "postgres", 175),
];
/// A fixed platform, independent of the current one.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Databases and indexes; `*` matches any ending.
const DATABASES: &str = "diesel* duckdb* elasticsearch* lancedb* libsqlite3-sys mongodb* mysql* pgvector* postgres* qdrant* \
    redb redis* rocksdb* rusqlite* sea-orm* sea-query* sled sqlite* sqlx* surrealdb* tantivy* \
    tokio-postgres* usearch*";
/// Packages without a database or index under any feature, on any platform.
const WITHOUT: &[&str] = &["cmec-decoder", "cmec-compiler"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for (package, features, count) in COUNTS {
        let args = [
            "--package",
            package,
            "--no-default-features",
            "--features",
            features,
            "--target",
            TARGET,
        ];
        // Other branches may lack the features, and the other checks must still run.
        match tree(root, &args) {
            Ok(tree) => wrong.extend(compare(package, features, *count, tree.len())),
            Err(error) => wrong.push(error),
        }
    }
    for package in WITHOUT {
        let tree = tree(
            root,
            &["--package", package, "--all-features", "--target", "all"],
        )?;
        for database in tree.iter().filter(|line| is_database(line)) {
            wrong.push(format!(
                "{package} must not reach {database}: a database or an index"
            ));
        }
    }
    Ok(())
}

/// The packages of a tree, as `name version`.
fn tree(root: &Path, args: &[&str]) -> Result<BTreeSet<String>, String> {
    let with = "tree --edges normal --prefix none --no-dedupe --locked".split(' ');
    let args: Vec<&str> = with.chain(args.iter().copied()).collect();
    Ok(output(root, &args)?.lines().map(str::to_owned).collect())
}

fn compare(package: &str, features: &str, count: usize, counted: usize) -> Option<String> {
    let said = match features {
        "" => package.to_owned(),
        _ => format!("{package} with `{features}`"),
    };
    match counted.cmp(&count) {
        Ordering::Equal => None,
        Ordering::Greater => Some(format!(
            "{said} takes {counted} packages, {count} at most: see `cargo tree`"
        )),
        Ordering::Less => Some(format!(
            "{said} takes {counted} packages: write that in `tidy/counts.rs`, which has {count}"
        )),
    }
}

/// True for a tree line that starts with the name of a database package.
fn is_database(line: &str) -> bool {
    let name = line.split(' ').next().unwrap_or_default();
    DATABASES
        .split_whitespace()
        .any(|database| match database.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == database,
        })
}

#[cfg(test)]
mod tests {
    use super::{compare, is_database};

    #[test]
    fn databases_are_known_by_their_names() {
        for (line, expected) in [
            ("sqlx-core v0.9.0", true),
            ("libsqlite3-sys v0.30.1", true),
            ("sled v0.34.0", true),
            ("sledge v0.1.0", false),
            ("serde v1.0.0", false),
        ] {
            assert_eq!(is_database(line), expected, "{line}");
        }
    }

    #[test]
    fn more_is_wrong_and_less_lowers_the_number() {
        assert_eq!(compare("a", "", 3, 3), None);
        let more = compare("a", "http", 3, 4).unwrap();
        assert!(
            more.contains("a with `http` takes 4 packages, 3 at most"),
            "{more}"
        );
        let less = compare("a", "", 3, 2).unwrap();
        assert!(less.contains("which has 3"), "{less}");
    }
}
