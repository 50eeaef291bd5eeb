//! The two tools of the wine seed: their results to the key, the rules by name, and golden requests on both databases.

use std::path::Path;
use std::time::{Duration, Instant};

use cmec_agent::chat::tool::{Tool, ToolCall};
use cmec_agent::domain_tools::{DomainContext, DomainTools};
use cmec_agent::toolbox::{CallStatus, Outcome, Toolbox};
use cmec_decoder::encode::encode;
use cmec_decoder::{Decoder, Notation, Options, Spelling, Verdict, generated};
use cmec_executor::catalogue::StructuredCatalogue;
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::ports::embedder::{Embedder, Purpose, Vector};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::one_c::NoOneC;
use cmec_executor::ports::row_vectors::RowVectors;
use cmec_executor::{Catalogue, Locale, PlanContext, Ports, Principals};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::rules::today;
use crate::vectors::{file_of, texts};
use crate::world::World;
use crate::{InPg, Pg};

pub(crate) const DATA: &str = include_str!("../../../../fixtures/conformance/wine.json");
const REQUESTS: &str = include_str!("../../../../fixtures/wine/requests.cases");
const EXAMPLE: &str = include_str!("../../../../fixtures/wine/example.json");

/// The table of the seed, with rows of its own.
pub(crate) fn world(json: &str) -> World {
    let tables = generated::builtin("wine").unwrap().clone();
    let bound = cmec_executor::generated::builtin("wine").unwrap();
    World::over(tables, bound.structured.clone().unwrap(), json)
}

/// What came of a call, and the ledger of its reading.
async fn called(
    structured: &StructuredCatalogue,
    database: &dyn Database,
    call: &Value,
) -> (Outcome, Vec<String>) {
    called_with(structured, Ports::database(database), call).await
}

/// The same of some ports.
async fn called_with(
    structured: &StructuredCatalogue,
    ports: Ports<'_>,
    call: &Value,
) -> (Outcome, Vec<String>) {
    let tables = generated::builtin("wine").unwrap();
    let catalogue = Catalogue {
        structured: Some(structured.clone()),
        ..cmec_executor::generated::builtin("wine").unwrap().clone()
    };
    let plan = PlanContext {
        tables,
        catalogue: &catalogue,
        principals: Principals::NONE,
        today: today(),
        limit: None,
        cursor: None,
    };
    let tools = tables.tools.iter().map(|tool| Tool {
        name: tool.name.to_string(),
        description: String::new(),
        parameters: json!({}),
        strict: false,
    });
    let context = DomainContext {
        locale: Locale::Ru,
        ..DomainContext::new(plan, tools.collect(), String::new())
    };
    let mut tools = DomainTools::new(context, ports);
    let call = ToolCall {
        id: "1".to_owned(),
        name: call["name"].as_str().unwrap().to_owned(),
        arguments: call["arguments"].to_string(),
    };
    let deadline = Instant::now() + Duration::from_secs(20);
    let outcome = tools.call(&call, deadline).await;
    let ledger = tools
        .runs()
        .iter()
        .flat_map(|run| &run.envelope.decode.ledger);
    let ledger = ledger.map(|entry| format!("{:?} {}", entry.kind, entry.path));
    let ledger = ledger.collect();
    (outcome, ledger)
}

fn result(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.text).unwrap()
}

/// A result in a few lines: the filters, the names, what is told beside them.
fn told(outcome: &Outcome) -> String {
    let result = result(outcome);
    if outcome.standing != CallStatus::Done {
        return format!("{:?} {}\n", outcome.standing, result["error"]);
    }
    let wines = result["wines"].as_array().unwrap();
    let names: Vec<&str> = wines
        .iter()
        .map(|own| own["name"].as_str().unwrap())
        .collect();
    assert_eq!(result["found"], json!(wines.len()));
    // Without a model for vectors rows are ranked by their words, which is no likeness between 0 and 1.
    let is_ranked = result.get("ranked_by").is_some();
    for wine in wines {
        let likeness = wine.get("similarity_score");
        assert_eq!(likeness, is_ranked.then_some(&Value::Null), "{wine}");
    }
    let mut told = format!("{} {}\n", result["found"], names.join(", "));
    for (key, value) in result.as_object().unwrap() {
        if !["found", "wines"].contains(&key.as_str()) {
            told.push_str(&format!("{key} {value}\n"));
        }
    }
    told
}

async fn golden(structured: &StructuredCatalogue, database: &dyn Database) -> String {
    let mut all = String::new();
    for case in REQUESTS.split("== ").skip(1) {
        let (question, call) = case.split_once('\n').unwrap();
        let call: Value = serde_json::from_str(call).unwrap();
        let (outcome, _) = called(structured, database, &call).await;
        all.push_str(&format!("== {question}\n{}", told(&outcome)));
    }
    all
}

#[test]
fn golden_requests_have_their_rows_on_both_databases() {
    assert!(REQUESTS.matches("== ").count() >= 40);
    let world = world(DATA);
    Runtime::new().unwrap().block_on(async {
        let sqlite = golden(&world.catalogue, &Sqlite::new(&world.file)).await;
        insta::assert_snapshot!("golden wine requests", sqlite);
        if let Some(pg) = Pg::start().await {
            let own = InPg::of(&world, &pg).await;
            let postgres = golden(&own.catalogue, &pg.database).await;
            assert_eq!(postgres, sqlite);
        }
    });
}

/// What comes of a call in a world.
fn in_world(world: &World, call: &Value) -> (Outcome, Vec<String>) {
    let database = Sqlite::new(&world.file);
    let called = called(&world.catalogue, &database, call);
    Runtime::new().unwrap().block_on(called)
}

fn search(arguments: Value) -> Value {
    json!({"name": "search_wines", "arguments": arguments})
}

/// The seed's example: five wines are found, and the first is the one that it shows.
#[test]
fn the_example_of_the_seed() {
    let example: Value = serde_json::from_str(EXAMPLE).unwrap();
    let mut wine = example["wines"][0].clone();
    wine["region"] = json!("Мендоса");
    wine["country"] = json!("Аргентина");
    let mut wines = vec![wine.clone()];
    for number in 2..=5 {
        let mut other = wine.clone();
        other["name"] = json!(format!("Malbec {number}"));
        wines.push(other);
    }
    let world = world(&json!({"wine": wines}).to_string());
    let (outcome, _) = in_world(
        &world,
        &search(json!({"wine_type": "red", "price_max": 2000})),
    );
    let mut result = result(&outcome);
    result["wines"].as_array_mut().unwrap().truncate(1);
    // A text of the model refers to a row by it.
    let first = result["wines"][0].as_object_mut().unwrap();
    assert_eq!(first.shift_remove("row"), Some(json!("r1")));
    assert_eq!(result, example);
    // The keys stand in its order, too.
    let keys = |text: &str| {
        let own: Value = serde_json::from_str(text).unwrap();
        let wine = own["wines"][0].as_object().unwrap();
        let keys = wine.keys().filter(|key| *key != "row");
        keys.cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&outcome.text), keys(EXAMPLE));
}

#[test]
fn rule_1_tool_parameters() {
    let world = world(DATA);
    let (all, _) = in_world(&world, &search(json!({})));
    assert_eq!(all.standing, CallStatus::Done);
    let empty = json!({"name": "semantic_search", "arguments": {}});
    let (refused, _) = in_world(&world, &empty);
    assert_eq!(refused.standing, CallStatus::Failed);
    assert!(refused.text.contains("query"), "{}", refused.text);
}

#[test]
fn rule_2_enum_values() {
    let world = world(DATA);
    for arguments in [json!({"wine_type": "orange"}), json!({"sweetness": "brut"})] {
        let (outcome, ledger) = in_world(&world, &search(arguments.clone()));
        let result = result(&outcome);
        assert_eq!(result["filters_applied"], json!({}), "{arguments}");
        assert_eq!(result["found"], json!(9), "{arguments}");
        let dropped = ledger.iter().any(|entry| entry.starts_with("Dropped"));
        assert!(dropped, "{arguments}: {ledger:?}");
    }
    // In a line, or as a contract, it is a question.
    asked("SELECT * FROM wine WHERE type = 'orange'");
    asked(r#"{"s":"IS","tg":["wine"],"C":{"flt":[{"f":"F007","op":"EQ","v":"orange"}]}}"#);
}

#[test]
fn rule_3_price_range() {
    let world = world(DATA);
    for (min, max, is_kept) in [(1000, 2000, true), (2000, 1000, false), (990, 990, false)] {
        let call = search(json!({"price_min": min, "price_max": max}));
        let (outcome, ledger) = in_world(&world, &call);
        let result = result(&outcome);
        let kept = result["filters_applied"].get("price_min").is_some();
        assert_eq!(kept, is_kept, "{min} {max}: {result}");
        let dropped = ledger.iter().any(|entry| entry.starts_with("Dropped"));
        assert_eq!(dropped, !is_kept, "{min} {max}: {ledger:?}");
    }
    asked("SELECT * FROM wine WHERE price >= 2000 AND price <= 1000");
}

/// Rule 4, the limit of iterations, is a test of the agent.
#[test]
fn rule_5_empty_results() {
    let world = world(DATA);
    let (outcome, _) = in_world(
        &world,
        &search(json!({"wine_type": "white", "price_max": 1})),
    );
    assert_eq!(outcome.text, r#"{"found":0,"wines":[]}"#);
    let (outcome, _) = in_world(&world, &search(json!({"country": "Итали"})));
    let result = result(&outcome);
    assert_eq!(
        (&result["found"], &result["wines"]),
        (&json!(0), &json!([]))
    );
    assert!(
        result["nearest"][0].as_str().unwrap().contains("Италия"),
        "{result}"
    );
}

/// Every golden call is one intent: said as SQL, in cMEC, in MEC, or as a call of `query_wine`, it is the same contract, so
/// that it has the same rows.
#[test]
fn golden_requests_are_the_same_contracts_in_every_notation() {
    let tables = generated::builtin("wine").unwrap();
    let decoder = Decoder::new(tables);
    let mut contracts = 0;
    for case in REQUESTS.split("== ").skip(1) {
        let (question, call) = case.split_once('\n').unwrap();
        let Verdict::Contract(contract) = decoder.decode(call, "0").verdict else {
            continue;
        };
        contracts += 1;
        for notation in [
            Notation::Sql,
            Notation::C02,
            Notation::Mec,
            Notation::ToolCall,
        ] {
            let text = encode(&contract, tables, notation).unwrap();
            let again = decoder.decode(&text, "0").verdict;
            let Verdict::Contract(again) = again else {
                panic!("{question}: {text}: {again:?}");
            };
            // What was filled in differs: a document says all of it.
            assert_eq!(**again, **contract, "{question}: {text}");
        }
    }
    assert!(contracts >= 40, "{contracts}");
}

/// However many rows have a word, the search ranks some: those with the rarer words, or else the first ones, and it says so.
#[test]
fn a_word_that_stands_in_very_many_rows_is_no_refusal() {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = cmec_demo::tables::database("wine", cache).unwrap().unwrap();
    let bound = cmec_executor::generated::builtin("wine").unwrap();
    let structured = bound.structured.as_ref().unwrap();
    for (query, told) in [
        ("вино", "ranked_the_first: 10000"),
        (
            "свежее с долгим послевкусием",
            "common_word_left_out: `послевкусием`",
        ),
    ] {
        let call = json!({"name": "semantic_search", "arguments": {"query": query}});
        let database = Sqlite::new(&file);
        let (outcome, _) = Runtime::new()
            .unwrap()
            .block_on(called(structured, &database, &call));
        let result = result(&outcome);
        assert_eq!(result["found"], json!(20), "{query}: {result}");
        let limitations = result["limitations"].as_array().unwrap();
        assert!(limitations.contains(&json!(told)), "{limitations:?}");
    }
}

/// A value that differs in its apostrophe alone is the nearest.
#[test]
fn the_nearest_value_may_differ_in_a_mark() {
    let wines = json!({"wine": [{"name": "1", "grape_varieties": ["неро д’авола"]}]});
    let call = search(json!({"grape_variety": "неро д'авола"}));
    let (outcome, _) = in_world(&world(&wines.to_string()), &call);
    let nearest = result(&outcome)["nearest"].to_string();
    assert!(nearest.contains("неро д’авола"), "{nearest}");
}

/// A grape that some rows have alone is not looked for as a part of others; where nothing is found, these are named.
#[test]
fn a_value_that_other_rows_have_is_told_with_the_nearest_ones() {
    let wine = |id: u8, kind: &str, grape: &str| json!({"name": format!("{id}"), "wine_type": kind, "grape_varieties": [grape]});
    let world = world(
        &json!({"wine": [wine(1, "white", "шардоне"), wine(2, "sparkling", "шардоне 75%")]})
            .to_string(),
    );
    let call = search(json!({"grape_variety": "шардоне", "wine_type": "sparkling"}));
    let (outcome, _) = in_world(&world, &call);
    let result = result(&outcome);
    assert_eq!(result["found"], json!(0));
    let nearest = result["nearest"].to_string();
    assert!(nearest.contains("шардоне 75%"), "{result}");
}

/// A text that is a question back, and no contract.
fn asked(text: &str) {
    let tables = generated::builtin("wine").unwrap();
    let notation = match text.starts_with('{') {
        true => Notation::C02,
        false => Notation::Sql,
    };
    let decoder = Decoder::new(tables).with_options(Options {
        spelling: Spelling::Only(notation),
        ..Options::default()
    });
    let verdict = decoder.decode(text, "0").verdict;
    assert!(
        matches!(verdict, Verdict::Clarify(_)),
        "{text}: {verdict:?}"
    );
}

/// A result has a bound, whatever stands in the rows; what is left out is said.
#[test]
fn a_result_is_bounded() {
    let long = "а".repeat(4_000);
    let wines: Vec<Value> = (0..20)
        .map(
            |number| json!({"name": format!("W{number}"), "wine_type": "red", "description": long}),
        )
        .collect();
    let world = world(&json!({"wine": wines}).to_string());
    let (outcome, _) = in_world(&world, &search(json!({"wine_type": "red"})));
    assert!(outcome.text.len() < 32_000, "{}", outcome.text.len());
    let result = result(&outcome);
    assert_eq!(
        (&result["found"], &result["shown"]),
        (&json!(20), &json!(2))
    );
    assert_eq!(result["wines"].as_array().unwrap().len(), 2);
}

/// A model for which a text is an angle in degrees.
#[derive(Debug)]
struct Angles;

#[async_trait::async_trait]
impl Embedder for Angles {
    fn model(&self) -> Option<&str> {
        Some("angles")
    }

    async fn embed(
        &self,
        texts: &[&str],
        _: Purpose,
        _: Duration,
    ) -> Result<Vec<Vector>, ModelError> {
        let vectors = texts.iter().map(|text| {
            let angle = text.parse::<f32>().unwrap_or_default().to_radians();
            Vector::of(vec![angle.cos(), angle.sin()]).unwrap()
        });
        Ok(vectors.collect())
    }
}

/// With a model for vectors a row says how like it is to the question: its cosine, and 0 for one that is below.
#[test]
fn rows_that_are_compared_by_vectors_say_how_like_they_are() {
    let wines = ["100", "10", "70", "190", "40"].map(
        |angle| json!({"name": format!("W{angle}"), "wine_type": "red", "tasting_notes": angle}),
    );
    let world = world(&json!({"wine": wines}).to_string());
    let (folder, database) = (tempfile::tempdir().unwrap(), Sqlite::new(&world.file));
    Runtime::new().unwrap().block_on(async {
        let own = (&world.tables, &world.catalogue);
        let file = file_of(own, "wine", (&database, &Angles), folder.path()).await;
        let row_vectors: [Box<dyn RowVectors>; 1] = [Box::new(file.unwrap())];
        let call = json!({"name": "semantic_search", "arguments": {"query": "10"}});
        let ports = Ports {
            texts: texts(&Angles),
            row_vectors: &row_vectors,
            one_c: &NoOneC,
            database: &database,
        };
        let (outcome, _) = called_with(&world.catalogue, ports, &call).await;
        let result = result(&outcome);
        assert_eq!(result["ranked_by"], json!("vectors"), "{result}");
        let wines = result["wines"].as_array().unwrap().iter();
        let told = wines.map(|wine| (wine["name"].clone(), wine["similarity_score"].clone()));
        let told: Vec<(Value, Value)> = told.collect();
        let expected = [
            ("W10", json!(1.0)),
            ("W40", json!(0.866)),
            ("W70", json!(0.5)),
            ("W100", json!(0)),
            ("W190", json!(0)),
        ];
        assert_eq!(
            told,
            expected.map(|(name, likeness)| (json!(name), likeness))
        );
    });
}
