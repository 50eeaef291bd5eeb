//! `test`: all required checks, those that fail fastest first.

use std::path::Path;
use std::thread;

use crate::{fuzz, tidy};
use xtask::command::{output_with, run_with};

/// The steps as one would type them.
const STEPS: &[Step] = &[
    Step::One("cargo fmt --all --check"),
    Step::One("cargo xtask tidy"),
    // With the variables below, tests are compiled and linted in one pass.
    Step::One("cargo test --workspace --all-targets --features cmec-cli/self-check --no-run"),
    // A test of `codegen` checks that generated files are current. Some tests run long on one thread, so two rows of
    // similar length keep all cores busy.
    Step::Rows(&[
        &["cargo test --workspace --features cmec-cli/self-check --test [a-l]*"],
        &[
            "cargo test --workspace --features cmec-cli/self-check --test [m-z]*",
            "cargo test --workspace --features cmec-cli/self-check --lib --bins",
            "cargo test --workspace --features cmec-cli/self-check --doc",
        ],
    ]),
    // One by one, because cargo would unify the features.
    Step::One("cargo check -p cmec-decoder --no-default-features"),
    Step::One("cargo check -p cmec-executor"),
    Step::One("cargo check -p cmec-executor --features run"),
    Step::One("cargo xtask fuzz --seconds 5"),
];

/// A command, or parallel rows of commands; the commands of a row run in sequence.
enum Step {
    One(&'static str),
    Rows(&'static [&'static [&'static str]]),
}

/// Makes cargo compile the workspace with clippy instead of rustc, with warnings as errors.
const LINTED: &[(&str, &str)] = &[
    ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"),
    ("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__"),
];

/// Runs the steps up to the first failure.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    for step in STEPS {
        match step {
            Step::One(command) => {
                println!("=== {command}");
                take(root, command).map_err(|error| format!("{error}\nfailed at `{command}`"))?;
            }
            Step::Rows(rows) => side_by_side(root, rows)?,
        }
    }
    println!("=== all steps passed");
    Ok(())
}

/// Runs rows of commands in parallel. The first row prints at once, the others when they have ended.
fn side_by_side(root: &Path, rows: &[&[&str]]) -> Result<(), String> {
    let Some((shown, others)) = rows.split_first() else {
        return Ok(());
    };
    thread::scope(|scope| {
        let others: Vec<_> = (others.iter())
            .map(|row| scope.spawn(|| row.iter().try_for_each(|command| quietly(root, command))))
            .collect();
        let first = shown.iter().try_for_each(|command| {
            println!("=== {command}");
            take(root, command).map_err(|error| format!("{error}\nfailed at `{command}`"))
        });
        let panicked = |_| Err("a row of commands panicked".to_owned());
        let others = others.into_iter();
        let others = others.map(|row| row.join().unwrap_or_else(panicked));
        std::iter::once(first).chain(others).collect()
    })
}

/// Runs a command and prints its output at the end.
fn quietly(root: &Path, command: &str) -> Result<(), String> {
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let ended = output_with(root, &words, LINTED);
    match ended {
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            println!("=== {command}\n{said}");
            Ok(())
        }
        Err(error) => Err(format!("{error}\nfailed at `{command}`")),
    }
}

/// Runs a step; a task of this crate runs in this process, without another build.
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
