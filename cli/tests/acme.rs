//! The public questions about insurance over the set's own tables, as a person would ask them: import, overlay, check, ask.
//!
//! The codebook is what `cmec import` makes of the database, with `fixtures/acme/imported/overlay.yaml` over it. The lines are those of
//! `fixtures/acme/questions.txt`, with the names that the import gives. The rows are those of the set's own queries over the
//! same tables. Without the data the test says so and skips.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;
#[path = "../../crates/executor/tests/structured/postgres.rs"]
mod postgres;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{cmec, feed};
use postgres::Server;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;

/// What names of the questions are called in the tables of the set; the longer ones first.
const NAMES: &[(&str, &str)] = &[
    (
        "policy .number .starts .ends",
        "policy .policy_number .effective_date .expiration_date",
    ),
    (
        "closed=2019-01-01..2019-12-31",
        "claim_close_date=2019-01-01T00:00:00..2019-12-31T23:59:59",
    ),
    ("claim.number", "claim.company_claim_number"),
    ("policy.number", "policy.policy_number"),
    ("coverage.starts", "policy_coverage_detail.effective_date"),
    ("coverage.ends", "policy_coverage_detail.expiration_date"),
    ("catastrophe.name", "catastrophe.catastrophe_name"),
    ("coverage >of", "policy_coverage_detail >of"),
    ("by number", "by company_claim_number"),
    ("claim .number", "claim .company_claim_number"),
    (".opened", ".claim_open_date"),
    (".closed", ".claim_close_date"),
    (" closed=*", " claim_close_date=*"),
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

fn lines() -> String {
    let text = include_str!("../../fixtures/acme/questions.txt");
    let blocks = text.trim().split("\n\n");
    let lines = blocks.map(|block| block.lines().nth(1).unwrap());
    lines.map(|line| replaced(line, NAMES) + "\n").collect()
}

/// A table: its name, its columns with their types, its key, its foreign keys, and its rows.
struct Table {
    name: String,
    columns: Vec<(String, String)>,
    key: Vec<String>,
    references: Vec<(String, String, String)>,
    rows: Vec<BTreeMap<String, String>>,
}

/// The tables of the set with so many copies of its rows: identifiers and numbers of a copy are its own.
fn tables(folder: &Path, copies: u64) -> Vec<Table> {
    let text = std::fs::read_to_string(folder.join("ACME_small.ddl")).unwrap();
    let blocks = text.split("CREATE TABLE").skip(1);
    let mut tables: Vec<Table> = blocks.map(|block| table(folder, block)).collect();
    let made: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    for table in &mut tables {
        table
            .references
            .retain(|(_, other, _)| made.contains(other));
        // A column that has no value in the files cannot be part of a key.
        let first = table.rows.clone();
        table
            .key
            .retain(|column| first.iter().all(|row| !row[column].is_empty()));
        for copy in 1..copies {
            for row in &first {
                let own = row.iter().map(|(column, value)| {
                    let is_its_own = column.ends_with("Identifier") || column.ends_with("Number");
                    let value = match value.parse::<u64>() {
                        Ok(number) if is_its_own => (number + copy * 1_000_000).to_string(),
                        _ => value.clone(),
                    };
                    (column.clone(), value)
                });
                table.rows.push(own.collect());
            }
        }
    }
    tables
}

fn table(folder: &Path, block: &str) -> Table {
    let name = block.split_whitespace().next().unwrap().to_owned();
    let (mut columns, mut key, mut references) = (Vec::new(), Vec::new(), Vec::new());
    let named = |line: &str| -> Vec<String> {
        let inner = line.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let names = inner.split(',').map(|name| name.replace(" ASC", ""));
        names.map(|name| name.trim().to_owned()).collect()
    };
    for line in block.lines().skip(1).map(str::trim) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("PRIMARY") => key = named(line),
            Some("FOREIGN") => {
                let other = line.split_once("REFERENCES ").unwrap().1;
                let (table, _) = other.split_once('(').unwrap();
                if let ([own], [referred]) = (named(line).as_slice(), named(other).as_slice()) {
                    references.push((own.clone(), table.to_owned(), referred.clone()));
                }
            }
            Some(column) if column.contains('_') => {
                columns.push((column.to_owned(), words.next().unwrap().to_owned()));
            }
            _ => {}
        }
    }
    let text = std::fs::read_to_string(folder.join(format!("csv/{name}.csv"))).unwrap();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows = lines.map(|line| {
        let names = header.iter().map(|name| (*name).to_owned());
        names.zip(line.split(',').map(str::to_owned)).collect()
    });
    Table {
        rows: rows.collect(),
        name,
        columns,
        key,
        references,
    }
}

/// The tables in a file of SQLite.
fn in_sqlite(tables: &[Table], file: &Path) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; BEGIN")
        .unwrap();
    for table in tables {
        let columns = table
            .columns
            .iter()
            .map(|(name, of)| format!("{name} {of}"));
        let key = format!("PRIMARY KEY ({})", table.key.join(", "));
        let references = table.references.iter().map(|(own, other, referred)| {
            format!("FOREIGN KEY ({own}) REFERENCES {other} ({referred})")
        });
        let parts: Vec<String> = columns.chain([key]).chain(references).collect();
        let name = &table.name;
        connection
            .execute_batch(&format!("CREATE TABLE {name} ({})", parts.join(", ")))
            .unwrap();
        for row in &table.rows {
            let names: Vec<&str> = row.keys().map(String::as_str).collect();
            let marks = vec!["nullif(?, '')"; names.len()].join(", ");
            let insert = format!("INSERT INTO {name} ({}) VALUES ({marks})", names.join(", "));
            let mut insert = connection.prepare_cached(&insert).unwrap();
            insert.execute(params_from_iter(row.values())).unwrap();
        }
    }
    connection.execute_batch("COMMIT; ANALYZE").unwrap();
    connection
}

/// The script that makes the tables in PostgreSQL.
fn of_postgres(tables: &[Table]) -> String {
    let (mut script, mut references) = (String::new(), String::new());
    for table in tables {
        let columns = table.columns.iter().map(|(name, of)| {
            let of = if of == "datetime" { "timestamp" } else { of };
            format!("{name} {of}")
        });
        let key = format!("PRIMARY KEY ({})", table.key.join(", "));
        let parts: Vec<String> = columns.chain([key]).collect();
        let name = &table.name;
        script += &format!("CREATE TABLE {name} ({});\n", parts.join(", "));
        for row in &table.rows {
            let names: Vec<&str> = row.keys().map(String::as_str).collect();
            let values = row.values().map(|value| match value.as_str() {
                "" => "NULL".to_owned(),
                value => format!("'{value}'"),
            });
            let values: Vec<String> = values.collect();
            let (names, values) = (names.join(", "), values.join(", "));
            script += &format!("INSERT INTO {name} ({names}) VALUES ({values});\n");
        }
        for (own, other, referred) in &table.references {
            references += &format!(
                "ALTER TABLE {name} ADD FOREIGN KEY ({own}) REFERENCES {other} ({referred});\n"
            );
        }
    }
    script + &references
}

/// The rows of the set's own queries, each sorted.
fn gold(folder: &Path, connection: &Connection) -> Vec<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
    let rows = text.lines().map(|line| {
        let question: Value = serde_json::from_str(line).unwrap();
        let query = replaced(question["gold_sql"].as_str().unwrap(), REPAIRS);
        let mut prepared = connection.prepare(&query).unwrap();
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
    });
    rows.collect()
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
    let overlay = include_str!("../../fixtures/acme/imported/overlay.yaml");
    std::fs::write(out.join("overlay.yaml"), overlay).unwrap();
    let mut check = cmec(&["check", "--format", "json"]);
    let output = check.arg(&out).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    out
}

/// The rows of every line, each sorted.
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

/// Holds the answers over a number of copies of the set against its queries, on both engines.
fn hold(copies: u64) {
    let Some(set) = set() else { return };
    let folder = tempfile::tempdir().unwrap();
    let tables = tables(&set, copies);
    let file = folder.path().join("acme.db");
    let expected = gold(&set, &in_sqlite(&tables, &file));
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
fn each_line_has_the_rows_of_its_query() {
    hold(1);
}

/// Each claim of a copy has one amount of each kind, so that the queries of the set count nothing twice there.
#[test]
fn each_line_has_the_rows_of_its_query_over_a_hundred_copies() {
    hold(100);
}
