//! Rows ranked by their vectors: those that the contract leaves, the nearest first, wherever the vectors lie.

use cmec_decoder::language::Operator;
use cmec_decoder::tables::{RowFilter, RowValue};
use cmec_decoder::{Decoder, Verdict, generated};
use cmec_executor::catalogue::{Embedding, StructuredCatalogue, VectorMetric};
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::embedder::Embedder;
use cmec_executor::ports::one_c::NoOneC;
use cmec_executor::ports::reranker::NoReranker;
use cmec_executor::ports::text_index::NoIndex;
use cmec_executor::ports::texts::Texts;
use cmec_executor::response::ranking::Ranking;
use cmec_executor::{DebugEnvelope, Ports, Principals, Response};
use sqlx::AssertSqlSafe;
use tokio::runtime::Runtime;

use crate::embedder::TestEmbedder;
use crate::host::Host;
use crate::world::World;
use crate::{InPg, Pg};

/// How many numbers a vector has.
const DIMENSION: u32 = 32;

/// The names of rows and their texts; `Silent` has none, and no vector.
const ROWS: &[(&str, bool, Option<&str>)] = &[
    ("Solid", true, Some("solid state batteries")),
    ("Liquid", true, Some("liquid batteries and cells")),
    (
        "Hidden",
        false,
        Some("solid state batteries of another kind"),
    ),
    ("Wine", true, Some("red wine and cherries")),
    ("Grape", true, Some("grapes for red wine")),
    ("Code", false, Some("computer programs")),
    ("Twin", true, Some("computer programs")),
    ("Silent", true, None),
];

/// The rest of a contract's text, what is asked, how many rows at most, and the rows that the filters leave.
const CASES: &[(&str, &str, usize, &[&str])] = &[
    (
        "",
        "solid state",
        10,
        &["Solid", "Liquid", "Hidden", "Wine", "Grape", "Code", "Twin"],
    ),
    (
        "",
        "computer programs",
        2,
        &["Code", "Twin", "Solid", "Wine"],
    ),
    ("", "wine", 1, &["Wine", "Grape", "Solid"]),
    (
        r#"{"f":"F007","op":"EQ","v":true}"#,
        "solid state batteries",
        3,
        &["Solid", "Liquid", "Wine", "Grape", "Twin"],
    ),
    (
        r#"{"f":"F007","op":"EQ","v":false}"#,
        "wine",
        5,
        &["Hidden", "Code"],
    ),
    (
        r#"{"f":"F001","op":"IN","v":["Wine","Silent"]}"#,
        "batteries",
        5,
        &["Wine"],
    ),
    (
        r#"{"f":"F001","op":"EQ","v":"Silent"}"#,
        "batteries",
        5,
        &[],
    ),
    (
        r#"{"f":"F001","op":"EQ","v":"Nobody"}"#,
        "batteries",
        5,
        &[],
    ),
    (
        r#"{"f":"F001","op":"NE","v":"Solid"}"#,
        "batteries of a solid kind",
        2,
        &["Liquid", "Hidden", "Wine", "Grape", "Code", "Twin"],
    ),
    // A question without words has a vector all the same.
    (
        "",
        "?!",
        3,
        &["Solid", "Liquid", "Hidden", "Wine", "Grape", "Code", "Twin"],
    ),
];

fn embedder() -> TestEmbedder {
    TestEmbedder::of("test", DIMENSION as usize)
}

fn world() -> World {
    let rows = ROWS.iter().map(|(name, listed, scope)| {
        let scope = scope.map_or(String::new(), |own| {
            format!(r#", "business_scope": "{own}""#)
        });
        format!(r#"{{"name": "{name}", "listed": {listed}{scope}}}"#)
    });
    let rows = rows.collect::<Vec<_>>().join(", ");
    let catalogue = generated::builtin("enterprise").unwrap().clone();
    World::new(catalogue, &format!(r#"{{"enterprise": [{rows}]}}"#))
}

fn intent(filter: &str, question: &str, most: usize) -> String {
    let filters = match filter {
        "" => r#"{"f":"F001","op":"EX","v":true}"#,
        own => own,
    };
    format!(
        r#"{{"s":"HY","tg":["enterprise"],"C":{{"flt":[{filters}]}},"Q":{{"txt":"{question}","k":{most}}}}}"#
    )
}

/// The cosine of a question and a text.
fn cosine(question: &str, text: &str) -> f32 {
    let (own, other) = (embedder().vector(question), embedder().vector(text));
    let both = own.numbers().iter().zip(other.numbers());
    both.map(|(own, other)| own * other).sum()
}

/// What a case must give: names and cosines, the nearest first, those that are as near in the order of their keys.
fn expected(question: &str, most: usize, left: &[&str]) -> Vec<(String, f32)> {
    let of = |name: &&str| ROWS.iter().position(|(own, ..)| own == name).unwrap();
    let mut rows: Vec<(usize, f32)> = left
        .iter()
        .map(|name| (of(name), cosine(question, ROWS[of(name)].2.unwrap())))
        .collect();
    rows.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    rows.truncate(most);
    rows.into_iter()
        .map(|(at, cosine)| (ROWS[at].0.to_owned(), cosine))
        .collect()
}

fn shown(response: &Response, column: &str) -> Vec<String> {
    let cells = response.rows.iter().map(|row| row.get(column).unwrap());
    cells
        .map(|cell| cell.shown().unwrap().to_string())
        .collect()
}

/// The answer of a host with an embedder to an intent.
async fn answer<D: Database, E: Embedder>(
    host: &Host<'_>,
    (database, embedder): (&D, &E),
    intent: &str,
) -> (Response, DebugEnvelope) {
    let decoded = Decoder::new(host.tables).decode(intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        panic!("{intent}: {:#?}", decoded.account.findings);
    };
    let texts = Texts {
        index: &NoIndex,
        embedder,
        reranker: &NoReranker,
    };
    let ports = Ports {
        one_c: &NoOneC,
        database,
        texts,
    };
    host.asked((&contract, None, None), ports).await
}

async fn hold<D: Database>(host: &Host<'_>, database: &D) {
    for (filter, question, most, left) in CASES {
        let intent = intent(filter, question, *most);
        let (response, envelope) = answer(host, (database, &embedder()), &intent).await;
        let expected = expected(question, *most, left);
        let names: Vec<&String> = expected.iter().map(|(name, _)| name).collect();
        assert_eq!(
            shown(&response, "enterprise.name")
                .iter()
                .collect::<Vec<_>>(),
            names,
            "{intent}: {response:?}"
        );
        assert_eq!(response.truncated, left.len() > *most, "{intent}");
        let ranking = (!left.is_empty()).then_some(Ranking::Vectors);
        assert_eq!(Ranking::of(&response), ranking, "{intent}");
        for (told, (_, cosine)) in shown(&response, "similarity").iter().zip(&expected) {
            let told: f32 = told.parse().unwrap();
            assert!((told - cosine).abs() < 1e-4, "{intent}: {told} {cosine}");
        }
        let is_told = |line: &String| line.starts_with("ranked by vectors of `test`");
        assert!(envelope.explain.iter().any(is_told), "{envelope:?}");
    }
}

/// A world in PostgreSQL whose rows have their vectors in a column.
async fn with_column<'p>(world: &World, pg: &'p Pg, metric: VectorMetric) -> InPg<'p> {
    let mut own = InPg::of(world, pg).await;
    let types = own.catalogue.types.to_mut();
    let bound = types.iter_mut().find(|own| own.type_name == "enterprise");
    let bound = bound.unwrap();
    bound.embedding = Some(Embedding {
        column: "meaning".into(),
        dimension: DIMENSION,
        model: "test".into(),
        metric,
    });
    let table = &bound.table;
    let mut script = format!(
        "CREATE EXTENSION IF NOT EXISTS vector; ALTER TABLE {table} ADD meaning vector({DIMENSION});"
    );
    for (number, (.., text)) in ROWS.iter().enumerate() {
        if let Some(text) = text {
            let (vector, key) = (embedder().vector(text).written(), number + 1);
            script += &format!("UPDATE {table} SET meaning = '{vector}' WHERE row_id = {key};");
        }
    }
    run(pg, script).await;
    own
}

async fn run(pg: &Pg, script: String) {
    let mut admin = pg.admin.lock().await;
    let script = sqlx::raw_sql(AssertSqlSafe(script));
    script.execute(&mut *admin).await.unwrap();
}

#[test]
fn rows_are_ranked_by_their_vectors() {
    let world = world();
    Runtime::new().unwrap().block_on(async {
        let Some(pg) = Pg::start().await else {
            return;
        };
        for metric in [
            VectorMetric::Cosine,
            VectorMetric::Euclidean,
            VectorMetric::InnerProduct,
        ] {
            let own = with_column(&world, &pg, metric).await;
            let host = Host::new(&world.tables, own.catalogue.clone());
            hold(&host, &pg.database).await;
        }
    });
}
