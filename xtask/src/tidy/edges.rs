//! The allowed dependencies, with everything optional switched off.

use std::path::Path;

use crate::Outcome;
use crate::command::output;

/// A package and what it must not see, directly or through others.
const UNSEEN: &[(&str, &[&str])] = &[
    (
        "cmec-decoder",
        &[
            "cmec-compiler",
            "cmec-executor",
            "tokio",
            "granit-parser",
            "rmcp",
            "sqlx",
        ],
    ),
    (
        "cmec-compiler",
        &["cmec-executor", "tokio", "rmcp", "sqlx", "clap"],
    ),
    (
        "cmec-executor",
        &["cmec-compiler", "clap", "sqlx", "granit-parser"],
    ),
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Outcome {
    for (package, unseen) in UNSEEN {
        let tree = output(
            root,
            &[
                "tree",
                "-p",
                package,
                "--no-default-features",
                "-e",
                "normal",
                "--prefix",
                "none",
            ],
        )?;
        let mut seen: Vec<&str> = (tree.lines())
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| unseen.contains(name))
            .collect();
        seen.sort_unstable();
        seen.dedup();
        for name in seen {
            wrong.push(format!(
                "{package} must not depend on {name}, not even through others"
            ));
        }
    }
    Ok(())
}
