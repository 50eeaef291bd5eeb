//! Every scenario and operator over one small set of data: what SQL written by hand gives, both engines and the reference do.
//!
//! `fixtures/conformance/<domain>.cases` has a name, an intent and a statement for each case. What the two engines say
//! differently stands in braces there:
//!
//! | | SQLite | PostgreSQL |
//! |---|---|---|
//! | `{utc:COLUMN}` | a moment in UTC, with thousandths | the same |
//! | `{bool:COLUMN}` | `true`, `false` | the same |
//! | `{year:COLUMN}` | the year | the same |
//! | `{list:COLUMN}` | a list as JSON | the same |
//! | `{each:COLUMN:NAME}` | the members of a list as a table with a column `value` | the same |

use bigdecimal::BigDecimal;
use cmec_decoder::language::Scenario;
use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::ports::database::postgres::Postgres;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::database::{Database, Engine};
use cmec_executor::ports::raw_row::Cell;
use rusqlite::types::ValueRef;
use sqlx::{AssertSqlSafe, Row, ValueRef as _};
use tokio::runtime::Runtime;

use crate::Pg;
use crate::answers::{Rows, by_lane, by_reference, text_of};
use crate::host::Host;
use crate::rules::today;
use crate::world::World;

/// Name, intent, statement.
type Case = [&'static str; 3];

/// A domain, its data and its cases.
type Suite = [&'static str; 3];

const SUITES: [Suite; 2] = [
    [
        "enterprise",
        include_str!("../../../../fixtures/conformance/enterprise.json"),
        include_str!("../../../../fixtures/conformance/enterprise.cases"),
    ],
    [
        "wine",
        include_str!("../../../../fixtures/conformance/wine.json"),
        include_str!("../../../../fixtures/conformance/wine.cases"),
    ],
];

fn cases(text: &'static str) -> Vec<Case> {
    let cases = text.split("== ").skip(1);
    let parts = cases.map(|case| case.trim_end().splitn(3, '\n'));
    parts
        .map(|mut parts| [(); 3].map(|()| parts.next().unwrap()))
        .collect()
}

/// The statement for an engine.
fn said(statement: &str, engine: Engine) -> String {
    let mut said = String::new();
    let mut rest = statement;
    while let Some((before, behind)) = rest.split_once('{') {
        let (inner, after) = behind.split_once('}').unwrap();
        let (what, of) = inner.split_once(':').unwrap();
        said.push_str(before);
        said.push_str(&match (what, engine) {
            ("utc", Engine::Sqlite) => format!("strftime('%Y-%m-%dT%H:%M:%fZ', {of})"),
            ("utc", Engine::Postgres) => {
                format!("to_char({of} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')")
            }
            ("bool", _) => {
                format!("CASE WHEN {of} = TRUE THEN 'true' WHEN {of} = FALSE THEN 'false' END")
            }
            ("year", Engine::Sqlite) => format!("CAST(strftime('%Y', {of}) AS INTEGER)"),
            ("year", Engine::Postgres) => format!("EXTRACT(YEAR FROM {of})"),
            ("list", Engine::Sqlite) => of.to_owned(),
            ("list", Engine::Postgres) => format!("array_to_json({of})::text"),
            ("each", engine) => {
                let (column, name) = of.split_once(':').unwrap();
                match engine {
                    Engine::Sqlite => format!("json_each({column}) AS {name}"),
                    Engine::Postgres => format!("unnest({column}) AS {name}(value)"),
                }
            }
            other => panic!("{other:?}"),
        });
        rest = after;
    }
    said + rest
}

/// A value as both sides write it.
fn plain(text: &str) -> String {
    if let Ok(number) = text.parse::<BigDecimal>() {
        return number.normalized().to_plain_string();
    }
    if let Ok(members) = serde_json::from_str::<Vec<String>>(text) {
        let mut members = members;
        members.sort();
        return format!("{members:?}");
    }
    // A moment without the noughts of its fraction.
    match text.strip_suffix('Z').and_then(|text| text.split_once('.')) {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => format!("{whole}Z"),
            fraction => format!("{whole}.{fraction}Z"),
        },
        None => text.to_owned(),
    }
}

fn by_sqlite(world: &World, statement: &str) -> Rows {
    let connection = rusqlite::Connection::open(&world.file).unwrap();
    let mut prepared = connection.prepare(statement).unwrap();
    let columns = prepared.column_count();
    let rows = prepared.query_map([], |row| {
        let cells = (0..columns).map(|index| match row.get_ref(index).unwrap() {
            ValueRef::Null => "-".to_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => plain(&number.to_string()),
            ValueRef::Text(text) => plain(std::str::from_utf8(text).unwrap()),
            ValueRef::Blob(_) => panic!("a blob"),
        });
        Ok(cells.collect())
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

async fn by_postgres(pg: &Pg, statement: &str) -> Rows {
    let mut admin = pg.admin.lock().await;
    // Without a prepared statement every value comes as text.
    let statement = AssertSqlSafe(statement.to_owned());
    let rows = sqlx::raw_sql(statement).fetch_all(&mut *admin).await;
    let rows = rows.unwrap();
    let text = |row: &sqlx::postgres::PgRow, index: usize| {
        let value = row.try_get_raw(index).unwrap();
        match value.is_null() {
            true => "-".to_owned(),
            false => plain(value.as_str().unwrap()),
        }
    };
    rows.iter()
        .map(|row| (0..row.len()).map(|index| text(row, index)).collect())
        .collect()
}

/// The rows of the lane. Of a path its length and the names on it.
async fn lane(world: &World, intent: &str, scenario: Scenario, database: &dyn Database) -> Rows {
    let host = Host::new(&world.tables, world.catalogue.clone());
    let answer = host.answer(intent, database).await;
    let rows = answer.rows.iter().map(|row| match scenario {
        Scenario::PathQuery => {
            let Some(Cell::List(names)) = row.get("instances") else {
                panic!("{row:?}");
            };
            let names: Vec<&str> = names.iter().filter_map(Cell::shown).collect();
            vec![text_of(row.get("hops").unwrap()), names.join(">")]
        }
        _ => row.values.iter().map(|(_, cell)| text_of(cell)).collect(),
    });
    rows.collect()
}

/// Rows in their order where the statement says one.
fn ordered(rows: Rows, statement: &str) -> Rows {
    let mut rows: Rows = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| plain(cell)).collect())
        .collect();
    let outer = statement.rsplit(')').next().unwrap();
    if !outer.contains("ORDER BY") {
        rows.sort();
    }
    rows
}

#[test]
fn every_case_has_the_rows_of_its_statement() {
    let runtime = Runtime::new().unwrap();
    let pg = runtime.block_on(Pg::start());
    let wrong: Vec<String> = SUITES
        .iter()
        .flat_map(|suite| differences(*suite, pg.as_ref(), &runtime))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} differ\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let all = SUITES.iter().map(|[.., text]| cases(text).len());
    assert!(all.sum::<usize>() >= 150);
}

/// The cases of a domain where anybody says something else than the statement.
fn differences([domain, json, text]: Suite, pg: Option<&Pg>, runtime: &Runtime) -> Vec<String> {
    let tables = generated::builtin(domain).unwrap().clone();
    let catalogue = cmec_executor::generated::builtin(domain).unwrap();
    let catalogue = catalogue.structured.clone().unwrap();
    let world = World::over(tables, catalogue, json);
    if let Some(pg) = pg {
        let script = world.script_of_postgres();
        runtime.block_on(async {
            let mut admin = pg.admin.lock().await;
            let made = sqlx::raw_sql(AssertSqlSafe(script));
            made.execute(&mut *admin).await.unwrap();
        });
    }
    let mut wrong = Vec::new();
    for [name, intent, statement] in cases(text) {
        let decoded = Decoder::new(&world.tables).decode(intent, "0");
        let Verdict::Contract(contract) = decoded.verdict else {
            wrong.push(format!(
                "{name}: {intent}\n  {:?}",
                decoded.account.findings
            ));
            continue;
        };
        let scenario = contract.intent.scenario;
        let is_graph = matches!(scenario, Scenario::PathQuery | Scenario::Subgraph);
        let in_sqlite = said(statement, Engine::Sqlite);
        let expected = ordered(by_sqlite(&world, &in_sqlite), &in_sqlite);
        let mut hold = |who: &str, rows: Rows| {
            let rows = ordered(rows, &in_sqlite);
            if rows != expected {
                wrong.push(format!(
                    "{name}: {intent}\n  {who} {rows:?}\n  by hand {expected:?}"
                ));
            }
        };
        let database = Sqlite::new(&world.file);
        hold(
            "sqlite",
            runtime.block_on(lane(&world, intent, scenario, &database)),
        );
        if !is_graph {
            let by_reference = by_reference(&world, &contract, today());
            hold("reference", by_reference.unwrap_or_default());
            let own = (&world.tables, &world.catalogue);
            let own = runtime.block_on(by_lane(own, &contract, today(), &database));
            hold("one statement", own.rows);
        }
        if let Some(pg) = pg {
            let database: &Postgres = &pg.database;
            let by_hand = runtime.block_on(by_postgres(pg, &said(statement, Engine::Postgres)));
            hold("postgres by hand", by_hand);
            hold(
                "postgres",
                runtime.block_on(lane(&world, intent, scenario, database)),
            );
        }
    }
    wrong
}
