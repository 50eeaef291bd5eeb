//! The command as a person runs it.
#![allow(dead_code, reason = "each test file uses its part")]

#[path = "../../../fixtures/address/names.rs"]
pub(crate) mod names;

pub(crate) mod ask;
pub(crate) mod demo;
pub(crate) mod heard;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// A question that the demonstration ledger answers with rows.
pub(crate) const BALANCE: &str = r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"},{"f":"F412","op":"EQ","v":"2026-03-31"}],"pg":{"lim":3}}}"#;

/// The command with these arguments.
pub(crate) fn cmec(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cmec"));
    command.args(arguments).env("NO_COLOR", "1");
    // Demonstration databases are made once for all tests.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The same with a cache of its own: what `cmec doctor` finds of a port is not true of the server that has it next.
pub(crate) fn with_cache(cache: &tempfile::TempDir, arguments: &[&str]) -> Command {
    let mut command = cmec(arguments);
    command.env("XDG_CACHE_HOME", cache.path());
    command
}

/// Runs the command with a text on its standard input.
pub(crate) fn pipe(arguments: &[&str], text: &str) -> Output {
    feed(cmec(arguments), text)
}

/// Runs a command with a text on its standard input.
pub(crate) fn feed(command: Command, text: &str) -> Output {
    started(command, text).wait_with_output().unwrap()
}

/// Starts a command with a text on its standard input.
pub(crate) fn started(mut command: Command, text: &str) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that ends early closes its input; what it says is in its output.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child
}

/// Runs `cmec run` on the address domain.
pub(crate) fn run(arguments: &[&str], text: &str) -> (i32, Value, String) {
    let mut all = vec!["run", "--domain", "address", "--today", "2026-07-01"];
    all.extend_from_slice(arguments);
    answer(&pipe(&all, text))
}

/// Exit code, standard output as JSON, standard error.
pub(crate) fn answer(output: &Output) -> (i32, Value, String) {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{error}: {}{stderr}",
            String::from_utf8_lossy(&output.stdout)
        )
    });
    (output.status.code().unwrap(), value, stderr)
}

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path)
}

/// A schema of the repository.
pub(crate) fn schema(path: &str) -> jsonschema::Validator {
    let text = std::fs::read_to_string(repository(path)).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

/// Panics where a value does not validate.
pub(crate) fn validate(schema: &jsonschema::Validator, value: &Value) {
    if let Some(error) = schema.iter_errors(value).next() {
        panic!("{error} at {}: {value}", error.instance_path());
    }
}
