//! `cmec doctor` as a person runs it: what it shows of servers that enforce everything, a part and nothing.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and listens"
)]

#[path = "../../agent/tests/models/chat_server.rs"]
mod chat_server;
mod common;
#[path = "../../agent/tests/models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;

use std::process::Output;

use chat_server::{asked, enforcing, says};
use common::{cmec, with_cache};
use serde_json::{Value, json};
use server::{Reply, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const KEY: &str = "secret-key-of-a-test";

/// Runs the command against a server.
fn doctor(url: &str, more: &[&str]) -> Output {
    let cache = TempDir::new().unwrap();
    let mut command = with_cache(&cache, &["doctor", "--endpoint", url]);
    command.args(more).env("CHAT_KEY", KEY).output().unwrap()
}

/// Exit code, standard output, standard error.
fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().unwrap();
    (code, text(&output.stdout), text(&output.stderr))
}

fn listed(names: &[&str]) -> Reply {
    let data: Vec<Value> = names.iter().map(|name| json!({"id": name})).collect();
    Reply::json(&json!({"data": data}))
}

/// A server that has one model, and answers requests in some way.
fn start(runtime: &Runtime, answers: impl Fn(&Value) -> Reply + Send + Sync + 'static) -> Server {
    runtime.block_on(Server::start(move |_, body| match body {
        Value::Null => listed(&["own/model"]),
        body => answers(body),
    }))
}

#[test]
fn a_server_that_enforces_everything_is_asked_with_its_only_model() {
    let runtime = Runtime::new().unwrap();
    let server = start(&runtime, |body| enforcing(body, |_| true));
    let shown = doctor(&server.url, &["--format", "text", "--key-env", "CHAT_KEY"]);
    let (code, text, error) = told(&shown);
    assert_eq!((code, error.as_str()), (0, ""));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "mechanism                   standing",
            "response_format.json_schema on",
        ]
    );
    assert_eq!(
        lines[5..],
        [
            "",
            "Use `response_format.json_schema`: `cmec compile --emit profiles` writes what it takes.",
            "Log-probabilities are not reported.",
            "10 requests to `own/model`: 90 tokens asked, 0 of them cached, 18 answered",
        ]
    );
    let seen = server.seen();
    assert_eq!(seen.len(), 10);
    assert_eq!(seen[1].body["model"], json!("own/model"));
    let sent = format!("authorization: Bearer {KEY}");
    assert!(seen.iter().all(|seen| seen.headers.contains(&sent)));
}

#[test]
fn the_strongest_that_is_enforced_is_named() {
    let runtime = Runtime::new().unwrap();
    for (enforced, code, expected) in [
        (
            &["tools.function.strict", "response_format.json_schema"][..],
            0,
            json!({
                "mechanism": "response_format.json_schema",
                "written_by": "cmec compile --emit profiles",
            }),
        ),
        (
            &["tools.function.strict"],
            0,
            json!({
                "mechanism": "tools.function.strict",
                "written_by": "cmec tools --to openai-strict",
            }),
        ),
        (&[], 5, Value::Null),
    ] {
        let server = start(&runtime, move |body| {
            enforcing(body, |own| enforced.contains(&own.by))
        });
        let shown = doctor(&server.url, &["--model", "m", "--format", "json"]);
        let (exit, text, error) = told(&shown);
        assert_eq!((exit, error.as_str()), (code, ""));
        let report: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report["use"], expected);
        let rows = report["mechanisms"].as_array().unwrap();
        assert_eq!(rows.len(), 4);
        for row in rows {
            let is_on = enforced.contains(&row["mechanism"].as_str().unwrap());
            let standing = if is_on { "on" } else { "ignored" };
            assert_eq!(row["standing"], json!(standing), "{row}");
        }
        assert_eq!(report["requests"], json!(9));
        assert_eq!(
            report["asked_with"],
            json!({"token_limit": "max_tokens", "temperature": 0.0})
        );
        let tokens = json!({"prompt": 90, "cached": 0, "completion": 18, "uncounted_answers": 0});
        assert_eq!(report["tokens"], tokens);
    }
}

#[test]
fn what_a_server_says_is_shown_on_one_line_and_harmless() {
    let runtime = Runtime::new().unwrap();
    let server = start(&runtime, |body| match asked(body) {
        Some(own) if own.by == "guided_json" => says(Some(&own), "hello"),
        Some(own) if own.by == "structured_outputs.json" => Reply::text("{}"),
        Some(_) => Reply::status(400, &format!("no\n\u{1b}[31m {KEY}\u{202e}")),
        None => says(None, "hello"),
    });
    let shown = doctor(&server.url, &["--format", "text", "--key-env", "CHAT_KEY"]);
    let (code, text, _) = told(&shown);
    assert_eq!(code, 5);
    for line in [
        "response_format.json_schema refused  400 Bad Request: no [31m ***",
        "structured_outputs.json     failed   the answer of the model is none: it has no choice",
        "guided_json                 partial  the shape of the schema is kept, its value is not",
        "No mechanism is enforced: decode what the model says, and ask it again where that is no contract.",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
}

#[test]
fn a_model_is_named_where_there_are_several() {
    let runtime = Runtime::new().unwrap();
    let names: Vec<String> = (1..=25).map(|number| format!("m{number}")).collect();
    let several = move || listed(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let help = "help: name one with --model\n";
    let first: Vec<String> = (1..=20).map(|number| format!("`m{number}`")).collect();
    let server = runtime.block_on(Server::start(move |number, _| match number {
        0 => several(),
        1 => listed(&[]),
        _ => Reply::status(404, "not here"),
    }));
    for (code, expected) in [
        (
            2,
            format!("error: the server has 25 models: {} and 5 more\n{help}", first.join(", ")),
        ),
        (2, format!("error: the server lists no model\n{help}")),
        (
            1,
            "error: the models of the server are not known: the model refused: 404 Not Found: not here\n\
             help: name the model with --model\n"
                .to_owned(),
        ),
    ] {
        let (exit, text, error) = told(&doctor(&server.url, &[]));
        assert_eq!((exit, text.as_str(), error), (code, "", expected));
    }
}

#[test]
fn a_server_that_answers_nothing_is_no_result() {
    let runtime = Runtime::new().unwrap();
    let server = start(&runtime, |_| Reply::status(401, &format!("bad key {KEY}")));
    let key = ["--model", "m", "--key-env", "CHAT_KEY"];
    let refused = told(&doctor(&server.url, &key));
    let silent = start(&runtime, |_| Reply::Silence);
    let late = told(&doctor(&silent.url, &["--model", "m", "--timeout", "1"]));
    for ((code, text, error), expected) in [
        (
            refused,
            "error: the model refused: 401 Unauthorized: bad key ***\nhelp: a plain question",
        ),
        (
            late,
            "error: the model gave no answer within 1.0s\nhelp: a plain question",
        ),
    ] {
        assert_eq!((code, text.as_str()), (1, ""));
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn wrong_usage_is_told_before_anybody_is_asked() {
    for (more, expected) in [
        (
            &["--endpoint", "host/v1"][..],
            "error: --endpoint: it is no address",
        ),
        (
            &[
                "--endpoint",
                "http://127.0.0.1:9/v1",
                "--key-env",
                "NOT_SET_AT_ALL",
            ],
            "error: --key-env: the environment variable `NOT_SET_AT_ALL` is not set",
        ),
        (
            &["--endpoint", "http://127.0.0.1:9/v1", "--timeout", "0"],
            "error: invalid value '0' for '--timeout <SECONDS>'",
        ),
        (
            &[],
            "error: the following required arguments were not provided",
        ),
    ] {
        let output = cmec(&["doctor"]).args(more).output().unwrap();
        let (code, text, error) = told(&output);
        assert_eq!((code, text.as_str()), (2, ""));
        assert!(error.starts_with(expected), "{error}");
    }
}

/// Asks a demonstration server which recipes of a domain it can serve.
fn base(domain: &str, fault: &str, more: &[&str]) -> (i32, String, String) {
    let mut command = cmec(&["doctor", "--domain", domain]);
    command.args([
        "--mcp-command",
        env!("CARGO_BIN_EXE_cmec"),
        "--mcp-arg=demo-1c",
    ]);
    if !fault.is_empty() {
        command.args(["--mcp-arg=--fault", &format!("--mcp-arg={fault}")]);
    }
    told(&command.args(more).output().unwrap())
}

#[test]
fn a_base_that_has_every_name_serves_every_recipe() {
    for codec in ["roctup-json", "roctup-toon"] {
        let codec = format!("--mcp-arg={codec}");
        let (code, text, error) = base("address", "", &["--mcp-arg=--codec", &codec]);
        assert_eq!((code, error.contains("error")), (0, false), "{error}");
        let report: Value = serde_json::from_str(&text).unwrap();
        let recipes = report["recipes"].as_array().unwrap();
        assert!(recipes.len() >= 12);
        for row in recipes {
            assert_eq!(row["standing"], json!("served"), "{row}");
        }
    }
}

/// A table is missing, and a field that the look-up of counterparties names.
#[test]
fn a_recipe_that_cannot_be_served_names_what_is_missing() {
    let (code, text, _) = base("address", "other-base", &["--format", "json"]);
    assert_eq!(code, 5);
    let report: Value = serde_json::from_str(&text).unwrap();
    let of = |id: &str| {
        let rows = report["recipes"].as_array().unwrap();
        let row = rows.iter().find(|row| row["recipe"] == json!(id)).unwrap();
        (row["standing"].clone(), row["missing"].clone())
    };
    let (table, field) = (
        "Документ.ПоступлениеНаРасчетныйСчет",
        "Справочник.Контрагенты.НаименованиеПолное",
    );
    for (id, missing) in [
        ("address_period_coverage_profile_v1", json!([])),
        ("address_movements_account_snapshot_v1", json!([])),
        ("address_movements_payables_v1", json!([field])),
        (
            "address_documents_by_counterparty_v1",
            json!([table, field]),
        ),
    ] {
        let standing = if missing == json!([]) {
            "served"
        } else {
            "missing"
        };
        assert_eq!(of(id), (json!(standing), missing), "{id}");
    }
    let (_, text, _) = base("address", "other-base", &["--format", "text"]);
    let expected = [
        "address_documents_by_counterparty_v1",
        "missing",
        &format!("{table},"),
        field,
    ];
    let is_expected = |line: &str| line.split_whitespace().eq(expected);
    assert!(text.lines().any(is_expected), "{text}");
}

#[test]
fn a_base_that_cannot_be_looked_at_is_told() {
    for (fault, domain, code, expected) in [
        (
            "no-metadata",
            "address",
            1,
            "error: the base could not be looked at: the server has no tool `get_metadata`",
        ),
        ("", "wine", 2, "error: `wine` has no recipes"),
    ] {
        let (exit, text, error) = base(domain, fault, &[]);
        assert_eq!((exit, text.as_str()), (code, ""), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// What was found out before the signal stays.
#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let runtime = Runtime::new().unwrap();
    let (tell, stalled) = std::sync::mpsc::channel();
    let server = start(&runtime, move |body| match asked(body) {
        Some(own) if own.by == "guided_json" => {
            tell.send(()).unwrap();
            Reply::Silence
        }
        _ => enforcing(body, |_| true),
    });
    let cache = TempDir::new().unwrap();
    let arguments = ["doctor", "--endpoint", &server.url, "--format", "text"];
    let child = with_cache(&cache, &arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    stalled.recv().unwrap();
    let mut kill = std::process::Command::new("kill");
    assert!(
        kill.args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let (code, text, error) = told(&child.wait_with_output().unwrap());
    assert_eq!((code, error.as_str()), (130, ""));
    let known = text.lines().skip(1);
    assert!(known.clone().all(|line| line.ends_with(" on")), "{text}");
    assert_eq!(known.count(), 2);
}
