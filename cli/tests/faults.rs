//! Faults of a 1C MCP server: the answer comes in time, is limited, and says why.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure"
)]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use std::time::{Duration, Instant};

use common::{BALANCE, cmec, run, started};
use serde_json::{Value, json};

/// Longest time an answer may take beyond its deadline: starting processes, on a busy machine.
const SLACK: Duration = Duration::from_secs(10);

fn with_server(arguments: &[&str]) -> Vec<String> {
    let mut all = vec![
        "--mcp-command".to_owned(),
        env!("CARGO_BIN_EXE_cmec").to_owned(),
        "--mcp-arg=demo-1c".to_owned(),
    ];
    all.extend(
        arguments
            .iter()
            .map(|argument| format!("--mcp-arg={argument}")),
    );
    all
}

/// The totals of a summary are a call of their own; when it fails there is no half of an answer.
#[test]
fn a_fault_in_a_later_call_leaves_no_facts() {
    let server = with_server(&["--fault", "refuse", "--fault-after", "1"]);
    let arguments: Vec<&str> = server.iter().map(String::as_str).collect();
    let (exit, value, _) = run(&arguments, BALANCE);
    assert_eq!((exit, &value["rows"]), (5, &json!([])), "{value}");
}

/// A name is no reference: several elements may have it, and no row could be held against it.
#[test]
fn references_by_their_names_confirm_no_counterparty() {
    for kind in ["roctup-json", "roctup-toon"] {
        let server = with_server(&["--codec", kind, "--fault", "bare-references"]);
        let arguments: Vec<&str> = server.iter().map(String::as_str).collect();
        let filter = json!({"f": "F301", "op": "EQ", "v": common::names::USUAL});
        let text = json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string();
        let (exit, value, _) = run(&arguments, &text);
        assert_eq!((exit, &value["rows"]), (5, &json!([])), "{value}");
        assert_eq!(value["reasons"], json!(["mcp_answer_malformed"]), "{value}");
        let said = value["limitations"][0].as_str().unwrap();
        assert!(
            said.ends_with("a row of the lookup has no reference"),
            "{said}"
        );
    }
}

#[test]
fn a_program_that_is_no_server() {
    for program in ["/nonexistent/program", "/bin/true"] {
        let (exit, value, _) = run(&["--mcp-command", program, "--timeout", "5"], BALANCE);
        assert_eq!(exit, 5, "{value}");
        assert_eq!(
            value["reasons"],
            json!(["mcp_unreachable"]),
            "{program} {value}"
        );
    }
}

#[test]
fn a_server_killed_in_mid_call_is_an_execution_error() {
    let server = with_server(&["--delay-ms", "600000"]);
    let mut arguments = vec!["run", "--domain", "address", "--verbose", "--timeout", "60"];
    arguments.extend(server.iter().map(String::as_str));
    let mut child = started(cmec(&arguments), BALANCE);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let received = lines.find(|line| line.as_ref().unwrap().contains("query received"));
    assert!(received.is_some());
    let started = Instant::now();
    kill_children_of(child.id());
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    let exit = child.wait().unwrap().code();
    assert!(started.elapsed() < SLACK);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exit, Some(5), "{value}");
    assert_eq!(value["limited_reason_category"], "execution_error");
    assert_eq!(value["reasons"], json!(["mcp_connection_closed"]));
}

fn kill_children_of(parent: u32) {
    let children = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let process: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
        (line.trim() == parent.to_string()).then_some(process)
    });
    let mut killed = 0;
    for child in children {
        assert!(
            Command::new("kill")
                .args(["-9", &child.to_string()])
                .status()
                .unwrap()
                .success()
        );
        killed += 1;
    }
    assert_eq!(killed, 1);
}

/// Closing takes what is left of the time, or 0.3 s, and leaves nothing that the server has started. One server ends and
/// leaves a process, the other goes on whatever it is told.
#[cfg(target_os = "linux")]
#[test]
fn a_server_is_ended_in_time_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let demo = "\"$0\" demo-1c --fault hang";
    for (before, after) in [("", ""), ("trap '' TERM HUP; ", "; exec sleep 600")] {
        let script = format!(
            "{before}sleep 600 >&- 2>&- & echo $$ $! > '{}'; {demo}{after}",
            pids.display()
        );
        let script = ["--mcp-command", "sh", "--mcp-arg=-c", "--mcp-arg", &script];
        let own = ["--mcp-arg", env!("CARGO_BIN_EXE_cmec"), "--timeout", "2"];
        let run = ["run", "--domain", "address"];
        let mut child = started(cmec(&[&run[..], &script, &own].concat()), BALANCE);
        let mut answer = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut answer).unwrap();
        let since = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(5), "{answer}");
        // By itself the second one is given six seconds.
        assert!(since.elapsed() < Duration::from_secs(3), "{after}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["reasons"], json!(["mcp_timeout"]), "{answer}");
        let pids = std::fs::read_to_string(&pids).unwrap();
        let is_left = |id: &str| {
            let status = std::fs::read_to_string(format!("/proc/{id}/stat"));
            status.is_ok_and(|text| !text.contains(") Z "))
        };
        while let Some(id) = pids.split_whitespace().find(|id| is_left(id)) {
            assert!(since.elapsed() < SLACK, "process {id} is left");
            std::thread::yield_now();
        }
    }
}

/// One call has its part of the time, and is made once more; without a part it has all of it.
#[test]
fn a_call_has_its_part_of_the_time() {
    let server = with_server(&["--delay-ms", "1500"]);
    let ask = |switches: &[&str]| {
        let mut arguments: Vec<&str> = server.iter().map(String::as_str).collect();
        arguments.extend(switches);
        let started = Instant::now();
        let (exit, value, _) = run(&arguments, BALANCE);
        (exit, value["reasons"].clone(), started.elapsed())
    };
    let (exit, reasons, took) = ask(&["--timeout", "60", "--call-timeout", "0.4"]);
    assert_eq!((exit, reasons), (5, json!(["mcp_timeout"])));
    assert!(took < SLACK, "{took:?}");
    // Two calls of three take longer than half of it.
    let (exit, reasons, _) = ask(&["--timeout", "60", "--call-timeout", "30"]);
    assert_eq!((exit, reasons), (0, json!([])));
    // The message gives the time of the whole question, not the rest that the last call had.
    let arguments: Vec<&str> = server.iter().map(String::as_str).collect();
    let (_, value, _) = run(&[&arguments[..], &["--timeout", "4"]].concat(), BALANCE);
    let said = "the 1C server gave no answer within 4.0s";
    assert_eq!(value["limitations"], json!([said]), "{value}");
    let help = common::pipe(&["run", "--help"], "");
    let help = String::from_utf8(help.stdout).unwrap();
    let help: Vec<&str> = help.split_whitespace().collect();
    let help = help.join(" ");
    for part in [
        "--timeout <SECONDS> Longest time for the whole answer",
        "--call-timeout <SECONDS> Longest time for one call of the 1C server, in seconds, a part of `--timeout`",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
}

#[test]
fn a_fault_of_http_needs_http() {
    let output = common::pipe(&["demo-1c", "--fault", "session-lost"], "");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("this fault needs `--http`"), "{text}");
}
