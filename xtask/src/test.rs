//! `test`: everything that must pass, in the order that fails soonest.

use std::path::Path;

use crate::{fuzz, tidy};
use xtask::command::run_with;

/// The steps, as one would type them.
const STEPS: &[&str] = &[
    "cargo fmt --all --check",
    "cargo xtask tidy",
    // With the variables below: what is tested is linted as it is compiled, and so compiled once.
    "cargo test --workspace --all-targets --features cmec-cli/self-check --no-run",
    // The generated files are held to be fresh by a test of `codegen`.
    "cargo test --workspace --features cmec-cli/self-check",
    // Each alone: together, cargo would join the features of all.
    "cargo check -p cmec-decoder --no-default-features",
    "cargo check -p cmec-executor",
    "cargo check -p cmec-executor --features mcp",
    "cargo xtask fuzz --seconds 5",
];

/// Has cargo compile the workspace with clippy in place of rustc, as `cargo clippy` does, and its warnings be errors.
const LINTED: &[(&str, &str)] = &[
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__"),
];

/// Runs the steps and stops at the first that fails.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    for step in STEPS {
        println!("=== {step}");
        take(root, step).map_err(|error| format!("{error}\nfailed at `{step}`"))?;
    }
    println!("=== all steps passed");
    Ok(())
}

/// Takes a step; a task of this crate is already running, and need not be built again.
fn take(root: &Path, step: &str) -> Result<(), String> {
    let words: Vec<&str> = step.split(' ').skip(1).collect();
    match words.as_slice() {
        ["xtask", "tidy"] => tidy::tidy(root),
        ["xtask", "fuzz", "--seconds", seconds] => {
            fuzz::fuzz(root, seconds.parse().map_err(|_| "no number of seconds")?)
        }
        ["test", ..] => run_with(root, &words, LINTED),
        words => run_with(root, words, &[]),
    }
}
