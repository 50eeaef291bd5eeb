//! The 1C port over Streamable HTTP: sessions, credentials, and the faults of a connection.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use std::process::Command;
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cmec_executor::ports::mcp::http::{Authorization, HttpServer, Secret};
use cmec_executor::ports::one_c::PortError;
use cmec_executor::ports::one_c::{OneC, OneCConnector, SharedOneC};
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{Locale, RunContext};
use common::ask::ask;
use common::demo::{Demo, SECRET};
use common::heard::Heard;
use common::{BALANCE, cmec, names, pipe, run};
use serde_json::{Value, json};

/// Longest time an answer may take beyond its deadline: starting processes, on a busy machine.
const SLACK: Duration = Duration::from_secs(10);

#[test]
fn nobody_listens() {
    let (exit, value, _) = run(&["--mcp-url", "http://127.0.0.1:9/mcp"], BALANCE);
    assert_eq!(exit, 5);
    assert_eq!(value["reasons"], json!(["mcp_unreachable"]), "{value}");
}

#[test]
fn a_port_without_tls_is_said_to_have_none() {
    let demo = Demo::start(&[]);
    let url = demo.url.replace("http://", "https://");
    let (_, value, _) = run(&["--mcp-url", &url], BALANCE);
    assert_eq!(value["reasons"], json!(["mcp_unreachable"]), "{value}");
    let said = value["limitations"][0].as_str().unwrap();
    assert!(said.contains("does not speak TLS"), "{said}");
}

/// The envelope counts the retries.
#[test]
fn another_try_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    for (fault, exit, retries) in [("busy-once", 0, 1), ("starts-late", 0, 1), ("busy", 5, 2)] {
        let demo = Demo::start(&["--fault", fault]);
        let path = folder.path().join(fault);
        let out = format!("--debug-out={}", path.display());
        let (found, value, _) = run(&["--mcp-url", &demo.url, &out], BALANCE);
        assert_eq!(found, exit, "{fault}: {value}");
        let envelope: Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(envelope["address"]["mcp_retries"], retries, "{fault}");
    }
}

/// Whoever is asked has not said the name: the server hides it, and takes its token in its place.
#[test]
fn names_that_a_server_hides_are_asked_for_by_their_tokens() {
    let demo = Demo::start(&["--fault", "hidden-names"]);
    let ask = |name: &str| {
        let filter = json!({"f": "F301", "op": "EQ", "v": name});
        let question = json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string();
        run(&["--mcp-url", &demo.url, "--limit", "1"], &question)
    };
    let (exit, value, _) = ask(names::USUAL);
    let reasons = json!(["names_hidden_by_server"]);
    assert_eq!((exit, &value["reasons"]), (5, &reasons), "{value}");
    let said = value["limitations"][0].as_str().unwrap();
    assert!(said.contains("the server hides names"), "{said}");
    let candidate = &value["clarify"]["reasons"][0]["candidates"][0];
    for said in ["code", "label"] {
        let token = candidate[said].as_str().unwrap();
        assert!(token.starts_with('['), "{value}");
        let (exit, value, _) = ask(token);
        assert_eq!(
            (exit, &value["returned"]),
            (0, &json!(1)),
            "{token}: {value}"
        );
    }
}

#[test]
fn credentials_are_asked_for_and_never_written() {
    let secret = |arguments: &[&str], demo: &Demo| {
        let mut all = vec!["run", "--domain", "address", "--mcp-url", &demo.url];
        all.extend_from_slice(arguments);
        let mut command: Command = cmec(&all);
        command.env(SECRET.0, SECRET.1).env("RUST_LOG", "trace");
        common::feed(command, BALANCE)
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{}\n", SECRET.1)).unwrap();
    let file = file.path().to_str().unwrap();
    let debug = tempfile::tempdir().unwrap();
    let kept = debug.path().join("debug.jsonl");
    let bearer = Demo::start(&["--token-env", SECRET.0]);
    let basic = Demo::start(&["--token-env", SECRET.0, "--user", "Анна"]);
    let kept_option = ["--debug-out", kept.to_str().unwrap()];
    for (demo, arguments, exit) in [
        (&bearer, &["--mcp-token-env", SECRET.0][..], 0),
        (&bearer, &["--mcp-token-file", file], 0),
        (&bearer, &[], 5),
        (
            &bearer,
            &["--mcp-user", "Анна", "--mcp-token-env", SECRET.0],
            5,
        ),
        (
            &basic,
            &["--mcp-user", "Анна", "--mcp-token-env", SECRET.0],
            0,
        ),
        (&basic, &["--mcp-user", "Анна", "--mcp-token-file", file], 0),
        (&basic, &["--mcp-token-env", SECRET.0], 5),
        (&basic, &["--mcp-token-env", "CMEC_TEST_NOT_SET"], 2),
        (&basic, &["--mcp-user", "Анна"], 2),
    ] {
        let arguments = [arguments, &kept_option].concat();
        let output = secret(&arguments, demo);
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {text}");
        shows_no_secret(&text);
        let refused = exit == 5;
        assert_eq!(text.contains("mcp_unauthorized"), refused, "{text}");
    }
    let envelopes = std::fs::read_to_string(kept).unwrap();
    assert!(!envelopes.is_empty());
    shows_no_secret(&envelopes);
}

/// Neither the secret nor the header that it is sent in.
fn shows_no_secret(text: &str) {
    let header = STANDARD.encode(format!("Анна:{}", SECRET.1));
    for part in [SECRET.1, header.trim_end_matches('=')] {
        assert!(!text.contains(part), "{part} in {text}");
    }
}

/// One client in this process at a time: what a library may tell is settled when it is first asked, and a client without a
/// subscriber beside the other one settles it for both.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whatever the client, its SDK and the libraries under them tell a host that listens to all of it.
#[test]
fn no_crate_tells_the_credentials_to_a_subscriber() {
    let _alone = alone();
    let secret = || Secret::new(SECRET.1.to_owned());
    let user = "Анна".to_owned();
    let password = secret();
    for (switches, authorization) in [
        (vec![], Authorization::Bearer(secret())),
        (
            vec!["--user", "Анна"],
            Authorization::Basic { user, password },
        ),
    ] {
        let demo = Demo::start(&[&["--token-env", SECRET.0], switches.as_slice()].concat());
        let unknown = HttpServer::new(&demo.url, None).unwrap();
        let known = HttpServer::new(&demo.url, Some(&authorization)).unwrap();
        let heard = Heard::default();
        tracing::subscriber::with_default(heard.clone(), || {
            block_on(async {
                let port = known.open(SLACK).await.unwrap();
                assert_eq!(rows(&port, 2).await, (ResponseType::FactualSummary, 2));
                assert_eq!(
                    unknown.open(SLACK).await.err(),
                    Some(PortError::Unauthorized)
                );
            });
        });
        let text = heard.text();
        for teller in ["cmec_executor::ports::mcp", "rmcp::", "hyper_util::"] {
            assert!(text.contains(teller), "{teller}: {text}");
        }
        shows_no_secret(&text);
    }
}

#[test]
fn addresses_that_are_none() {
    for (url, said) in [
        ("1c.example.com/mcp", "it is no address"),
        ("ftp://1c.example.com/mcp", "it is no address"),
        (
            "http://user:s3cret@1c.example.com/mcp",
            "no place for a user",
        ),
    ] {
        let output = pipe(&["run", "--domain", "address", "--mcp-url", url], BALANCE);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text.contains(said) && !text.contains("s3cret"), "{text}");
    }
}

/// The server keeps five sessions: the sixth costs the first its place, and the first opens another.
#[test]
fn a_session_that_gave_way_is_opened_again() {
    let _alone = alone();
    let demo = Demo::start(&[]);
    block_on(async {
        let server = HttpServer::new(&demo.url, None).unwrap();
        let mut ports = Vec::new();
        for _ in 0..6 {
            ports.push(server.open(SLACK).await.unwrap());
        }
        for port in &ports {
            let answer = rows(port, 2).await;
            assert_eq!(answer, (ResponseType::FactualSummary, 2));
        }
    });
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(future)
}

/// The rows of an answer with so many of them, over a port that is open.
async fn rows(port: &Arc<dyn OneC>, limit: usize) -> (ResponseType, usize) {
    let text = BALANCE.replace("\"lim\":3", &format!("\"lim\":{limit}"));
    let run = RunContext {
        trace_id: "t",
        locale: Locale::Ru,
        timeout: Duration::from_secs(60),
        ignored: &[],
        total: false,
    };
    let response = ask(&SharedOneC(Arc::clone(port)), &text, run, None).await;
    (response.response_type, response.rows.len())
}
