//! The decoder reaches for nothing: no file, socket, clock, environment or async runtime in its sources.

use std::path::Path;

use super::{files, read};
use crate::Outcome;

const FORBIDDEN: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::time",
    "std::process",
    "tokio",
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Outcome {
    for path in files(root, "crates/decoder/src")? {
        if !path.ends_with(".rs") {
            continue;
        }
        for (number, line) in (1..).zip(read(root, &path)?.lines()) {
            // A sentence about what the decoder does not do is welcome.
            if line.trim_start().starts_with("//") {
                continue;
            }
            for name in FORBIDDEN {
                if line.contains(name) {
                    wrong.push(format!(
                        "{path}:{number}: the decoder does not use `{name}`"
                    ));
                }
            }
        }
    }
    Ok(())
}
