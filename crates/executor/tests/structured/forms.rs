//! A stored value that is not of its field's form is missing for every operator alike, and the answer counts it.
//!
//! Two files have the same rows: in one the columns hold texts of other forms, in the other what these mean, or nothing.

use std::path::Path;

use cmec_decoder::language::Operator;
use cmec_decoder::tables::{RowFilter, RowValue};
use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::Ports;
use cmec_executor::ports::database::sqlite::Sqlite;
use rusqlite::Connection;
use sqlx::AssertSqlSafe;
use tokio::runtime::Runtime;

use crate::Pg;
use crate::host::Host;

/// A column, with SQL literals as they are stored and as they are meant.
struct Column {
    field: &'static str,
    column: &'static str,
    /// A value to compare with.
    value: &'static str,
    /// As SQL has them.
    clean: &'static [&'static str],
    /// Other forms that are read, and what they mean.
    read: &'static [(&'static str, &'static str)],
    /// Forms that are not read.
    unread: &'static [&'static str],
}

const COLUMNS: &[Column] = &[
    Column {
        field: "employees",
        column: "employees",
        value: "40",
        clean: &["7", "40", "300", "NULL"],
        read: &[("'40'", "40"), ("'0100'", "100"), ("x'31'", "1")],
        unread: &["''", "'много'", "'1 000'", "'1,5'"],
    },
    Column {
        field: "revenue",
        column: "annual_revenue",
        value: "12.5",
        clean: &["12.5", "900", "0", "NULL"],
        read: &[("'12.5'", "12.5"), ("'-3'", "-3")],
        unread: &["'12,50'", "'n/a'", "''", "'1e999999999'"],
    },
    Column {
        field: "listed",
        column: "listed",
        value: "TRUE",
        clean: &["1", "0", "NULL"],
        read: &[("'t'", "1"), ("'FALSE'", "0")],
        unread: &["'yes'", "'да'", "''", "2"],
    },
    Column {
        field: "founded",
        column: "founded_on",
        value: "'2020-03-31'",
        clean: &["'2020-03-31'", "'2019-12-01'", "'2024-07-15'", "NULL"],
        read: &[("'2020-03-31 00:00:00'", "'2020-03-31'")],
        unread: &[
            "''",
            "'31.03.2020'",
            "20200331",
            "'2020-02-31'",
            "'2020-3-1'",
        ],
    },
    Column {
        field: "created",
        column: "created_at",
        value: "'2026-03-31'",
        clean: &["'2026-03-31T10:00:00'", "'2025-01-02T00:00:00'", "NULL"],
        read: &[
            ("'2026-03-31 10:00:00'", "'2026-03-31T10:00:00'"),
            ("'2026-03-31 10:00'", "'2026-03-31T10:00:00'"),
            ("'2026-03-31T10:00Z'", "'2026-03-31T10:00:00'"),
            ("'2026-04-01 01:00:00+03:00'", "'2026-03-31T22:00:00'"),
        ],
        unread: &[
            "''",
            "1774915200",
            "'31.03.2026 10:00'",
            "'10:00'",
            "'2460000.5'",
        ],
    },
];

/// Questions about a field `<f>` with a value `<v>`.
const QUESTIONS: &[&str] = &[
    "SELECT name FROM enterprise WHERE <f> = <v>",
    "SELECT name FROM enterprise WHERE <f> <= '9999-12-31'",
    "SELECT name FROM enterprise WHERE YEAR(<f>) <= 9999",
    "SELECT name FROM enterprise WHERE <f> <> <v>",
    "SELECT name FROM enterprise WHERE <f> > <v>",
    "SELECT name FROM enterprise WHERE <f> <= <v>",
    "SELECT name FROM enterprise WHERE <f> BETWEEN <v> AND <v>",
    "SELECT name FROM enterprise WHERE <f> IN (<v>)",
    "SELECT name FROM enterprise WHERE <f> NOT IN (<v>)",
    "SELECT name FROM enterprise WHERE <f> IS NULL",
    "SELECT name FROM enterprise WHERE <f> IS NOT NULL",
    "SELECT name, <f> FROM enterprise ORDER BY <f> DESC, name LIMIT 50",
    "SELECT name, <f> FROM enterprise ORDER BY name LIMIT 50",
    "SELECT COUNT(<f>) FROM enterprise",
    "SELECT COUNT(*) FROM enterprise WHERE <f> = <v>",
    "SELECT COUNT(DISTINCT <f>) FROM enterprise",
    "SELECT MIN(<f>), MAX(<f>) FROM enterprise",
    "SELECT SUM(<f>), AVG(<f>) FROM enterprise",
    "SELECT <f>, COUNT(*) FROM enterprise GROUP BY <f> LIMIT 50",
    "SELECT YEAR(<f>), COUNT(*) FROM enterprise GROUP BY YEAR(<f>)",
    "SELECT DATE_TRUNC('month', <f>), COUNT(*) FROM enterprise GROUP BY DATE_TRUNC('month', <f>)",
    "SELECT name FROM enterprise WHERE <f> < <v> OR <f> IS NULL",
    "SELECT name FROM enterprise WHERE name <> 'e00' AND <f> >= <v>",
    "SELECT name, <f> FROM enterprise ORDER BY <f>, name LIMIT 3",
    "SELECT MAX(<f>) FROM enterprise WHERE <f> <= <v>",
    "SELECT EXISTS (SELECT 1 FROM enterprise WHERE <f> < <v>)",
    "SELECT * FROM enterprise WHERE <f> >= <v> EXCEPT SELECT * FROM enterprise WHERE <f> > <v>",
];

/// A file whose rows have these values in a column.
fn file(at: &Path, own: &Column, values: &[&str]) {
    let bound = cmec_executor::generated::builtin("enterprise").unwrap();
    let structured = bound.structured.as_ref().unwrap();
    let table = structured
        .types
        .iter()
        .find(|own| own.type_name == "enterprise");
    let columns = table
        .unwrap()
        .fields
        .iter()
        .filter(|own| own.values.is_none());
    let columns: Vec<String> = columns.map(|own| own.column.to_string()).collect();
    let mut script = format!(
        "CREATE TABLE enterprises (id INTEGER PRIMARY KEY, {});",
        columns.join(", ")
    );
    for (index, value) in values.iter().enumerate() {
        script += &format!(
            "INSERT INTO enterprises (id, name, {}) VALUES ({index}, 'e{index:02}', {value});",
            own.column
        );
    }
    Connection::open(at)
        .unwrap()
        .execute_batch(&script)
        .unwrap();
}

#[test]
fn a_stored_value_is_read_in_one_way() {
    let runtime = Runtime::new().unwrap();
    let tables = generated::builtin("enterprise").unwrap();
    let bound = cmec_executor::generated::builtin("enterprise").unwrap();
    let host = Host::new(tables, bound.structured.clone().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut answers, mut told) = (0, 0);
    for own in COLUMNS {
        let read = own
            .read
            .iter()
            .map(|(stored, meant)| (*stored, *meant, false));
        let unread = own.unread.iter().map(|stored| (*stored, "NULL", true));
        for (case, (stored, meant, is_unread)) in read.chain(unread).enumerate() {
            let path = |name: &str| {
                folder
                    .path()
                    .join(format!("{}-{case}-{name}.db", own.field))
            };
            let (mixed, clean) = (path("mixed"), path("clean"));
            let with = |value| [own.clean, &[value], own.clean, &[value]].concat();
            file(&mixed, own, &with(stored));
            file(&clean, own, &with(meant));
            let (mixed, clean) = (Sqlite::new(&mixed), Sqlite::new(&clean));
            for question in QUESTIONS {
                let question = question.replace("<f>", own.field).replace("<v>", own.value);
                if !host.is_contract(&question) {
                    continue;
                }
                let found = runtime.block_on(host.answer(&question, &mixed));
                let wanted = runtime.block_on(host.answer(&question, &clean));
                let about = format!("{stored}: {question}\n{found:?}\n{wanted:?}");
                assert_eq!(found.rows, wanted.rows, "{about}");
                let of_form = |own: &cmec_executor::response::Response| {
                    let said = own.limitations.iter().map(ToString::to_string);
                    said.filter(|said| said.starts_with("values_out_of_form"))
                        .collect::<Vec<_>>()
                };
                let counted = format!("values_out_of_form: enterprise.{}: 2", own.column);
                let counted: Vec<String> = is_unread.then_some(counted).into_iter().collect();
                assert_eq!(of_form(&found), counted, "{about}");
                assert_eq!(of_form(&wanted), Vec::<String>::new(), "{about}");
                answers += 1;
                told += usize::from(is_unread);
            }
        }
    }
    assert!(answers >= 500 && told >= 350, "{answers} {told}");
}

/// A row policy reads a column as everything does: whoever is kept out by a missing value is kept out by one of another form, and
/// has no name either.
#[test]
fn a_row_policy_reads_stored_values_alike() {
    let runtime = Runtime::new().unwrap();
    let own = COLUMNS.iter().find(|own| own.field == "employees").unwrap();
    let mut tables = generated::builtin("enterprise").unwrap().clone();
    tables.row_filters = vec![RowFilter {
        field: "enterprise.employees".into(),
        operator: Operator::Ne,
        is: RowValue::Constant(vec!["7".into()].into()),
    }]
    .into();
    let bound = cmec_executor::generated::builtin("enterprise").unwrap();
    let host = Host::new(&tables, bound.structured.clone().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mixed, clean) = (folder.path().join("mixed"), folder.path().join("clean"));
    file(&mixed, own, &["7", "40", "'x'", "NULL"]);
    file(&clean, own, &["7", "40", "NULL", "NULL"]);
    let (mixed, clean) = (Sqlite::new(&mixed), Sqlite::new(&clean));
    let questions = ["SELECT name FROM enterprise ORDER BY name".to_owned()];
    let named = ["e00", "e01", "e02", "e03"].map(|name| {
        format!(r#"{{"s":"AF","E":[{{"txt":"{name}","ty":"enterprise"}}],"A":["F001"]}}"#)
    });
    for question in questions.iter().chain(&named) {
        let found = runtime.block_on(host.answer(question, &mixed));
        let wanted = runtime.block_on(host.answer(question, &clean));
        let of = |own: &cmec_executor::response::Response| {
            (own.rows.clone(), own.reasons.clone(), own.hints.clone())
        };
        assert_eq!(of(&found), of(&wanted), "{question}");
    }
}

/// Bounds of days and moments keep the same rows whatever type a column of moments has in PostgreSQL, and an index finds them
/// where it has one.
#[test]
fn moments_are_found_by_an_index() {
    const MOMENTS: &[&str] = &[
        "2026-03-30T21:59:59",
        "2026-03-31T00:00:00",
        "2026-03-31T23:59:59",
        "2026-04-01T00:00:00",
    ];
    let runtime = Runtime::new().unwrap();
    let Some(pg) = runtime.block_on(Pg::start()) else {
        return;
    };
    let tables = generated::builtin("enterprise").unwrap();
    let bound = cmec_executor::generated::builtin("enterprise").unwrap();
    let host = Host::new(tables, bound.structured.clone().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let own = COLUMNS.iter().find(|own| own.field == "created").unwrap();
    let quoted: Vec<String> = MOMENTS.iter().map(|own| format!("'{own}'")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    let file_of_moments = folder.path().join("moments.db");
    file(&file_of_moments, own, &quoted);
    let sqlite = Sqlite::new(&file_of_moments);
    for (kind, is_found) in [("timestamptz", true), ("timestamp", true), ("text", false)] {
        let rows = MOMENTS.iter().enumerate();
        let rows = rows.map(|(index, own)| format!("({index}, 'e{index:02}', '{own}')"));
        let script = format!(
            "SET TIME ZONE 'UTC'; DROP TABLE IF EXISTS enterprises;
            CREATE TABLE enterprises (id bigint PRIMARY KEY, name text, created_at {kind});
            INSERT INTO enterprises VALUES {}",
            rows.collect::<Vec<_>>().join(", ")
        );
        runtime.block_on(async {
            let mut admin = pg.admin.lock().await;
            let made = sqlx::raw_sql(AssertSqlSafe(script)).execute(&mut *admin);
            made.await.unwrap();
        });
        for operator in ["=", "<>", "<", "<=", ">", ">="] {
            for value in MOMENTS
                .iter()
                .chain(&["2026-03-31", "2026-04-01", "2026-03-30"])
                .chain(&["2026-03", "2026-W14", "2026-Q2", "2026", "2025"])
            {
                let question = format!(
                    "SELECT name FROM enterprise WHERE created {operator} '{value}' ORDER BY name"
                );
                if !host.is_contract(&question) {
                    continue;
                }
                let found = runtime.block_on(host.answer(&question, &pg.database));
                let wanted = runtime.block_on(host.answer(&question, &sqlite));
                assert_eq!(found.rows, wanted.rows, "{kind}: {question}\n{found:?}");
            }
        }
        for condition in [
            "created >= '2026-03-31'",
            "created BETWEEN '2026-03-30' AND '2026-03-31'",
            "created = '2026-03-31'",
            "created = '2026-03'",
            "created = '2026'",
        ] {
            let question = format!("SELECT COUNT(*) FROM enterprise WHERE {condition}");
            let decoded = Decoder::new(tables).decode(&question, "0");
            let Verdict::Contract(contract) = decoded.verdict else {
                panic!("{question}");
            };
            let asked = host.asked((&contract, None, None), Ports::database(&pg.database));
            let statements = runtime.block_on(asked).1.statements.join("\n");
            let is_compared = statements.contains(r#""created_at" >= CAST("#);
            assert_eq!(is_compared, is_found, "{kind}: {statements}");
            let asked = host.asked((&contract, None, None), Ports::database(&sqlite));
            let statements = runtime.block_on(asked).1.statements.join("\n");
            assert!(statements.contains(r#""created_at" >= '"#), "{statements}");
        }
    }
}
