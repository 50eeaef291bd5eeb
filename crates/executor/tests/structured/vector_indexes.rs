//! Rows by an index of their vectors in PostgreSQL.

use cmec_executor::catalogue::VectorMetric;
use cmec_executor::ports::database::postgres::Postgres;
use sqlx::AssertSqlSafe;
use tokio::runtime::Runtime;

use crate::Pg;
use crate::host::Host;
use crate::vectors::{Asking, cosine, embedder, intent, run, shown, with_column, world};

/// An index of vectors gives the nearest of all rows: a condition that leaves few of them loses none.
#[test]
fn an_index_of_vectors_loses_no_row() {
    const ALL: usize = 3_000;
    let world = world();
    Runtime::new().unwrap().block_on(async {
        let Some(pg) = Pg::start().await else {
            return;
        };
        let own = with_column(&world, &pg, VectorMetric::Cosine).await;
        let bound = own.catalogue.types.iter();
        let bound = bound
            .clone()
            .find(|own| own.type_name == "enterprise")
            .unwrap();
        let table = &bound.table;
        let mut script = format!("DELETE FROM {table};");
        for number in 0..ALL {
            let (key, listed) = (10_000 + number, number % 500 == 250);
            let scope = scope(number);
            let vector = embedder().vector(&scope).written();
            script += &format!(
                "INSERT INTO {table} (row_id, \"name\", \"listed\", \"business_scope\", meaning)
                    VALUES ({key}, 'N{number}', {listed}, '{scope}', '{vector}');"
            );
        }
        script += &format!(
            "CREATE INDEX ON {table} USING hnsw (meaning vector_cosine_ops); ANALYZE {table};"
        );
        run(&pg, script).await;
        let host = Host::new(&world.tables, own.catalogue.clone());
        // The planner takes the index where it would rather look at the few rows.
        let by_index = "?options=-c%20enable_seqscan%3Doff%20-c%20enable_sort%3Doff";
        let database = Postgres::new(&format!("{}{by_index}", pg._server.url())).unwrap();
        let asking = Asking {
            database: &database,
            embedder: &embedder(),
            beside: &[],
        };
        // Far from the question as the few may be, they are found.
        let few = intent(r#"{"f":"F007","op":"EQ","v":true}"#, "word1 thing1", 50);
        let (response, envelope) = asking.answer(&host, &few).await;
        assert_eq!(response.returned, ALL / 500, "{response:?}");
        assert_eq!(envelope.statements.len(), 2);
        let few = intent(r#"{"f":"F007","op":"EQ","v":true}"#, "word1 thing1", 3);
        let (response, envelope) = asking.answer(&host, &few).await;
        let mut nearest: Vec<(String, f32)> = (250..ALL)
            .step_by(500)
            .map(|number| (format!("N{number}"), cosine("word1 thing1", &scope(number))))
            .collect();
        nearest.sort_by(|one, other| other.1.total_cmp(&one.1));
        let nearest: Vec<String> = nearest.into_iter().map(|(name, _)| name).take(3).collect();
        assert_eq!(shown(&response, "enterprise.name"), nearest);
        // The scan of the index went on until the page was full: nothing was asked twice.
        assert_eq!(envelope.statements.len(), 1);
        let plan = explained(&pg, &envelope.statements[0]).await;
        assert!(plan.contains("Index Scan using"), "{plan}");
        assert!(plan.contains("meaning <=>"), "{plan}");
    });
}

/// The text of a row.
fn scope(number: usize) -> String {
    format!("word{} thing{} {number}", number % 97, number % 89)
}

/// How the database runs a statement where it takes indexes.
async fn explained(pg: &Pg, statement: &str) -> String {
    run(
        pg,
        "SET enable_seqscan = off; SET enable_sort = off".to_owned(),
    )
    .await;
    let mut admin = pg.admin.lock().await;
    let text = format!("EXPLAIN {statement}");
    let rows = sqlx::raw_sql(AssertSqlSafe(text)).fetch_all(&mut *admin);
    let rows = rows.await.unwrap();
    let lines = rows.iter().map(|row| sqlx::Row::get::<String, _>(row, 0));
    lines.collect::<Vec<_>>().join("\n")
}
