//! `--self-check`: what is written is what its published schema says.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads the fixtures"
)]

#[cfg(feature = "self-check")]
#[path = "../../fixtures/decode/cases.rs"]
mod cases;
mod common;

use common::{BALANCE, pipe};

/// The texts of the fixtures over the domain of the demonstration server, a line each.
#[cfg(feature = "self-check")]
fn lines() -> String {
    let cases = cases::cases().into_iter();
    let cases = cases.filter(|case| case.domain == "address");
    cases
        .map(|case| format!("{}\n", serde_json::json!({ "text": case.text })))
        .collect()
}

#[cfg(feature = "self-check")]
#[test]
fn whatever_is_asked_the_answers_hold() {
    let lines = lines();
    let asked = lines.lines().count();
    assert!(asked > 30, "{asked} texts");
    for command in ["decode", "plan", "run"] {
        let arguments = [command, "--domain", "address", "--lines", "--self-check"];
        let output = pipe(&arguments, &lines);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!told.contains("error:"), "{command}: {told}");
        let written = String::from_utf8(output.stdout).unwrap();
        assert_eq!(written.lines().count(), asked, "{command}");
    }
    let output = pipe(&["run", "--domain", "address", "--self-check"], BALANCE);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[cfg(not(feature = "self-check"))]
#[test]
fn a_build_without_it_says_so() {
    let output = pipe(&["run", "--domain", "address", "--self-check"], BALANCE);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("--features self-check"), "{told}");
}
