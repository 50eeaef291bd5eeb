//! Rows ranked by their vectors: those that the contract leaves, the nearest first, wherever the vectors lie.

use std::path::Path;
use std::time::Duration;

use cmec_decoder::language::Operator;
use cmec_decoder::tables::{RowFilter, RowValue};
use cmec_decoder::{Decoder, Tables, Verdict, generated};
use cmec_executor::catalogue::{Embedding, StructuredCatalogue, VectorMetric};
use cmec_executor::indexing::embedding;
use cmec_executor::lane::structured::row_indexing::{RowIndexingError, RowSource};
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::embedder::{Embedder, NoEmbedder, Purpose, Vector};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::one_c::NoOneC;
use cmec_executor::ports::reranker::NoReranker;
use cmec_executor::ports::row_vectors::file::{NextRowVectors, RowVectorFile};
use cmec_executor::ports::row_vectors::{RowVectors, RowsOf};
use cmec_executor::ports::text_index::NoIndex;
use cmec_executor::ports::texts::Texts;
use cmec_executor::response::ranking::Ranking;
use cmec_executor::{DebugEnvelope, Ports, Response};
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

pub(crate) fn embedder() -> TestEmbedder {
    TestEmbedder::of("test", DIMENSION as usize)
}

pub(crate) fn world() -> World {
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

pub(crate) fn intent(filter: &str, question: &str, most: usize) -> String {
    let filters = match filter {
        "" => r#"{"f":"F001","op":"EX","v":true}"#,
        own => own,
    };
    format!(
        r#"{{"s":"HY","tg":["enterprise"],"C":{{"flt":[{filters}]}},"Q":{{"txt":"{question}","k":{most}}}}}"#
    )
}

/// The cosine of a question and a text.
pub(crate) fn cosine(question: &str, text: &str) -> f32 {
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

pub(crate) fn shown(response: &Response, column: &str) -> Vec<String> {
    let cells = response.rows.iter().map(|row| row.get(column).unwrap());
    cells
        .map(|cell| cell.shown().unwrap().to_string())
        .collect()
}

/// An embedder without an index.
pub(crate) fn texts(embedder: &dyn Embedder) -> Texts<'_> {
    Texts {
        index: &NoIndex,
        embedder,
        reranker: &NoReranker,
    }
}

/// A file of the vectors of all rows of a type, brought up to date.
pub(crate) async fn file_of(
    (tables, catalogue): (&Tables, &StructuredCatalogue),
    type_name: &str,
    (database, embedder): (&dyn Database, &dyn Embedder),
    folder: &Path,
) -> Result<RowVectorFile, RowIndexingError> {
    let path = folder.join("rows.vectors");
    let of = RowsOf::of_type((tables, catalogue), type_name).unwrap();
    let embedding = embedding(embedder).await.unwrap().unwrap();
    let mut next = NextRowVectors::new(of, embedding);
    let before = RowVectorFile::open(&path).ok();
    let source = RowSource {
        tables,
        catalogue,
        database,
        embedder,
    };
    source.fill(&mut next, before.as_ref(), |_| ()).await?;
    next.write(&path).unwrap();
    Ok(RowVectorFile::open(&path).unwrap())
}

/// What a host asks for the vectors of questions and of rows.
pub(crate) struct Asking<'a> {
    pub(crate) database: &'a dyn Database,
    pub(crate) embedder: &'a dyn Embedder,
    pub(crate) beside: &'a [Box<dyn RowVectors>],
}

impl Asking<'_> {
    pub(crate) async fn answer(&self, host: &Host<'_>, intent: &str) -> (Response, DebugEnvelope) {
        let decoded = Decoder::new(host.tables).decode(intent, "0");
        let Verdict::Contract(contract) = decoded.verdict else {
            panic!("{intent}: {:#?}", decoded.account.findings);
        };
        let ports = Ports {
            one_c: &NoOneC,
            database: self.database,
            texts: texts(self.embedder),
            row_vectors: self.beside,
        };
        host.asked((&contract, None, None), ports).await
    }

    /// Every case has its rows.
    async fn hold(&self, host: &Host<'_>) {
        for (filter, question, most, left) in CASES {
            let intent = intent(filter, question, *most);
            let (response, envelope) = self.answer(host, &intent).await;
            let expected = expected(question, *most, left);
            let names: Vec<&String> = expected.iter().map(|(name, _)| name).collect();
            let shown_names = shown(&response, "enterprise.name");
            let shown_names: Vec<&String> = shown_names.iter().collect();
            assert_eq!(shown_names, names, "{intent}: {response:?}");
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
}

/// A world in PostgreSQL whose rows have their vectors in a column.
pub(crate) async fn with_column<'p>(world: &World, pg: &'p Pg, metric: VectorMetric) -> InPg<'p> {
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

pub(crate) async fn run(pg: &Pg, script: String) {
    let mut admin = pg.admin.lock().await;
    let script = sqlx::raw_sql(AssertSqlSafe(script));
    script.execute(&mut *admin).await.unwrap();
}

/// The file of a world's enterprises.
async fn beside(
    world: &World,
    catalogue: &StructuredCatalogue,
    database: &dyn Database,
    folder: &Path,
) -> [Box<dyn RowVectors>; 1] {
    let own = (&world.tables, catalogue);
    let file = file_of(own, "enterprise", (database, &embedder()), folder).await;
    [Box::new(file.unwrap())]
}

#[test]
fn rows_are_ranked_by_their_vectors() {
    assert!(CASES.len() >= 8);
    let world = world();
    Runtime::new().unwrap().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let database = Sqlite::new(&world.file);
        let beside_sqlite = beside(&world, &world.catalogue, &database, folder.path()).await;
        let asking = Asking {
            database: &database,
            embedder: &embedder(),
            beside: &beside_sqlite,
        };
        let host = Host::new(&world.tables, world.catalogue.clone());
        asking.hold(&host).await;
        let Some(pg) = Pg::start().await else {
            return;
        };
        let own = InPg::of(&world, &pg).await;
        let folder = tempfile::tempdir().unwrap();
        let beside_postgres = beside(&world, &own.catalogue, &pg.database, folder.path()).await;
        let asking = Asking {
            database: &pg.database,
            embedder: &embedder(),
            beside: &beside_postgres,
        };
        asking
            .hold(&Host::new(&world.tables, own.catalogue.clone()))
            .await;
        for metric in [
            VectorMetric::Cosine,
            VectorMetric::Euclidean,
            VectorMetric::InnerProduct,
        ] {
            let own = with_column(&world, &pg, metric).await;
            let asking = Asking {
                beside: &[],
                ..asking
            };
            asking
                .hold(&Host::new(&world.tables, own.catalogue.clone()))
                .await;
        }
    });
}

/// A row that may not be seen is not compared, wherever its vector lies.
#[test]
fn rows_that_may_not_be_seen_are_not_compared() {
    let mut world = world();
    let field = world.tables.field_by_path("enterprise.name").unwrap();
    let filter = RowFilter {
        field: field.path.clone(),
        operator: Operator::Ne,
        is: RowValue::Constant(vec!["Solid".into()].into()),
    };
    world.tables.row_filters.to_mut().push(filter);
    let intent = intent("", "solid state batteries", 2);
    let names = ["Hidden", "Liquid"];
    Runtime::new().unwrap().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let database = Sqlite::new(&world.file);
        let beside = beside(&world, &world.catalogue, &database, folder.path()).await;
        assert!(beside[0].cosine("1", &embedder().vector("solid")).is_some());
        let asking = Asking {
            database: &database,
            embedder: &embedder(),
            beside: &beside,
        };
        let host = Host::new(&world.tables, world.catalogue.clone());
        let (response, _) = asking.answer(&host, &intent).await;
        assert_eq!(shown(&response, "enterprise.name"), names);
        if let Some(pg) = Pg::start().await {
            let own = with_column(&world, &pg, VectorMetric::Cosine).await;
            let asking = Asking {
                database: &pg.database,
                embedder: &embedder(),
                beside: &[],
            };
            let host = Host::new(&world.tables, own.catalogue.clone());
            let (response, _) = asking.answer(&host, &intent).await;
            assert_eq!(shown(&response, "enterprise.name"), names);
        }
    });
}

#[test]
fn a_row_with_another_text_than_its_vector_is_told() {
    let world = world();
    let told = |response: &Response| {
        let mut all = response.limitations.iter().map(ToString::to_string);
        all.find(|line| line.starts_with("vectors_outdated: "))
    };
    Runtime::new().unwrap().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let database = Sqlite::new(&world.file);
        let beside = beside(&world, &world.catalogue, &database, folder.path()).await;
        let asking = Asking {
            database: &database,
            embedder: &embedder(),
            beside: &beside,
        };
        let host = Host::new(&world.tables, world.catalogue.clone());
        let near = intent("", "solid state batteries", 2);
        let (response, _) = asking.answer(&host, &near).await;
        assert_eq!(told(&response), None);
        let types = &mut world.catalogue.types.iter();
        let table = &types
            .find(|own| own.type_name == "enterprise")
            .unwrap()
            .table;
        let script = format!("UPDATE {table} SET business_scope = 'mills' WHERE row_id = 1");
        let changing = rusqlite::Connection::open(&world.file).unwrap();
        changing.execute_batch(&script).unwrap();
        let (response, _) = asking.answer(&host, &near).await;
        let told_then = told(&response).unwrap();
        assert!(told_then.contains(" 1 of these 2 rows "), "{told_then}");
        // Rows that are not shown are not looked at.
        let far = intent("", "computer programs", 2);
        assert_eq!(told(&asking.answer(&host, &far).await.0), None);
    });
}

/// An embedder that knows which cosine is enough.
#[derive(Debug)]
struct Choosy(TestEmbedder);

#[async_trait::async_trait]
impl Embedder for Choosy {
    fn model(&self) -> Option<&str> {
        self.0.model()
    }

    fn least_cosine(&self) -> Option<f32> {
        Some(0.99)
    }

    async fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        within: Duration,
    ) -> Result<Vec<Vector>, ModelError> {
        self.0.embed(texts, purpose, within).await
    }
}

#[test]
fn without_a_vector_of_the_question_words_rank_and_another_kind_is_refused() {
    let world = world();
    let host = Host::new(&world.tables, world.catalogue.clone());
    let intent = intent("", "red wine", 3);
    let database = Sqlite::new(&world.file);
    Runtime::new().unwrap().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let beside = beside(&world, &world.catalogue, &database, folder.path()).await;
        macro_rules! asked {
            ($embedder:expr, $intent:expr) => {{
                let asking = Asking {
                    database: &database,
                    embedder: $embedder,
                    beside: &beside,
                };
                asking.answer(&host, $intent).await.0
            }};
        }
        // No embedder, and one that gives no answer.
        for (response, why) in [
            (asked!(&NoEmbedder, &intent), "this host has no embedder"),
            (asked!(&embedder().failing_on("red"), &intent), "no vector"),
        ] {
            assert_eq!(Ranking::of(&response), Some(Ranking::Words), "{response:?}");
            assert_eq!(shown(&response, "enterprise.name").len(), 2);
            assert!(response.reasons[0].starts_with("model_"), "{response:?}");
            let told = response.limitations[0].to_string();
            assert!(
                told.contains("vectors_unused: ") && told.contains(why),
                "{told}"
            );
        }
        // Another model, another number of numbers.
        for (embedder, why) in [
            (
                TestEmbedder::of("other", 32),
                "`test`, and that of the question is of `other`",
            ),
            (
                TestEmbedder::of("test", 16),
                "32 numbers, and that of the question has 16",
            ),
        ] {
            let response = asked!(&embedder, &intent);
            assert_eq!(response.reasons, ["vectors_unfit"], "{response:?}");
            assert!(response.limitations[0].text().contains(why), "{response:?}");
        }
        // What is too far is no answer.
        let response = asked!(&Choosy(embedder()), &intent);
        assert_eq!(response.reasons, ["weak_match"], "{response:?}");
        let exact = self::intent("", "grapes for red wine", 1);
        let response = asked!(&Choosy(embedder()), &exact);
        assert_eq!(shown(&response, "enterprise.name"), ["Grape"]);
    });
}
