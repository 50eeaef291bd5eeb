//! The example in Python: one command beside a program, 200 questions over one session.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use std::process::Command;

use common::demo::Demo;
use common::repository;
use serde_json::{Value, json};

#[test]
fn two_hundred_questions_are_asked_over_one_session() {
    let script = repository("examples/python/coprocess.py");
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let demo = Demo::start(&[]);
    let output = Command::new("python3")
        .arg(script)
        .args(["200", env!("CARGO_BIN_EXE_cmec")])
        .args([
            "run",
            "--domain",
            "address",
            "--today",
            "2026-07-01",
            "--lines",
        ])
        .args(["--mcp-url", &demo.url])
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let figures: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{stderr}"));
    println!("{figures}");
    // No line was lost, none came twice: a number that is not the one asked for ends the script.
    let expected = json!({"FACTUAL_SUMMARY": 137, "CLARIFY": 35, "LIMITED_WITH_REASON": 28});
    assert_eq!(figures["answers"], expected);
    // A reject is the worst that it met.
    assert_eq!(figures["exit"], 4, "{figures}");
    assert_eq!(demo.sessions(1), (1, 1));
    assert!(stderr.contains("line 5, id 4:"), "{stderr}");
}
