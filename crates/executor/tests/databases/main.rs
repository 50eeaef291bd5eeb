//! Questions over four databases such as people have, in `fixtures/databases/`: each intent has the rows of SQL by hand, in
//! SQLite and in PostgreSQL, or says why there are none.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../structured/postgres.rs"]
mod postgres;

use std::path::Path;
use std::time::Duration;

use chrono::NaiveDate;
use cmec_compiler::{compile, load_dir};
use cmec_decoder::{Decoder, Tables, Verdict};
use cmec_executor::ports::database::{Database, postgres::Postgres, sqlite::Sqlite};
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::{Response, row::Row};
use cmec_executor::{Catalogue, DebugEnvelope, Locale, PlanContext, Ports, Principals, RunContext};
use postgres::Server;
use rusqlite::Connection;
use rusqlite::types::ValueRef;

type Rows = Vec<Vec<String>>;

fn codebook(folder: &Path) -> (Tables, Catalogue) {
    let compilation = compile(&load_dir(folder).unwrap());
    let findings = compilation.findings;
    assert!(findings.is_empty(), "{findings:#?}");
    compilation.model.unwrap().into_tables()
}

/// Numbers are the same by their value, with six digits behind the point.
fn value(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) => ((number * 1e6).round() / 1e6).to_string(),
        Err(_) => text.to_owned(),
    }
}

fn by_hand(tables: &Connection, statement: &str) -> rusqlite::Result<Rows> {
    let mut statement = tables.prepare(statement)?;
    let columns = statement.column_count();
    let cell = |of: ValueRef<'_>| match of {
        ValueRef::Null => "-".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => value(&number.to_string()),
        ValueRef::Text(text) | ValueRef::Blob(text) => value(str::from_utf8(text).unwrap()),
    };
    let rows = statement.query_map((), |row| {
        (0..columns).map(|at| row.get_ref(at).map(cell)).collect()
    });
    rows?.collect()
}

async fn answer(
    (tables, catalogue): &(Tables, Catalogue),
    intent: &str,
    database: &dyn Database,
) -> Response {
    let decoded = Decoder::new(tables).decode(intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        panic!("{intent}\n{:#?}", decoded.account.findings);
    };
    let context = PlanContext {
        tables,
        catalogue,
        principals: Principals::NONE,
        today: NaiveDate::from_ymd_opt(2026, 1, 15).unwrap(),
        limit: None,
        cursor: None,
    };
    let plan = cmec_executor::plan(&contract, &context);
    let run = RunContext {
        trace_id: "0",
        locale: Locale::En,
        timeout: Duration::from_secs(20),
        ignored: &[],
        total: false,
    };
    let (account, time) = (decoded.account, Default::default());
    let mut envelope = DebugEnvelope::of_decoding("0", &tables.name, account, time);
    cmec_executor::run(&plan, Ports::database(database), run, &mut envelope).await
}

fn rows(answer: &Response) -> Rows {
    let cell = |cell: &Cell| match cell {
        Cell::Null => "-".to_owned(),
        Cell::Boolean(flag) => u8::from(*flag).to_string(),
        other => value(&other.written().unwrap()),
    };
    let row = |row: &Row| row.values.iter().map(|(_, of)| cell(of)).collect();
    answer.rows.iter().map(row).collect()
}

#[test]
fn each_answer_has_the_rows_of_sql_by_hand() {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/databases");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (server, files) = (Server::start(), tempfile::tempdir().unwrap());
    let mut wrong = String::new();
    for name in ["chinook", "northwind", "lavka", "wenju"] {
        let folder = Path::new(folders).join(name);
        let read = |file| std::fs::read_to_string(folder.join(file)).unwrap();
        let (codebook, data) = (codebook(&folder), read("data.sql"));
        let file = files.path().join(name);
        let tables = Connection::open(&file).unwrap();
        let script = format!("BEGIN; {data} COMMIT;");
        tables.execute_batch(&script).unwrap();
        let (sqlite, postgres) = (
            Sqlite::new(&file),
            server.as_ref().map(|server| {
                // A column of numbers has no empty text there.
                let data = data.replace(",'',", ",NULL,");
                let script = format!("DROP SCHEMA public CASCADE; CREATE SCHEMA public; {data}");
                let file = files.path().join("script.sql");
                std::fs::write(&file, script).unwrap();
                server.psql_file(&file);
                Postgres::new(&server.url()).unwrap()
            }),
        );
        let text = read("questions.txt");
        let questions = text.trim().split("\n\n");
        assert!(questions.clone().count() >= 15, "{name}");
        for question in questions {
            let lines: Vec<&str> = question.lines().collect();
            let [number, _, intent, statement @ ..] = &lines[..] else {
                panic!("{question}");
            };
            let reason = statement.first().and_then(|line| line.strip_prefix("-- "));
            let statement = statement.join("\n");
            let mut expected = by_hand(&tables, &statement).unwrap();
            assert_eq!(expected.is_empty(), reason.is_some(), "{name} {question}");
            // The order is that of the whole statement, behind its last bracket.
            let end = statement.rsplit(')').next().unwrap_or_default();
            let is_ordered = end.contains("ORDER BY");
            if !is_ordered {
                expected.sort();
            }
            let mut hold = |engine, answer: Response| {
                let mut rows = rows(&answer);
                if !is_ordered {
                    rows.sort();
                }
                let said = match reason {
                    Some(reason) => answer.reasons.iter().any(|own| own == reason),
                    None => answer.limited_reason_category.is_none(),
                };
                if !said || rows != expected {
                    let reasons = answer.reasons;
                    wrong += &format!(
                        "{name} {number} {engine}: {rows:?} {reasons:?}\n  {expected:?}\n"
                    );
                }
            };
            hold(
                "sqlite",
                runtime.block_on(answer(&codebook, intent, &sqlite)),
            );
            if let Some(postgres) = &postgres {
                hold(
                    "postgres",
                    runtime.block_on(answer(&codebook, intent, postgres)),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
