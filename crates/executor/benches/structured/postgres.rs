//! The same questions over PostgreSQL: the tables of a file copied into a server, and SQL by hand through one connection.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sqlx::{AssertSqlSafe, Column as _, PgConnection, Row as _, TypeInfo as _};

use crate::server::Server;
use crate::{Literal, Question, cut};

const TABLES: &str = "
    DROP TABLE IF EXISTS enterprises, parks, products;
    CREATE TABLE enterprises (id bigint PRIMARY KEY, name text, status text, ownership text, city text,
        employees bigint, park_id bigint);
    CREATE TABLE parks (id bigint PRIMARY KEY, name text, level text);
    CREATE TABLE products (id bigint PRIMARY KEY, name text, category text, enterprise_id bigint);\n";

const INDEXES: &str = "
    CREATE INDEX i1 ON enterprises (status, employees);
    CREATE INDEX i2 ON enterprises (park_id);
    CREATE INDEX i3 ON products (enterprise_id);
    CREATE INDEX i4 ON products (category);\n";

/// Copies the tables of a file.
pub(crate) fn copy(file: &Path, server: &Server) {
    let connection = Connection::open(file).unwrap();
    let mut script = TABLES.to_owned();
    for table in ["enterprises", "parks", "products"] {
        writeln!(script, "COPY {table} FROM STDIN;").unwrap();
        let mut all = connection
            .prepare(&format!("SELECT * FROM {table}"))
            .unwrap();
        let columns = all.column_count();
        let mut rows = all.query(()).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let cells = (0..columns).map(|column| match row.get_ref(column).unwrap() {
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                other => panic!("{other:?}"),
            });
            writeln!(script, "{}", cells.collect::<Vec<_>>().join("\t")).unwrap();
        }
        script.push_str("\\.\n");
    }
    script.push_str(INDEXES);
    let copied = file.with_extension("sql");
    std::fs::write(&copied, script).unwrap();
    server.psql_file(&copied);
    server.psql("VACUUM ANALYZE");
}

/// A question by hand: the statement, its rows, a response.
pub(crate) async fn by_hand(
    question: &Question,
    sql: &str,
    connection: &mut PgConnection,
) -> String {
    let query = sqlx::query(AssertSqlSafe(sql.to_owned()));
    let query = (question.values.iter()).fold(query, |query, value| match value {
        Literal::Text(text) => query.bind(*text),
        Literal::Number(number) => query.bind(*number),
    });
    let rows = query.fetch_all(connection).await;
    let rows = rows.unwrap().into_iter().map(|row| {
        let cells = question.columns.iter().enumerate().map(|(index, name)| {
            let cell = match row.column(index).type_info().name() {
                "INT8" => Cell::Number(row.get::<i64, _>(index).to_string()),
                _ => Cell::Text(row.get(index)),
            };
            (Cow::Borrowed(*name), cell)
        });
        Row {
            values: cells.collect(),
        }
    });
    cut(rows.collect())
}
