//! `cmec explain-run`: the story of an answer, told from its envelope, without names.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use std::path::Path;

use common::{BALANCE, answer, cmec, names, pipe, run};
use serde_json::{Value, json};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// A question whose anchor could be several elements.
fn ambiguous() -> String {
    let filter = json!({"f": "F301", "op": "EQ", "v": names::AMBIGUOUS});
    json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string()
}

/// A question whose period has no rows.
fn broadened() -> String {
    let party = json!({"f": "F301", "op": "EQ", "v": names::USUAL});
    let until = json!({"f": "F303", "op": "LE", "v": "2019-01-01"});
    json!({"s": "IS", "tg": ["document"], "C": {"flt": [party, until]}}).to_string()
}

fn told(file: &Path, arguments: &[&str]) -> (i32, Value) {
    let mut all = vec!["explain-run", file.to_str().unwrap()];
    all.extend_from_slice(arguments);
    let (exit, story, _) = answer(&pipe(&all, ""));
    (exit, story)
}

fn stages(story: &Value) -> Vec<&str> {
    let steps = story["steps"].as_array().unwrap().iter();
    steps.map(|step| step["stage"].as_str().unwrap()).collect()
}

#[test]
fn each_stage_that_was_reached_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = [].as_slice();
    let server = format!("--mcp-command={}", env!("CARGO_BIN_EXE_cmec"));
    let server = [&server, "--mcp-arg=demo-1c", "--mcp-arg=--fault=refuse"];
    let later = [&server[..], &["--mcp-arg=--fault-after=1"]].concat();
    let last = [&server[..], &["--mcp-arg=--fault-after=2"]].concat();
    for (text, arguments, reached, words) in [
        (
            BALANCE,
            nothing,
            &["read", "decompose", "resolve", "execute", "rows", "compose"][..],
            &[
                "account = 62",
                "4 from the server → 4 read → 4 in scope → 4 whole → 4 passed the recipe → 3 in the answer",
            ][..],
        ),
        (
            &ambiguous(),
            nothing,
            &["read", "decompose", "resolve", "compose"],
            &["could be so many elements: 2"],
        ),
        (
            &broadened(),
            nothing,
            &["read", "decompose", "resolve", "execute", "rows", "compose"],
            &[
                "rows of the recipe: no_raw_rows",
                "of all available time: matched_non_empty",
                "period_window_auto_broadened",
            ],
        ),
        (
            r#"{"s":"IS","tg":["open_item"]}"#,
            nothing,
            &["read", "decompose", "compose"],
            &["missing: counterparty|contract"],
        ),
        (
            r#"{"s":"IS","tg":["payable","receivable"]}"#,
            nothing,
            &["read", "decompose", "compose"],
            &["no recipe fits", "several questions at once are not run"],
        ),
        (
            BALANCE,
            &["--limit=1"],
            &["read", "decompose", "resolve", "execute", "rows", "compose"],
            &["Not all rows are shown: 1 at most (rows_truncated_to_limit)"],
        ),
        // A server that fails: at which call, and how far it had come.
        (
            BALANCE,
            &["--mcp-command=/nowhere/at/all"],
            &["read", "decompose", "compose"],
            &[
                "execution_error (the 1C server or the way to it failed)",
                "The 1C server cannot be reached: •••",
                "opening the session failed: mcp_unreachable",
            ],
        ),
        (
            BALANCE,
            &server,
            &["read", "decompose", "compose"],
            &["the call of account_lookup failed: mcp_query_refused"],
        ),
        (
            BALANCE,
            &later,
            &["read", "decompose", "resolve", "execute", "compose"],
            &[
                "rows of the recipe: error (the call failed); from the server: 0",
                "the call of movements failed",
            ],
        ),
        (
            BALANCE,
            &last,
            &["read", "decompose", "resolve", "execute", "compose"],
            &[
                "rows of the recipe: matched_non_empty (there are rows); from the server: 4",
                "the call of account_totals failed",
            ],
        ),
        // What was not accepted went no further.
        (
            r#"{"s":"IS","tg":["nothing"]}"#,
            nothing,
            &["read"],
            &["DEC0", "the intent was not accepted"],
        ),
        (
            "{",
            nothing,
            &["read"],
            &["DEC006", "the intent was not accepted"],
        ),
    ] {
        let file = folder.path().join("debug.jsonl");
        run(
            &[&["--debug-out", file.to_str().unwrap()], arguments].concat(),
            text,
        );
        let (exit, story) = told(&file, &["--lang", "en"]);
        assert_eq!(exit, 0);
        assert_eq!(stages(&story), reached, "{text}");
        for word in words {
            assert!(story.to_string().contains(word), "{word} is not in {story}");
        }
        for language in ["ru", "zh"] {
            let (_, other) = told(&file, &["--lang", language]);
            assert_eq!(stages(&other), reached);
            assert_ne!(other["steps"], story["steps"], "{language}");
        }
    }
}

#[test]
fn names_are_told_only_when_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("debug.jsonl");
    for (text, name) in [(ambiguous(), names::AMBIGUOUS), (broadened(), names::USUAL)] {
        let out = ["--debug-names", "--debug-out", file.to_str().unwrap()];
        run(&out, &text);
        assert!(!told(&file, &[]).1.to_string().contains(name));
        assert!(told(&file, &["--show-values"]).1.to_string().contains(name));
    }
    // What a server says when it fails is its own and may hold anything.
    let server = env!("CARGO_BIN_EXE_cmec");
    let path = file.to_str().unwrap();
    let arguments = [
        "--debug-names",
        "--debug-out",
        path,
        "--mcp-command",
        server,
        "--mcp-arg=demo-1c",
        "--mcp-arg=--fault",
        "--mcp-arg=refuse",
    ];
    run(&arguments, &ambiguous());
    let (_, story) = told(&file, &[]);
    assert!(!story.to_string().contains("Нарушение"), "{story}");
    assert!(
        told(&file, &["--show-values"])
            .1
            .to_string()
            .contains("Нарушение")
    );
}

#[test]
fn an_answer_is_found_by_its_trace_id_and_other_lanes_are_told_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("debug.jsonl");
    let path = file.to_str().unwrap();
    run(&["--debug-out", path, "--trace-id", TRACE], BALANCE);
    let rag = r#"{"s":"RAG","Q":{"txt":"Почему так?"}}"#;
    pipe(&["plan", "--domain", "mind", "--debug-out", path], rag);
    assert_eq!(stages(&told(&file, &[]).1), ["read", "plan"]);
    let (_, story) = told(&file, &["--trace-id", TRACE]);
    assert_eq!(
        (story["trace_id"].as_str(), stages(&story).len()),
        (Some(TRACE), 6)
    );
}

#[test]
fn a_file_without_an_envelope_is_told_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for (content, said) in [
        ("", "there is no debug envelope"),
        ("{\"version\":1,\"tra", "there is no debug envelope"),
        ("[1, 2]\nnull\n\"trace_id\"", "there is no debug envelope"),
        ("{\"trace_id\":\"a\",\"version\":7}", "of version 7"),
    ] {
        let file = folder.path().join("file");
        std::fs::write(&file, content).unwrap();
        let output = cmec(&["explain-run", file.to_str().unwrap()])
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{content}");
        assert!(stderr.contains(said) && stderr.len() < 300, "{stderr}");
    }
    // An envelope that lacks everything has a story of little.
    let file = folder.path().join("file");
    std::fs::write(
        &file,
        "{\"trace_id\":\"a\",\"version\":1,\"address\":{},\"decode\":7}",
    )
    .unwrap();
    assert_eq!(
        stages(&told(&file, &[]).1),
        ["read", "decompose", "compose"]
    );
}
