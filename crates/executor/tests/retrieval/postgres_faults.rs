//! A PostgreSQL server that is down, slow, or goes away while an index is asked or built.

use std::time::{Duration, Instant};

use cmec_executor::ports::text_index::postgres::PostgresIndex;
use cmec_executor::ports::text_index::postgres::build::PostgresBuild;
use cmec_executor::ports::text_index::{IndexError, TextIndex};
use sqlx::{Connection, PgConnection};
use tokio::runtime::Runtime;

use crate::engines::WITHIN;
use crate::indexes::{Pg, Pieces, built, embedding, found, words};
use crate::postgres_index::{begin, having, texts};

/// Other sessions of this program, with what is done with them.
fn sessions(pg: &Pg, done: &str, which: &str) -> usize {
    let told = pg.server.psql(&format!(
        "SELECT {done} FROM pg_stat_activity WHERE application_name = 'cmec' AND {which}"
    ));
    told.lines().count()
}

const ASKED: &str = "state = 'active' AND query LIKE '%cmec_text%'";

/// Waits until there are so many.
fn until(pg: &Pg, done: &str, count: usize) {
    let until = Instant::now() + Duration::from_secs(20);
    while sessions(pg, done, ASKED) != count {
        assert!(Instant::now() < until);
    }
}

/// Has the pieces locked, so that whoever asks for them waits.
async fn locked(pg: &Pg) -> PgConnection {
    let mut connection = PgConnection::connect(pg.url()).await.unwrap();
    let locked = sqlx::raw_sql("BEGIN; LOCK TABLE cmec_text_pieces").execute(&mut connection);
    locked.await.unwrap();
    connection
}

#[test]
fn a_server_that_is_not_there_is_told() {
    Runtime::new().unwrap().block_on(async {
        let nobody = "postgres://cmec@127.0.0.1:1/postgres";
        let error = PostgresIndex::open(nobody).await.unwrap_err();
        let building = PostgresBuild::begin(nobody, false, None).await.unwrap_err();
        for error in [error, building] {
            assert!(
                matches!(&error, IndexError::Unreachable(why) if why.contains("127.0.0.1:1")),
                "{error}"
            );
        }
    });
}

#[test]
fn a_question_that_is_given_up_ends_on_the_server() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        built(begin(&pg, false, None).await, &texts(&["one"]))
            .await
            .unwrap();
        let index = pg.open().await.unwrap();
        let lock = locked(&pg).await;
        let within = Duration::from_millis(300);
        let late = index.search(&words(&["one"]), within).await;
        assert_eq!(late, Err(IndexError::Timeout(within)));
        assert_eq!(
            index.count(&[], within).await,
            Err(IndexError::Timeout(within))
        );
        until(&pg, "pid", 0);
        lock.close().await.unwrap();
        assert_eq!(found(&index, &words(&["one"])).await.unwrap(), ["one.md"]);
    });
}

#[test]
fn a_session_that_the_server_ends_is_a_reason_and_the_next_is_another() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        built(begin(&pg, false, None).await, &texts(&["one"]))
            .await
            .unwrap();
        let index = pg.open().await.unwrap();
        let lock = locked(&pg).await;
        let own = index.clone();
        let asking = tokio::spawn(async move { own.count(&[], WITHIN).await });
        tokio::time::sleep(Duration::from_millis(300)).await;
        tokio::task::block_in_place(|| until(&pg, "pg_terminate_backend(pid)", 1));
        let ended = asking.await.unwrap().unwrap_err();
        assert_eq!(ended.code(), "index_failed", "{ended}");
        lock.close().await.unwrap();
        assert_eq!(index.count(&[], WITHIN).await, Ok(1));

        let mut build = begin(&pg, true, None).await;
        assert_eq!(
            sessions(&pg, "pg_terminate_backend(pid)", "state LIKE 'idle in%'"),
            1
        );
        let ended = Pieces::of(&texts(&["two"])).write(&mut build).await;
        assert_eq!(ended.unwrap_err().code(), "index_failed");
        drop(build);
        assert_eq!(having(&pg, "one").await, ["one.md"]);
        built(begin(&pg, false, None).await, &texts(&["two"]))
            .await
            .unwrap();
    });
}

#[test]
fn an_index_that_is_taken_away_is_a_reason() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        for statement in [
            "DELETE FROM cmec_text_index",
            "DROP TABLE cmec_text_pieces",
            "DROP TABLE cmec_text_index",
        ] {
            let first = built(begin(&pg, false, None).await, &texts(&["one"])).await;
            assert_eq!(first.unwrap().written, 1, "{statement}");
            let index = pg.open().await.unwrap();
            pg.server.psql(statement);
            let failed = index.count(&[], WITHIN).await.unwrap_err();
            assert_eq!(failed.code(), "index_failed", "{statement}: {failed}");
        }
        let missing = pg.open().await.unwrap_err();
        assert_eq!(missing.code(), "index_unreachable");
    });
}

#[test]
fn who_may_not_create_the_extension_is_told() {
    let Some(pg) = Pg::start() else { return };
    pg.server.psql("CREATE ROLE plain LOGIN");
    pg.server.psql("CREATE DATABASE plain OWNER plain");
    let url = pg.url().replace("cmec@", "plain@");
    let url = url.strip_suffix("postgres").unwrap().to_owned() + "plain";
    Runtime::new().unwrap().block_on(async {
        let refused = PostgresBuild::begin(&url, false, Some(embedding(2))).await;
        let refused = refused.unwrap_err();
        assert!(
            refused.to_string().contains("an administrator"),
            "{refused}"
        );
        // Without vectors it is not asked for.
        Pieces::of(&texts(&["one"])).in_postgres(&url, false).await;
        let index = PostgresIndex::open(&url).await.unwrap();
        assert_eq!(found(&index, &words(&["one"])).await.unwrap(), ["one.md"]);
    });
}
