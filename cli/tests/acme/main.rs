//! The public questions about insurance over the set's own tables, as a person would ask them: import, overlay, check, ask.
//!
//! The codebook is what `cmec import` makes of the database, with `fixtures/acme/imported/overlay.yaml` over it. The SQL is that of
//! `fixtures/acme/questions.txt`, with the names that the import gives. The rows are those of the set's own queries over the
//! same tables. Without the data the test says so and skips.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../crates/executor/tests/structured/postgres.rs"]
mod postgres;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{cmec, feed};
use postgres::Server;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use serde_json::Value;
use tables::{in_sqlite, of_postgres, tables, with_several_amounts};

/// What names of the questions are called in the tables of the set; the longer ones first.
const NAMES: &[(&str, &str)] = &[
    (" coverage", " policy_coverage_detail"),
    ("coverage_detail.starts", "coverage_detail.effective_date"),
    ("coverage_detail.ends", "coverage_detail.expiration_date"),
    (
        "SELECT number, starts, ends FROM policy",
        "SELECT policy_number, effective_date, expiration_date FROM policy",
    ),
    (
        "SELECT number, opened, closed FROM claim",
        "SELECT company_claim_number, claim_open_date, claim_close_date FROM claim",
    ),
    (
        "SELECT number FROM claim",
        "SELECT company_claim_number FROM claim",
    ),
    ("policy.number", "policy.policy_number"),
    ("p.number", "p.policy_number"),
    ("claim.number", "claim.company_claim_number"),
    ("claim.closed", "claim.claim_close_date"),
    (" closed ", " claim_close_date "),
    ("catastrophe.name", "catastrophe.catastrophe_name"),
];

/// Repairs of the queries, which are of another dialect.
const REPAIRS: &[(&str, &str)] = &[
    ("\n#", "\n--"),
    ("\n #", "\n --"),
    (
        "DATE_DIFF(claim_open_date, claim_close_date, \"day\")",
        "julianday(claim_close_date) - julianday(claim_open_date)",
    ),
    (")/", ")*1.0/"),
];

fn replaced(text: &str, pairs: &[(&str, &str)]) -> String {
    let all = pairs.iter();
    all.fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn set() -> Option<PathBuf> {
    let folder = std::env::var_os("CMEC_ACME").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: `CMEC_ACME` names no copy of the ACME questions");
    }
    folder
}

/// What stands for a question about losses: its number, its SQL over the codebook, and SQL over the tables that has each amount once.
fn about_losses() -> BTreeMap<usize, (&'static str, &'static str)> {
    let text = include_str!("../../../fixtures/acme/imported/losses.cases");
    let cases = text.trim().split("\n\n").map(|case| {
        let mut parts = case.splitn(3, '\n');
        let [number, said, statement] = [(); 3].map(|()| parts.next().unwrap());
        (number.parse().unwrap(), (said, statement))
    });
    cases.collect()
}

fn lines() -> String {
    let text = include_str!("../../../fixtures/acme/questions.txt");
    let own = about_losses();
    let lines =
        text.trim()
            .split("\n\n")
            .enumerate()
            .map(|(index, block)| match own.get(&(index + 1)) {
                Some((said, _)) => (*said).to_owned(),
                None => replaced(block.lines().nth(1).unwrap(), NAMES),
            });
    lines.map(|line| line + "\n").collect()
}

/// The rows of the set's own queries, each sorted.
fn gold(folder: &Path, connection: &Connection) -> Vec<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
    let rows = text.lines().map(|line| {
        let question: Value = serde_json::from_str(line).unwrap();
        let query = replaced(question["gold_sql"].as_str().unwrap(), REPAIRS);
        rows_of(connection, &query)
    });
    rows.collect()
}

/// The rows of a statement, sorted.
fn rows_of(connection: &Connection, statement: &str) -> Vec<Vec<String>> {
    let mut prepared = connection.prepare(statement).unwrap();
    let columns = prepared.column_count();
    let rows = prepared.query_map((), |row| {
        let cells = (0..columns).map(|at| match row.get_ref(at).unwrap() {
            ValueRef::Null => "-".to_owned(),
            ValueRef::Integer(number) => plain(&number.to_string()),
            ValueRef::Real(number) => plain(&number.to_string()),
            ValueRef::Text(text) | ValueRef::Blob(text) => {
                plain(std::str::from_utf8(text).unwrap())
            }
        });
        Ok(cells.collect())
    });
    let mut rows: Vec<Vec<String>> = rows.unwrap().map(Result::unwrap).collect();
    rows.sort();
    rows
}

/// A value as both sides write it: six digits at most, a day without its midnight.
fn plain(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) => ((number * 1e6).round() / 1e6).to_string(),
        Err(_) => text.trim_end_matches("T00:00:00Z").to_owned(),
    }
}

/// The codebook of a database: what an import makes of it, with the overlay over it.
fn codebook(folder: &Path, url: &str) -> PathBuf {
    let out = folder.join("acme");
    let mut import = cmec(&["import", url, "--name", "acme", "--out"]);
    let output = import.arg(&out).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let overlay = include_str!("../../../fixtures/acme/imported/overlay.yaml");
    std::fs::write(out.join("overlay.yaml"), overlay).unwrap();
    let mut check = cmec(&["check", "--format", "json"]);
    let output = check.arg(&out).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    out
}

/// The rows of every question, each sorted.
fn answers(codebook: &Path, url: &str) -> Vec<Vec<Vec<String>>> {
    let mut run = cmec(&["run", "--lines", "--format", "json", "--limit", "100000"]);
    run.args(["--today", "2026-01-01", "--db", url, "--domain"]);
    let output = feed(
        {
            run.arg(codebook);
            run
        },
        &lines(),
    );
    let answers = std::str::from_utf8(&output.stdout).unwrap().lines();
    let rows = answers.map(|answer| {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(answer["response_type"], "FACTUAL_LIST", "{answer}");
        let rows = answer["rows"].as_array().unwrap().iter();
        let mut rows: Vec<Vec<String>> = rows
            .map(|row| {
                let cells = row["values"].as_object().unwrap().values();
                let text = |cell: &Value| match cell {
                    Value::Null => "-".to_owned(),
                    Value::String(text) => plain(text),
                    other => plain(&other.to_string()),
                };
                cells.map(text).collect()
            })
            .collect();
        rows.sort();
        rows
    });
    rows.collect()
}

/// Holds the answers over tables against the queries of the set, and of [`about_losses`], on both engines.
fn hold(copies: u64, several: bool) {
    let Some(set) = set() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut tables = tables(&set, copies);
    if several {
        with_several_amounts(&mut tables);
    }
    let file = folder.path().join("acme.db");
    let connection = in_sqlite(&tables, &file);
    let gold = gold(&set, &connection);
    let mut expected = gold.clone();
    for (number, (_, statement)) in about_losses() {
        expected[number - 1] = rows_of(&connection, statement);
    }
    let twice: Vec<usize> = (1..=gold.len())
        .filter(|number| gold[number - 1] != expected[number - 1])
        .collect();
    assert_eq!(twice, if several { COUNT_TWICE } else { &[] });
    let same = |url: &str, folder: &Path| {
        let own = answers(&codebook(folder, url), url);
        assert_eq!(own.len(), expected.len());
        let lines = lines();
        for (index, line) in lines.lines().enumerate() {
            assert!(!own[index].is_empty(), "{}: {line}", index + 1);
            assert_eq!(own[index], expected[index], "{} {url}: {line}", index + 1);
        }
    };
    same(&format!("sqlite:{}", file.display()), folder.path());
    if let Some(server) = Server::start() {
        let script = folder.path().join("acme.sql");
        std::fs::write(&script, of_postgres(&tables)).unwrap();
        server.psql_file(&script);
        let own = tempfile::tempdir().unwrap();
        same(&server.url(), own.path());
    }
}

#[test]
fn each_question_has_the_rows_of_its_query() {
    hold(1, false);
}

#[test]
fn each_question_has_the_rows_of_its_query_over_a_hundred_copies() {
    hold(100, false);
}

/// Queries of the set that have an amount once for each amount of another kind: they join four kinds to a claim.
const COUNT_TWICE: &[usize] = &[1, 7, 28, 29, 30, 31, 32, 35, 42, 43, 44];

#[test]
fn each_question_has_each_of_several_amounts_once() {
    hold(100, true);
}
