//! What a port says of the tables of a database, in both engines.

use std::time::{Duration, Instant};

use cmec_executor::database_schema::DatabaseSchema;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::database::{Database, introspection};
use sqlx::AssertSqlSafe;
use tokio::runtime::Runtime;

use crate::Pg;

/// Tables that both engines have.
const TABLES: &str = "
CREATE TABLE parks (id bigint PRIMARY KEY, name text NOT NULL UNIQUE, kind varchar(20), area numeric(12,2), open boolean,
  since date, seen timestamp);
CREATE TABLE firms (id bigint PRIMARY KEY, park_id bigint REFERENCES parks (id));
CREATE INDEX firms_park ON firms (park_id);
CREATE TABLE owned (owner bigint NOT NULL REFERENCES firms, other bigint NOT NULL REFERENCES firms, PRIMARY KEY (owner, other));
CREATE VIEW firm_parks AS SELECT firms.id, parks.name FROM firms JOIN parks ON parks.id = firms.park_id;
INSERT INTO parks (id, name, kind) VALUES (1, 'a', 'x'), (2, 'b', 'y'), (3, 'c', NULL);
";

/// What PostgreSQL alone has.
const POSTGRES: &str = "
COMMENT ON TABLE parks IS 'Parks of the town';
COMMENT ON COLUMN parks.area IS 'Area [km2]';
ALTER TABLE parks ADD COLUMN tags text[], ADD COLUMN inner_point point;
CREATE TYPE mood AS ENUM ('good', 'fair', 'bad');
CREATE DOMAIN mail AS text CHECK (VALUE LIKE '%@%');
CREATE EXTENSION vector;
CREATE TABLE guests (id uuid PRIMARY KEY, name text, mood mood, moods mood[], mail mail, meaning vector(3));
CREATE SCHEMA other;
CREATE TABLE other.parts (id int, day date) PARTITION BY RANGE (day);
CREATE TABLE other.parts_2026 PARTITION OF other.parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE TABLE other.\"Odd name\" (\"the id\" int PRIMARY KEY);
CREATE TABLE \"Order\" (id int PRIMARY KEY, \"createdAt\" timestamp);
CREATE TABLE \"order\" (id int PRIMARY KEY, of int REFERENCES \"Order\");
CREATE TABLE other.\"a.b\" (id int PRIMARY KEY, \"Кол-во\" int);
";

/// Two values of `kind` may be read at most, and of `name` two, which are too many.
async fn schema(database: &dyn Database) -> DatabaseSchema {
    let wanted = |table: &str, column: &str| (table == "parks" && column != "id").then_some(2);
    let deadline = Instant::now() + Duration::from_secs(30);
    introspection::schema(database, wanted, deadline)
        .await
        .unwrap()
}

/// A line for each column, key and index.
fn said(schema: &DatabaseSchema) -> String {
    let mut lines = vec![format!("strict: {}", schema.strict)];
    for table in &schema.tables {
        lines.push(format!(
            "{} {:?} key {:?}",
            table.name, table.comment, table.primary_key
        ));
        for column in &table.columns {
            let array = if column.array { " array" } else { "" };
            let nullable = if column.nullable { " nullable" } else { "" };
            lines.push(format!(
                "  {} {} → {:?}{array}{nullable} {:?} values {:?}",
                column.name, column.declared, column.stored, column.comment, column.values
            ));
        }
        for key in &table.foreign_keys {
            let columns = key.columns.join(", ");
            let referred = key.referred.join(", ");
            lines.push(format!("  {columns} → {} ({referred})", key.table));
        }
        for index in &table.indexes {
            let unique = if index.unique { "unique" } else { "index" };
            lines.push(format!("  {unique} {}", index.columns.join(", ")));
        }
    }
    lines.join("\n")
}

#[test]
fn sqlite_says_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute_batch(TABLES).unwrap();
    let database = Sqlite::new(&file);
    let schema = Runtime::new().unwrap().block_on(schema(&database));
    insta::assert_snapshot!("sqlite", said(&schema));
}

#[test]
fn postgres_says_its_tables_and_vectors() {
    Runtime::new().unwrap().block_on(async {
        let Some(pg) = Pg::start().await else { return };
        let script = format!("{TABLES}{POSTGRES}");
        let mut admin = pg.admin.lock().await;
        sqlx::raw_sql(AssertSqlSafe(script))
            .execute(&mut *admin)
            .await
            .unwrap();
        insta::assert_snapshot!("postgres", said(&schema(&pg.database).await));
    });
}
