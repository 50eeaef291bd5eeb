//! A database that is down, slow, or goes away while it is asked.

use std::time::{Duration, Instant};

use cmec_executor::ports::database::postgres::Postgres;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::database::{Database, DatabaseError};
use sqlx::AssertSqlSafe;
use tokio::runtime::Runtime;

use crate::Pg;
use crate::statements::statement;

/// Longer than any of these tests takes.
const LONG: Duration = Duration::from_secs(30);

/// What takes long: a table whose rows sleep. What is at once: another.
const TABLES: &str = "CREATE VIEW enterprises AS SELECT 1 AS id, pg_sleep(600)::text AS name;
CREATE VIEW parks AS SELECT 1 AS id, 'a' AS name";
const SLOW: &str = "SELECT name FROM enterprise LIMIT 1";
const QUICK: &str = "SELECT name FROM park LIMIT 1";
/// A column that no table of these tests has.
const GONE: &str = "SELECT level FROM park LIMIT 1";

async fn told(database: &dyn Database, line: &str, within: Duration) -> String {
    let statement = statement("enterprise", line, database.engine()).unwrap();
    match database.query(&statement, within).await {
        Ok(rows) => format!("{} rows", rows.len()),
        Err(error) => error.code().to_owned(),
    }
}

/// A server with these tables.
async fn server() -> Option<Pg> {
    let pg = Pg::start().await?;
    sqlx::raw_sql(TABLES)
        .execute(&mut *pg.admin.lock().await)
        .await
        .unwrap();
    Some(pg)
}

/// Sessions that run the slow statement: what is done with them, and how many there were.
async fn running(pg: &Pg, done: &str) -> usize {
    let sessions = format!(
        "SELECT {done} FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%enterprises%' AND pid <> pg_backend_pid()"
    );
    let mut admin = pg.admin.lock().await;
    let rows = sqlx::query(AssertSqlSafe(sessions)).fetch_all(&mut *admin);
    rows.await.unwrap().len()
}

/// Waits until so many sessions run the slow statement, 20 seconds at most.
async fn until_running(pg: &Pg, count: usize) {
    until_done(pg, "pid", count).await;
}

/// The same, with what is done with them.
async fn until_done(pg: &Pg, done: &str, count: usize) {
    let until = Instant::now() + Duration::from_secs(20);
    while running(pg, done).await != count {
        assert!(Instant::now() < until);
    }
}

#[test]
fn a_server_that_is_not_there_is_told_soon() {
    Runtime::new().unwrap().block_on(async {
        let nobody = Postgres::new("postgres://cmec@127.0.0.1:1/postgres").unwrap();
        let started = Instant::now();
        let asked = statement("enterprise", QUICK, nobody.engine()).unwrap();
        let asked = nobody.query(&asked, LONG).await;
        let error = asked.unwrap_err();
        assert!(
            matches!(&error, DatabaseError::Unreachable(why) if why.contains("127.0.0.1:1")),
            "{error}"
        );
        assert!(started.elapsed() < LONG / 3, "{:?}", started.elapsed());
    });
}

#[test]
fn a_statement_that_is_given_up_ends_on_the_server() {
    Runtime::new().unwrap().block_on(async {
        let Some(pg) = server().await else { return };
        let within = Duration::from_millis(300);
        assert_eq!(told(&pg.database, SLOW, within).await, "database_timeout");
        until_running(&pg, 0).await;
        // A caller that goes away is a future that is dropped.
        let database = pg.database.clone();
        let asking = tokio::spawn(async move { told(&database, SLOW, LONG).await });
        until_running(&pg, 1).await;
        asking.abort();
        assert!(asking.await.unwrap_err().is_cancelled());
        until_running(&pg, 0).await;
        assert_eq!(told(&pg.database, QUICK, LONG).await, "1 rows");
    });
}

#[test]
fn a_session_that_the_server_ends_is_a_reason_and_the_next_is_another() {
    Runtime::new().unwrap().block_on(async {
        let Some(pg) = server().await else { return };
        let database = pg.database.clone();
        let asking = tokio::spawn(async move { told(&database, SLOW, LONG).await });
        // The session is active while the statement is prepared, too, and idle before it runs.
        until_done(&pg, "pg_terminate_backend(pid)", 1).await;
        assert_eq!(asking.await.unwrap(), "database_statement_refused");
        assert_eq!(told(&pg.database, QUICK, LONG).await, "1 rows");
    });
}

#[test]
fn a_column_that_is_gone_is_a_reason() {
    Runtime::new().unwrap().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let connection = rusqlite::Connection::open(&file).unwrap();
        connection
            .execute_batch("CREATE TABLE parks (id INTEGER PRIMARY KEY, name TEXT)")
            .unwrap();
        let own = Sqlite::new(&file);
        assert_eq!(told(&own, QUICK, LONG).await, "0 rows");
        assert_eq!(told(&own, GONE, LONG).await, "database_statement_refused");
        let Some(pg) = server().await else { return };
        assert_eq!(
            told(&pg.database, GONE, LONG).await,
            "database_statement_refused"
        );
    });
}

/// Whoever wrote the file wrote its views. A value that is longer than an answer is not made, and no view has a function that
/// was given to the statements of the lane alone.
#[test]
fn what_a_file_brings_along_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    Runtime::new().unwrap().block_on(async {
        for (name, said) in [
            ("'a'", "1 rows"),
            ("hex(zeroblob(4000000))", "1 rows"),
            ("hex(zeroblob(5000000))", "database_answer_too_long"),
            ("hex(zeroblob(400000000))", "database_answer_too_long"),
            ("cmec_folded('A')", "database_statement_refused"),
        ] {
            let file = folder.path().join(name);
            let connection = rusqlite::Connection::open(&file).unwrap();
            let view = format!("CREATE VIEW parks AS SELECT 1 AS id, {name} AS name");
            connection.execute_batch(&view).unwrap();
            assert_eq!(told(&Sqlite::new(&file), QUICK, LONG).await, said, "{name}");
        }
    });
}
