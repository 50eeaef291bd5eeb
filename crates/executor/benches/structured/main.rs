//! What an answer of the structured lane costs, against SQL written by hand through the same driver: ratios within one run.
//!
//! Both sides give the same response as JSON. By hand, values stand in the text of SQLite, which prepares a statement with bound
//! ones again each time, and are bound in PostgreSQL, where a host has no other safe way. The lane's side has decoding, planning, writing the statement and the thread for blocking
//! work in it. Each round times both once, every other round in the opposite order; the figure is the median.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a bench makes its database and reads the clock"
)]

mod postgres;
#[path = "../../tests/structured/postgres.rs"]
mod server;
mod world;

use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::postgres::Postgres;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{DebugEnvelope, Locale, PlanContext, Ports, Principals, Response, RunContext};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use server::Server;
use sqlx::{Connection as _, PgConnection};
use tokio::runtime::Runtime;

const ROUNDS: usize = 15;
/// As many where one takes less than a tenth of a second, so that a median of some tenths of a millisecond stands still.
const SHORT_ROUNDS: usize = 101;

/// A question, as a model writes it and as SQL by hand: its columns, its text with `{}` for each value, and the values.
struct Question {
    name: &'static str,
    intent: &'static str,
    columns: &'static [&'static str],
    sql: &'static str,
    values: &'static [Literal],
}

/// A value of SQL by hand.
enum Literal {
    Text(&'static str),
    Number(i64),
}

impl Question {
    /// The text with each value as it is written for the engine.
    fn said(&self, written: impl Fn(usize, &Literal) -> String) -> String {
        let values = self.values.iter().enumerate();
        values.fold(self.sql.to_owned(), |sql, (index, value)| {
            sql.replacen("{}", &written(index, value), 1)
        })
    }
}

const QUESTIONS: &[Question] = &[
    Question {
        name: "rows",
        intent: "SELECT name, employees FROM enterprise WHERE status = 'active' AND employees > 500 ORDER BY employees DESC LIMIT 20",
        columns: &["enterprise.name", "enterprise.employees"],
        sql: "SELECT name, employees FROM enterprises WHERE status = {} AND employees > {} \
              ORDER BY employees DESC NULLS LAST, id LIMIT {}",
        values: &[
            Literal::Text("active"),
            Literal::Number(500),
            Literal::Number(21),
        ],
    },
    Question {
        name: "aggregate",
        intent: "SELECT ownership, COUNT(*) AS n, SUM(employees) FROM enterprise GROUP BY ownership ORDER BY n DESC",
        columns: &["enterprise.ownership", "n", "sum_employees"],
        sql: "SELECT ownership, count(*) AS n, CAST(sum(employees) AS bigint) FROM enterprises GROUP BY ownership \
              ORDER BY n DESC NULLS LAST, ownership ASC NULLS LAST LIMIT {}",
        values: &[Literal::Number(21)],
    },
    Question {
        name: "chain",
        intent: r#"{"s":"RQ","o":"INST","tg":["enterprise"],"A":["F001","F006"],"R":[{"r":"R001","fr":"target"},{"r":"R006","fr":"target"}],"C":{"flt":[{"f":"F023","op":"EQ","v":"national"},{"f":"F051","op":"EQ","v":"chips"}],"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":20}}}"#,
        columns: &["enterprise.name", "enterprise.employees"],
        sql: "SELECT e.name, e.employees FROM enterprises AS e \
              WHERE e.park_id IN (SELECT p.id FROM parks AS p WHERE p.level = {}) \
              AND e.id IN (SELECT r.enterprise_id FROM products AS r WHERE r.category = {}) \
              ORDER BY e.employees DESC NULLS LAST, e.id LIMIT {}",
        values: &[
            Literal::Text("national"),
            Literal::Text("chips"),
            Literal::Number(21),
        ],
    },
];

fn main() {
    println!(
        "structured: medians of {ROUNDS} rounds ({SHORT_ROUNDS} of short ones), the lane and SQL by hand in turn\n"
    );
    let runtime = Runtime::new().unwrap();
    for rows in [10_000, 100_000, 1_000_000] {
        let world = world::enterprises(rows);
        println!("{rows} enterprises");
        for question in QUESTIONS {
            let hand = Connection::open(&world.file).unwrap();
            let lane = Sqlite::new(&world.file);
            let sql = question.said(|_, value| match value {
                Literal::Text(text) => format!("'{text}'"),
                Literal::Number(number) => number.to_string(),
            });
            compare(
                question.name,
                || runtime.block_on(answer(question.intent, &lane)),
                || by_hand(question, &sql, &hand),
            );
        }
        println!();
    }
    over_postgres(&runtime);
    let world = world::investments(100_000, 10);
    println!("a path within 4 hops among 1,000,000 investments");
    let hand = Connection::open(&world.file).unwrap();
    let lane = Sqlite::new(&world.file);
    compare(
        "path",
        || runtime.block_on(answer(world::PATH, &lane)),
        || world::path_by_hand(&hand),
    );
}

fn over_postgres(runtime: &Runtime) {
    let Some(server) = Server::start() else {
        return;
    };
    for rows in [10_000, 100_000, 1_000_000] {
        let world = world::enterprises(rows);
        postgres::copy(&world.file, &server);
        println!("{rows} enterprises in PostgreSQL");
        let mut hand = runtime
            .block_on(PgConnection::connect(&server.url()))
            .unwrap();
        let lane = Postgres::new(&server.url()).unwrap();
        for question in QUESTIONS {
            let sql = question.said(|index, _| format!("${}", index + 1));
            compare(
                question.name,
                || runtime.block_on(answer(question.intent, &lane)),
                || runtime.block_on(postgres::by_hand(question, &sql, &mut hand)),
            );
        }
        println!();
    }
}

/// Times two ways to the same answer.
fn compare(name: &str, mut lane: impl FnMut() -> String, mut hand: impl FnMut() -> String) {
    let (one, other) = (lane(), hand());
    assert_eq!(rows_of(&one), rows_of(&other), "{name}");
    let start = Instant::now();
    lane();
    let short = start.elapsed().as_secs_f64() < 0.1;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..if short { SHORT_ROUNDS } else { ROUNDS } {
        for turn in 0..2 {
            let side = if round % 2 == 0 { turn } else { 1 - turn };
            let start = Instant::now();
            std::hint::black_box(if side == 0 { lane() } else { hand() });
            times[side].push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let [lane, hand] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let bar = if hand >= 1.0 {
        "bar 1.10"
    } else {
        "bar 0.15 ms more"
    };
    println!(
        "  {name:<10} lane {lane:>9.3} ms   by hand {hand:>9.3} ms   {:.2}, {:+.3} ms ({bar})",
        lane / hand,
        lane - hand
    );
}

fn rows_of(json: &str) -> serde_json::Value {
    let response: serde_json::Value = serde_json::from_str(json).unwrap();
    response["rows"].clone()
}

/// The answer of the lane, as JSON.
async fn answer(line: &str, database: &dyn Database) -> String {
    let tables = generated::builtin("enterprise").unwrap();
    let decoded = Decoder::new(tables).decode(line, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        panic!("{line}: {:#?}", decoded.account.findings);
    };
    let context = PlanContext {
        tables,
        catalogue: cmec_executor::generated::builtin("enterprise").unwrap(),
        principals: Principals::NONE,
        today: chrono::NaiveDate::from_ymd_opt(2026, 1, 1).unwrap(),
        limit: None,
        cursor: None,
    };
    let plan = cmec_executor::plan(&contract, &context);
    let run = RunContext {
        trace_id: "0",
        locale: Locale::En,
        timeout: std::time::Duration::from_secs(60),
        ignored: &[],
        total: false,
    };
    let account = decoded.account;
    let mut envelope = DebugEnvelope::of_decoding("0", "enterprise", account, Default::default());
    let ports = Ports::database(database);
    let response = cmec_executor::run(&plan, ports, run, &mut envelope).await;
    serde_json::to_string(&response).unwrap()
}

/// The same by hand: the statement, its rows, a response.
fn by_hand(question: &Question, sql: &str, connection: &Connection) -> String {
    let mut statement = connection.prepare_cached(sql).unwrap();
    let mut rows = statement.query(()).unwrap();
    let mut shown = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let cells = question.columns.iter().enumerate().map(|(index, name)| {
            let cell = match row.get_ref(index).unwrap() {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Number(number.to_string()),
                ValueRef::Real(number) => Cell::Number(number.to_string()),
                ValueRef::Text(text) | ValueRef::Blob(text) => {
                    Cell::Text(String::from_utf8_lossy(text).into_owned())
                }
            };
            (Cow::Borrowed(*name), cell)
        });
        shown.push(Row {
            values: cells.collect(),
        });
    }
    cut(shown)
}

/// The page of rows, one of which only says that there are more.
pub(crate) fn cut(mut rows: Vec<Row>) -> String {
    rows.truncate(20);
    written(rows)
}

pub(crate) fn written(rows: Vec<Row>) -> String {
    let response = Response {
        response_type: ResponseType::FactualList,
        returned: rows.len(),
        rows,
        ..Response::default()
    };
    serde_json::to_string(&response.marked()).unwrap()
}
