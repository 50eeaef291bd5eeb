//! `cmec eval` as a person runs it: figures worked out by hand over recorded answers, and a server that is asked, left in the
//! middle and asked on.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure, listens and waits"
)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../agent/tests/models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;

mod judged;
mod live;
mod replay;

use std::path::Path;
use std::process::{Command, Output};

use common::cmec;
use serde_json::Value;

const KEY: &str = "secret-key-of-a-test";

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/eval");
    folder.join(name).to_str().unwrap().to_owned()
}

/// The command over the questions of the fixtures.
fn eval(more: &[&str]) -> Command {
    let mut command = cmec(&["eval", "--domain", "wine"]);
    command.args(["--set", &fixture("wine.questions.jsonl")]);
    command.args(more).env("CHAT_KEY", KEY);
    command
}

/// Exit code, standard output as JSON, standard error.
fn told(output: &Output) -> (i32, Value, String) {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), value, error)
}

fn replayed(path: &Path, more: &[&str]) -> (i32, Value, String) {
    let path = path.to_str().unwrap();
    let arguments = [&["--replay", path, "--format", "json"], more].concat();
    told(&eval(&arguments).output().unwrap())
}
