//! Envelopes: where they are kept, and what of them is also said as it happens.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use common::{answer, cmec, names, pipe};
use serde_json::Value;

#[test]
fn an_envelope_is_kept_also_when_nobody_reads_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["run", "plan"] {
        let path = folder.path().join(command);
        let arguments = [
            command,
            "--domain",
            "address",
            "--debug-out",
            path.to_str().unwrap(),
        ];
        let mut child = cmec(&arguments)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, common::BALANCE.as_bytes()).unwrap();
        drop(stdin);
        child.wait().unwrap();
        let lines = std::fs::read_to_string(&path).unwrap();
        assert_eq!(lines.lines().count(), 1, "{command}");
    }
}

/// What a document of v0.1.x gave as its reasoning is in the envelope, and an event only where that is switched on.
#[test]
fn reasoning_and_metrics_are_events_where_they_are_switched_on() {
    let text = r#"{"reasoning":"потому что; password: abc","intent":{"scenario":"instance_search"},"grounding":{"target_types":["account_balance"]},"constraints":[]}"#;
    let reasoning = "потому что; password: ***";
    let folder = tempfile::tempdir().unwrap();
    for command in ["plan", "run"] {
        for (switches, events) in [
            (&[][..], &[][..]),
            (&["--emit-reasoning"], &["cmec::reasoning"]),
            (&["--emit-metrics"], &["cmec::metrics"]),
            (
                &["--emit-reasoning", "--emit-metrics"],
                &["cmec::reasoning", "cmec::metrics"],
            ),
        ] {
            let path = folder.path().join("envelope");
            let mut all = vec![
                command,
                "--domain",
                "address",
                "--debug-names",
                "--debug-out",
                path.to_str().unwrap(),
            ];
            all.extend(switches);
            let (exit, answer, stderr) = answer(&pipe(&all, text));
            assert_eq!(exit, 5, "{stderr}");
            assert!(!answer.to_string().contains("потому"));
            let envelopes = std::fs::read_to_string(&path).unwrap();
            let last: Value = serde_json::from_str(envelopes.lines().last().unwrap()).unwrap();
            assert_eq!(last["model_reasoning"], reasoning);
            let told: Vec<Value> = stderr
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            let names: Vec<&Value> = told.iter().map(|line| &line["event"]).collect();
            assert_eq!(names, events, "{stderr}");
            for event in told {
                assert_eq!(event["trace_id"], last["trace_id"]);
                if event["event"] == "cmec::reasoning" {
                    assert_eq!(event["model_reasoning"], reasoning);
                } else {
                    assert_eq!(event["input_bytes"], text.len());
                }
            }
        }
    }
}

#[test]
fn a_synced_file_is_made_wherever_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let absolute = folder.path().join("absolute");
    for path in ["bare", "./dotted", absolute.to_str().unwrap()] {
        let arguments = [
            "plan",
            "--domain",
            "address",
            "--debug-sync",
            "--debug-out",
            path,
        ];
        let mut command = cmec(&arguments);
        command.current_dir(folder.path());
        assert!(common::feed(command, common::BALANCE).status.success());
        let lines = std::fs::read_to_string(folder.path().join(path)).unwrap();
        assert_eq!(lines.lines().count(), 1, "{path}");
    }
}

#[test]
fn an_envelope_that_cannot_be_kept_holds_the_answer_back_only_when_synced() {
    for (arguments, answered) in [(vec![], true), (vec!["--debug-sync"], false)] {
        let mut all = vec!["plan", "--domain", "address", "--debug-out", "/dev/full"];
        all.extend(arguments);
        let output = pipe(&all, common::BALANCE);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(!output.stdout.is_empty(), answered);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("/dev/full: "), "{stderr}");
    }
}

/// No name that the question or the ledger has is kept, whatever becomes of the question; how it went is.
#[test]
fn names_are_hidden_where_the_host_wants_them_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let schema = common::schema("schemas/debug-envelope.schema.json");
    let of = |value: &str| {
        let filter = serde_json::json!({"f": "F301", "op": "EQ", "v": value});
        serde_json::json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string()
    };
    let fault = format!("--mcp-command={}", env!("CARGO_BIN_EXE_cmec"));
    let refused = [&fault, "--mcp-arg=demo-1c", "--mcp-arg=--fault=refuse"];
    for (text, name, arguments) in [
        (of(names::USUAL), names::USUAL, &[][..]),
        (of(names::AMBIGUOUS), names::AMBIGUOUS, &[]),
        (of("Никто"), "Никто", &[]),
        (of(names::USUAL), names::USUAL, &refused),
        (of(names::USUAL).replace("F301", "Некто"), "Некто", &[]),
        // An entity of no type, a value with a mark of quotes, an account that is none.
        (
            r#"{"s":"IS","tg":["document"],"E":[{"txt":"Некто"}]}"#.to_owned(),
            "Некто",
            &[],
        ),
        (of("Никто`Некто"), "Некто", &[]),
        (
            "SELECT * FROM document WHERE counterparty = Некто".to_owned(),
            "Некто",
            &[],
        ),
        (
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"Некто"}]}}"#
                .to_owned(),
            "Некто",
            &[],
        ),
    ] {
        let kept = |switches: &[&str]| -> Value {
            let path = folder.path().join("envelope");
            let out = format!("--debug-out={}", path.display());
            let all = [&["run", "--domain", "address", &out], arguments, switches].concat();
            pipe(&all, &text);
            let lines = std::fs::read_to_string(&path).unwrap();
            serde_json::from_str(lines.lines().last().unwrap()).unwrap()
        };
        let (open, hidden) = (kept(&["--debug-names"]), kept(&[]));
        assert!(open.to_string().contains(name), "{open}");
        assert!(!hidden.to_string().contains(name), "{hidden}");
        common::validate(&schema, &hidden);
        for part in [
            "mcp_call_status",
            "reasons",
            "rows_fetched",
            "selected_recipe",
        ] {
            assert_eq!(hidden["address"][part], open["address"][part], "{part}");
        }
    }
}

/// A file that has grown too long goes aside, and the records go on in a new one.
#[test]
fn a_file_of_envelopes_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let (path, old) = (
        folder.path().join("e.jsonl"),
        folder.path().join("e.jsonl.old"),
    );
    std::fs::write(&path, "{\"version\":").unwrap();
    let long = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    long.set_len(64 << 20).unwrap();
    let out = format!("--debug-out={}", path.display());
    pipe(&["run", "--domain", "address", &out], common::BALANCE);
    assert!(old.metadata().unwrap().len() > 64 << 20);
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(kept.lines().count(), 1);
}

/// What only the host knows of the turn is in the envelope where the host says it, and a slip in it is said.
#[test]
fn the_assistant_block_is_the_hosts() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("assistant.json");
    let out = folder.path().join("envelopes");
    let run = |text: &str| {
        std::fs::write(&known, text).unwrap();
        let assistant = format!("--assistant={}", known.display());
        let out = format!("--debug-out={}", out.display());
        let arguments = [
            "run",
            "--domain",
            "address",
            "--debug-names",
            &out,
            &assistant,
        ];
        pipe(&arguments, common::BALANCE)
    };
    let said = serde_json::json!({
        "llm_decomposition_attempted": true,
        "llm_decomposition_applied": true,
        "llm_provider_used": "local",
        "llm_decomposition_trace_id": "t",
        "llm_decomposition_effective_message": "m",
        "llm_decomposition_reason": "r",
        "fallback_rule_hit": "f",
        "sanitized_user_message": "s",
        "tool_gate_decision": "allow",
        "tool_gate_reason": "g",
    });
    assert_eq!(run(&said.to_string()).status.code(), Some(0));
    let lines = std::fs::read_to_string(&out).unwrap();
    let envelope: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let schema = common::schema("schemas/debug-envelope.schema.json");
    common::validate(&schema, &envelope);
    for (key, value) in said.as_object().unwrap() {
        assert_eq!(&envelope["assistant"][key], value, "{key}");
    }
    assert_eq!(envelope["assistant"]["execution_lane"], "address_query");
    let output = run(r#"{"llm_provider": "local"}"#);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("llm_provider"), "{stderr}");
}
