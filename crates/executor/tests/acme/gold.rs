//! The gold queries of the set, over its own tables in SQLite, after named repairs.

use std::path::Path;

use bigdecimal::{BigDecimal, RoundingMode};
use cmec_executor::reference::cell::Cell;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::Value;

use super::tables::records;

/// What keeps a text of the set from being run by SQLite, and what stands in its place.
struct Repair {
    /// What is wrong with it.
    #[allow(dead_code, reason = "it is for readers")]
    what: &'static str,
    from: &'static str,
    to: &'static str,
}

/// Repairs of the tables.
const OF_TABLES: &[Repair] = &[Repair {
    what: "columns that have no value in the files must have one",
    from: "NOT NULL",
    to: "",
}];

/// Repairs of the queries.
const OF_QUERIES: &[Repair] = &[
    Repair {
        what: "a sign of another dialect begins a remark",
        from: "\n#",
        to: "\n--",
    },
    Repair {
        what: "the same, behind a blank",
        from: "\n #",
        to: "\n --",
    },
    Repair {
        what: "a function of another dialect counts days",
        from: "DATE_DIFF(claim_open_date, claim_close_date, \"day\")",
        to: "julianday(claim_close_date) - julianday(claim_open_date)",
    },
    Repair {
        what: "whole numbers are divided without a rest",
        from: ")/",
        to: ")*1.0/",
    },
];

fn repaired(text: &str, repairs: &[Repair]) -> String {
    repairs.iter().fold(text.to_owned(), |text, repair| {
        text.replace(repair.from, repair.to)
    })
}

/// The gold queries as the set has them.
pub(crate) fn queries(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("questions.jsonl")).unwrap();
    let query = |line: &str| {
        let question: Value = serde_json::from_str(line).unwrap();
        question["gold_sql"].as_str().unwrap().to_owned()
    };
    let queries: Vec<String> = text.lines().map(query).collect();
    assert_eq!(queries.len(), 44);
    queries
}

/// The tables of the set, filled, and its queries.
pub(crate) struct Gold {
    tables: Connection,
    queries: Vec<String>,
}

impl Gold {
    pub(crate) async fn open(folder: &Path) -> Self {
        let tables = Connection::open_in_memory().unwrap();
        // Nothing is referred to that the file does not make.
        run(&tables, "PRAGMA foreign_keys = OFF");
        let text = std::fs::read_to_string(folder.join("ACME_small.ddl")).unwrap();
        for table in repaired(&text, OF_TABLES).split("CREATE TABLE").skip(1) {
            run(&tables, &format!("CREATE TABLE {table}"));
            let name = table.split_whitespace().next().unwrap();
            for record in records(folder, name) {
                let columns: Vec<&str> = record.keys().map(String::as_str).collect();
                let marks = vec!["nullif(?, '')"; columns.len()].join(", ");
                let insert = format!(
                    "INSERT INTO {name} ({}) VALUES ({marks})",
                    columns.join(", ")
                );
                let values = params_from_iter(record.values());
                tables.execute(&insert, values).unwrap();
            }
        }
        Self {
            tables,
            queries: queries(folder),
        }
    }

    /// The rows of a gold query, by its number from 1.
    pub(crate) async fn rows(&self, number: usize) -> Vec<Vec<String>> {
        let query = repaired(&self.queries[number - 1], OF_QUERIES);
        let rows = self.tables.prepare(&query).and_then(|mut statement| {
            let columns = statement.column_count();
            let rows = statement.query_map((), |from| row(from, columns))?;
            rows.collect()
        });
        rows.unwrap_or_else(|error| panic!("{number}: {error}\n{query}"))
    }
}

fn run(tables: &Connection, statements: &str) {
    (tables.execute_batch(statements)).unwrap_or_else(|error| panic!("{error}\n{statements}"));
}

fn row(row: &Row<'_>, columns: usize) -> rusqlite::Result<Vec<String>> {
    let cells = (0..columns).map(|at| {
        Ok(match row.get_ref(at)? {
            ValueRef::Null => "-".to_owned(),
            ValueRef::Integer(whole) => number(&BigDecimal::from(whole)),
            ValueRef::Real(float) => number(&float.to_string().parse().unwrap()),
            ValueRef::Text(_) | ValueRef::Blob(_) => row.get(at)?,
        })
    });
    cells.collect()
}

/// A number with six digits behind its point at most: a database counts in binary.
fn number(number: &BigDecimal) -> String {
    let rounded = number.with_scale_round(6, RoundingMode::HalfEven);
    rounded.normalized().to_plain_string()
}

/// A value of ours as that of a query.
pub(crate) fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Missing => "-".to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Number(value) => number(value),
        Cell::Boolean(flag) => i64::from(*flag).to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Moment(moment) => moment.to_string(),
        Cell::List(list) => format!("{list:?}"),
    }
}
