//! `--cursor` as a person uses it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

mod common;

use serde_json::{Value, json};

use common::{BALANCE, answer, cmec, feed, pipe, run, schema, validate};

/// Exit code, standard output and standard error of `cmec run` on the address domain.
fn refused(command: &str, arguments: &[&str], text: &str) -> (Option<i32>, String, String) {
    let mut all = vec![command, "--domain", "address", "--today", "2026-07-01"];
    all.extend_from_slice(arguments);
    let output = pipe(&all, text);
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// The cursor after the first page of the balance.
fn cursor() -> String {
    let (_, first, _) = run(&[], BALANCE);
    first["next_cursor"].as_str().unwrap().to_owned()
}

#[test]
fn the_next_page_goes_on_after_the_first() {
    let response = schema("schemas/response.schema.json");
    let (exit, whole, _) = run(&["--limit", "6"], BALANCE);
    assert_eq!(exit, 0);
    let cursor = cursor();
    let (exit, second, stderr) = run(&["--cursor", &cursor], BALANCE);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    assert_eq!(
        second["rows"].as_array().unwrap()[..],
        whole["rows"].as_array().unwrap()[3..]
    );
    for answer in [&whole, &second] {
        validate(&response, answer);
    }
    let text = refused("run", &["--format", "text"], BALANCE).1;
    assert!(
        text.contains(&format!("Дальше: --cursor {cursor}\n")),
        "{text}"
    );
}

#[test]
fn a_plan_shows_where_its_page_starts() {
    let cursor = cursor();
    let arguments = ["plan", "--domain", "address", "--cursor", &cursor];
    let (exit, plan, _) = answer(&pipe(&arguments, BALANCE));
    assert_eq!(exit, 0);
    assert_eq!(
        plan["step"]["after"],
        json!({"given_of_moment": 1, "rows_before": 3})
    );
}

#[test]
fn what_is_no_cursor_of_this_question_is_wrong_usage() {
    let own = cursor();
    let cut: String = own.chars().take(40).collect();
    let mut changed = own.clone();
    changed.replace_range(
        60..61,
        if own.get(60..61) == Some("0") {
            "1"
        } else {
            "0"
        },
    );
    let other_version = format!("7f{}", own.get(2..).unwrap());
    let long = "0".repeat(100_000);
    let other_account = BALANCE.replace("\"62\"", "\"60\"");
    let other_date = BALANCE.replace("2026-03-31", "2026-03-30");
    let without_date =
        r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"}]}}"#;
    let (_, today, _) = run(&["--limit", "1"], without_date);
    let today = today["next_cursor"].as_str().unwrap();
    for (cursor, text, said) in [
        ("", BALANCE, "the cursor has 0 characters"),
        ("x", BALANCE, "the cursor has 1 characters"),
        (
            "--",
            BALANCE,
            "character 1 of the cursor is no hexadecimal digit",
        ),
        ("\u{1b}[31m", BALANCE, "the cursor has 5 characters"),
        (&cut, BALANCE, "its seal does not fit"),
        (&changed, BALANCE, "its seal does not fit"),
        (&other_version, BALANCE, "the cursor is of version 127"),
        (&long, BALANCE, "the cursor has 100000 characters"),
        (&own, &other_account, "it was given for another question"),
        (&own, &other_date, "it was given for another question"),
        (&own, without_date, "it was given for another question"),
    ] {
        for command in ["run", "plan"] {
            let argument = format!("--cursor={cursor}");
            let (exit, stdout, stderr) = refused(command, &[&argument], text);
            assert_eq!((exit, stdout.as_str()), (Some(2), ""), "{cursor} {text}");
            assert!(stderr.starts_with("error: --cursor: "), "{stderr}");
            assert!(
                stderr.contains(said) && stderr.contains("help: "),
                "{stderr}"
            );
            assert!(stderr.len() < 400, "{stderr}");
        }
    }
    // A date that is left out is today's, so the question is another one tomorrow.
    for (day, exit) in [("2026-07-01", 0), ("2026-07-02", 2)] {
        let arguments = [
            "run", "--domain", "address", "--today", day, "--cursor", today,
        ];
        let status = pipe(&arguments, without_date).status;
        assert_eq!(status.code(), Some(exit), "{day}");
    }
}

#[test]
fn a_cursor_belongs_to_one_intent() {
    let (exit, stdout, stderr) = refused("run", &["--lines", "--cursor", &cursor()], BALANCE);
    assert_eq!((exit, stdout.as_str()), (Some(2), ""));
    assert!(stderr.contains("--lines"), "{stderr}");
    // In a domain of another lane there is no answer it could be of.
    let rag = r#"{"s":"RAG","Q":{"txt":"Почему так?"}}"#;
    let output = pipe(&["plan", "--domain", "mind", "--cursor", &cursor()], rag);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_text_that_is_no_intent_is_told_before_its_cursor() {
    let cursor = cursor();
    for (text, exit) in [("{", 4), (r#"{"s":"IS","tg":["nothing"]}"#, 3)] {
        assert_eq!(run(&["--cursor", &cursor], text).0, exit, "{text}");
    }
}

#[test]
fn the_envelope_tells_the_place_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("debug.jsonl");
    let path = path.to_str().unwrap();
    let cursor = cursor();
    run(&["--cursor", &cursor, "--debug-out", path], BALANCE);
    let other = BALANCE.replace("2026-03-31", "2026-03-30");
    refused("run", &["--cursor", &cursor, "--debug-out", path], &other);
    let envelope_schema = schema("schemas/debug-envelope.schema.json");
    let lines = std::fs::read_to_string(path).unwrap();
    let envelopes: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let explains = [
        "a cursor was used: rows given before 3",
        "cursor: it was given for another question",
    ];
    assert_eq!(envelopes.len(), explains.len());
    for ((envelope, explain), tripped) in envelopes.iter().zip(explains).zip([false, true]) {
        validate(&envelope_schema, envelope);
        assert!(
            envelope["explain"].to_string().contains(explain),
            "{envelope}"
        );
        let guard = json!({"name": "cursor_is_of_this_question", "tripped": tripped});
        assert!(
            envelope["guardrails"].as_array().unwrap().contains(&guard),
            "{envelope}"
        );
    }
    // The moment the page starts at is a value of a row.
    assert!(!lines.contains("2026-03-31T12:00:00"), "{lines}");
}

/// What one call gives another one goes on with: the key stays, and is its owner's alone. With another key it is refused.
#[test]
fn the_key_of_cursors_stays_in_the_cache_folder() {
    let folder = tempfile::tempdir().unwrap();
    let run = |cache: &str, cursor: Option<&str>| {
        let mut arguments = vec!["run", "--domain", "address", "--format", "json"];
        arguments.extend(cursor.iter().flat_map(|cursor| ["--cursor", *cursor]));
        let mut command = cmec(&arguments);
        command.env("XDG_CACHE_HOME", folder.path().join(cache));
        feed(command, BALANCE)
    };
    let (_, first, _) = answer(&run("one", None));
    let cursor = first["next_cursor"].as_str().unwrap();
    assert_eq!(run("one", Some(cursor)).status.code(), Some(0));
    assert_eq!(run("other", Some(cursor)).status.code(), Some(2));
    // A command that turns no pages reads the same envelopes.
    let line = json!({"cursor": cursor, "text": BALANCE}).to_string();
    let mut decode = cmec(&["decode", "--domain", "address", "--lines"]);
    decode.env("XDG_CACHE_HOME", folder.path().join("one"));
    assert_eq!(feed(decode, &line).status.code(), Some(0));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let key = folder
            .path()
            .join("one/cmec/cursor.key")
            .metadata()
            .unwrap();
        assert_eq!((key.len(), key.permissions().mode() & 0o777), (32, 0o600));
    }
}
