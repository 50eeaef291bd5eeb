//! How long `cmec validate` takes over a million usual outputs: the contracts of the fixtures in cMEC, again and again.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a bench panics on failure"
)]

#[path = "../../fixtures/decode/cases.rs"]
mod cases;

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

const DOMAIN: &str = "enterprise";
const OUTPUTS: usize = 1_000_000;
/// Most seconds for all of them, by the clock on the wall, in one process.
const BAR: f64 = 6.0;

fn main() {
    let contracts = cases::cases_of("contract", DOMAIN);
    let outputs = contracts.iter().filter_map(|case| {
        let output: Value = serde_json::from_str(&case.text).ok()?;
        output.get("s").is_some().then_some(output)
    });
    let outputs: Vec<String> = outputs.map(|output| output.to_string()).collect();
    assert!(!outputs.is_empty());
    let mut lines = String::new();
    for output in outputs.iter().cycle().take(OUTPUTS) {
        writeln!(lines, "{output}").unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("outputs.jsonl");
    std::fs::write(&file, &lines).unwrap();
    let megabytes = lines.len() / 1_000_000;
    println!(
        "validate: {OUTPUTS} outputs of {} texts, {megabytes} MB",
        outputs.len()
    );
    drop(lines);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cmec"));
    command
        .args(["validate", "--domain", DOMAIN, "--format", "json"])
        .arg(&file);
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status().unwrap();
    let seconds = start.elapsed().as_secs_f64();
    assert!(status.success(), "{status}");
    println!("  {seconds:.2} s in one process (bar {BAR:.2})");
}
