//! `test`: everything that must pass, in the order that fails soonest.

use std::path::Path;

use crate::command::run;
use crate::{Outcome, codegen, fuzz, tidy};

/// A step: what is printed, what is done.
type Step = (&'static str, fn(&Path) -> Outcome);

const STEPS: &[Step] = &[
    ("cargo fmt --all --check", |root| {
        run(root, &["fmt", "--all", "--check"])
    }),
    ("cargo xtask codegen --check", codegen::check),
    ("cargo xtask tidy", tidy::tidy),
    (
        "cargo clippy --workspace --all-targets -- -D warnings",
        |root| {
            let args = [
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ];
            run(root, &args)
        },
    ),
    ("cargo test --workspace", |root| {
        run(root, &["test", "--workspace"])
    }),
    // Each alone: together, cargo would join the features of both.
    (
        "cargo check -p cmec-decoder --no-default-features",
        |root| {
            run(
                root,
                &["check", "-p", "cmec-decoder", "--no-default-features"],
            )
        },
    ),
    ("cargo check -p cmec-executor", |root| {
        run(root, &["check", "-p", "cmec-executor"])
    }),
    ("cargo check -p cmec-executor --features mcp", |root| {
        run(root, &["check", "-p", "cmec-executor", "--features", "mcp"])
    }),
    ("cargo xtask fuzz --seconds 5", |root| fuzz::fuzz(root, 5)),
];

/// Runs the steps and stops at the first that fails.
pub(crate) fn test(root: &Path) -> Outcome {
    for (name, step) in STEPS {
        println!("=== {name}");
        step(root).map_err(|error| format!("{error}\nfailed at `{name}`"))?;
    }
    println!("=== all steps passed");
    Ok(())
}
