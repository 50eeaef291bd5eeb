//! The structured lane is held against the reference evaluator: for one contract over one data set both give the same rows.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "../meaning/rules.rs"]
mod rules;

#[path = "../acme/questions.rs"]
mod acme_questions;
#[path = "../acme/tables.rs"]
mod acme_tables;
mod answers;
mod faults;
mod graphs;
mod introspection;
mod pages;
mod postgres;
mod random;
mod statements;
mod world;

use std::cell::Cell;

use cmec_decoder::{Decoder, Tables, Verdict, generated};
use cmec_executor::ports::database::postgres::Postgres;
use cmec_executor::ports::database::sqlite::Sqlite;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::runtime::Runtime;
use tokio::sync::Mutex;

use answers::{by_lane, by_reference};
use postgres::Server;
use rules::{DATA, OF_METRICS, RULES, today};
use world::World;

/// A PostgreSQL server with a connection that may write and one that the lane asks.
struct Pg {
    _server: Server,
    admin: Mutex<PgConnection>,
    database: Postgres,
    schemas: Cell<u32>,
}

impl Pg {
    async fn start() -> Option<Self> {
        let server = Server::start()?;
        let admin = PgConnection::connect(&server.url()).await.unwrap();
        Some(Self {
            database: Postgres::new(&server.url()).unwrap(),
            admin: Mutex::new(admin),
            _server: server,
            schemas: Cell::new(0),
        })
    }
}

/// What differs between the lane and the reference for an intent; `None`: nothing, or the reference says nothing of it.
async fn difference(world: &World, pg: Option<&InPg<'_>>, intent: &str) -> Option<String> {
    let decoded = Decoder::new(&world.tables).decode(intent, "");
    let Verdict::Contract(contract) = decoded.verdict else {
        return None;
    };
    let expected = by_reference(world, &contract, today())?;
    COMPARED.with(|compared| compared.set(compared.get() + 1));
    let own = (&world.tables, &world.catalogue);
    let sqlite = by_lane(own, &contract, today(), &Sqlite::new(&world.file)).await;
    let mut answers = vec![("sqlite", sqlite)];
    if let Some(pg) = pg {
        let own = (&world.tables, &pg.catalogue);
        let postgres = by_lane(own, &contract, today(), &pg.pg.database).await;
        answers.push(("postgres", postgres));
    }
    let wrong = answers.iter().find(|(_, own)| own.rows != expected)?;
    let (engine, own) = (wrong.0, &wrong.1);
    Some(format!(
        "{intent}\n  {engine} {:?}\n  reference {expected:?}\n  {}\n",
        own.rows, own.statement
    ))
}

/// A world in a schema of PostgreSQL.
struct InPg<'p> {
    pg: &'p Pg,
    catalogue: cmec_executor::catalogue::StructuredCatalogue,
}

impl<'p> InPg<'p> {
    async fn of(world: &World, pg: &'p Pg) -> Self {
        let number = pg.schemas.get();
        pg.schemas.set(number + 1);
        let (script, catalogue) = world.in_postgres(&format!("w{number}"));
        let mut admin = pg.admin.lock().await;
        if number > 0 {
            let before = format!("DROP SCHEMA w{} CASCADE", number - 1);
            sqlx::raw_sql(AssertSqlSafe(before))
                .execute(&mut *admin)
                .await
                .unwrap();
        }
        sqlx::raw_sql(AssertSqlSafe(script))
            .execute(&mut *admin)
            .await
            .unwrap();
        Self { pg, catalogue }
    }
}

thread_local! {
    /// How many contracts were compared.
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// Holds both engines against the reference for some intents.
fn hold(worlds: &[(World, Vec<&str>)]) {
    Runtime::new().unwrap().block_on(async {
        let pg = Pg::start().await;
        let mut wrong = Vec::new();
        for (world, intents) in worlds {
            let in_pg = match &pg {
                Some(pg) => Some(InPg::of(world, pg).await),
                None => None,
            };
            for intent in intents {
                wrong.extend(difference(world, in_pg.as_ref(), intent).await);
            }
        }
        assert!(
            wrong.is_empty(),
            "{} differ\n{}",
            wrong.len(),
            wrong.concat()
        );
    });
}

/// Cases whose page ends among groups that are equal in order: which of these it has is not promised.
const ENDS_AMONG_EQUALS: &[&str] = &["core_groups_most_cities_en"];

#[test]
fn the_rules_and_the_core_cases_have_their_rows() {
    let rules = RULES.iter().map(|(_, intent, _)| *intent).collect();
    let of_metrics = OF_METRICS.iter().map(|(intent, _)| *intent).collect();
    let mut worlds = vec![
        (World::new(rules::tables(), DATA), rules),
        (World::new(rules::tables_with_metrics(), DATA), of_metrics),
    ];
    let mut cases = cases::cases();
    cases.retain(|case| case.verdict == "contract");
    cases.retain(|case| !ENDS_AMONG_EQUALS.contains(&case.name.as_str()));
    for domain in ["enterprise", "wine"] {
        let tables = generated::builtin(domain).unwrap().clone();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/reference");
        let json = std::fs::read_to_string(format!("{folder}/{domain}.json")).unwrap();
        let own = cases.iter().filter(|case| case.domain == domain);
        worlds.push((
            World::new(tables, &json),
            own.map(|case| case.text.as_str()).collect(),
        ));
    }
    hold(&worlds);
    let compared = COMPARED.with(Cell::get);
    assert!(compared > 250, "{compared}");
}

/// The reference gives the rows of the gold queries, which another test holds.
#[test]
fn the_questions_of_the_insurance_set_have_their_rows() {
    let Some(folder) = acme_questions::set() else {
        return;
    };
    let tables = acme_questions::codebook();
    let json = Value::Object(acme_tables::instances(&folder, &tables)).to_string();
    let questions = acme_questions::questions();
    let both = questions
        .iter()
        .flat_map(|one| [one.line.as_str(), one.c02.as_str()]);
    hold(&[(World::new(tables, &json), both.collect())]);
    assert_eq!(COMPARED.with(Cell::get), 2 * questions.len());
}

/// Contracts over one data set.
const CONTRACTS: usize = 30;

/// How many contracts are drawn: in `CMEC_CONTRACTS`, or as many as a test has time for.
fn contracts() -> usize {
    let said = std::env::var("CMEC_CONTRACTS").ok();
    said.map_or(6_000, |said| said.parse().unwrap())
}

/// The fields of the built-in domain, of which any can make groups and sort.
fn open_tables() -> Tables {
    let mut tables = generated::builtin("enterprise").unwrap().clone();
    for field in tables.fields.to_mut() {
        field.groupable |= !field.array;
        field.sortable |= !field.array;
    }
    tables
}

#[test]
fn random_contracts_over_random_data_have_their_rows() {
    let (tables, runtime) = (open_tables(), Runtime::new().unwrap());
    let pg = runtime.block_on(Pg::start());
    let cases = u32::try_from(contracts() / CONTRACTS).unwrap();
    let mut runner = TestRunner::new(Config::with_cases(cases));
    let numbers = |most| prop::collection::vec(any::<u16>(), 0..most);
    let questions = prop::collection::vec(numbers(60), CONTRACTS);
    let ran = runner.run(&(numbers(600), questions), |(world, questions)| {
        let json = random::data(&tables, &mut random::Choices::new(&world));
        let world = World::new(tables.clone(), &json.to_string());
        let in_pg = pg.as_ref().map(|pg| runtime.block_on(InPg::of(&world, pg)));
        for question in questions {
            let intent = random::intent(&tables, &mut random::Choices::new(&question)).to_string();
            let wrong = runtime.block_on(difference(&world, in_pg.as_ref(), &intent));
            prop_assert!(wrong.is_none(), "{}\n{json}", wrong.unwrap_or_default());
        }
        Ok(())
    });
    eprintln!("{} contracts were compared", COMPARED.with(Cell::get));
    if let Err(error) = ran {
        panic!("{error}");
    }
}

#[test]
fn paths_are_all_there_are_and_the_shortest_come_first() {
    let runtime = Runtime::new().unwrap();
    let pg = runtime.block_on(Pg::start());
    let tables = generated::builtin("enterprise").unwrap().clone();
    let catalogue = cmec_executor::generated::builtin("enterprise").unwrap();
    let mut runner = TestRunner::new(Config::with_cases(60));
    let links = prop::collection::vec((0..6_usize, 0..6_usize), 0..9);
    let ran = runner.run(&(links, 1..5_usize), |(links, hops)| {
        let world = World::new(tables.clone(), &graphs::data(&links).to_string());
        let intent = format!(
            r#"{{"s":"PQ","E":[{{"txt":"e0","ty":"enterprise"}},{{"txt":"e1","ty":"enterprise"}}],"C":{{"pg":{{"lim":100}}}},"G":{{"path":{{"hop":{hops},"rel":["R003"]}}}}}}"#
        );
        let expected = graphs::paths(&links, (0, 1), hops);
        let structured = |own| cmec_executor::Catalogue {
            structured: Some(own),
            ..catalogue.clone()
        };
        let own = structured(world.catalogue.clone());
        let sqlite = Sqlite::new(&world.file);
        let answer = runtime.block_on(graphs::answer(&world, &own, &intent, &sqlite));
        prop_assert_eq!(graphs::of_answer(&answer), (expected.clone(), true), "{:?}", answer);
        if let Some(pg) = &pg {
            let in_pg = runtime.block_on(InPg::of(&world, pg));
            let own = structured(in_pg.catalogue);
            let answer = runtime.block_on(graphs::answer(&world, &own, &intent, &pg.database));
            prop_assert_eq!(graphs::of_answer(&answer), (expected, true), "{:?}", answer);
        }
        Ok(())
    });
    if let Err(error) = ran {
        panic!("{error}");
    }
}

#[test]
fn pages_make_up_the_whole() {
    let (tables, runtime) = (open_tables(), Runtime::new().unwrap());
    let pg = runtime.block_on(Pg::start());
    let catalogue = cmec_executor::generated::builtin("enterprise").unwrap();
    let mut runner = TestRunner::new(Config::with_cases(40));
    let numbers = |most| prop::collection::vec(any::<u16>(), 0..most);
    let questions = prop::collection::vec(numbers(60), CONTRACTS);
    let walked = Cell::new(0_usize);
    let ran = runner.run(&(numbers(600), questions), |(world, questions)| {
        let json = random::data(&tables, &mut random::Choices::new(&world));
        let world = World::new(tables.clone(), &json.to_string());
        let structured = |own| cmec_executor::Catalogue {
            structured: Some(own),
            ..catalogue.clone()
        };
        let own = structured(world.catalogue.clone());
        let in_pg = pg.as_ref().map(|pg| runtime.block_on(InPg::of(&world, pg)));
        for question in questions {
            let intent = random::intent(&tables, &mut random::Choices::new(&question)).to_string();
            let sqlite = Sqlite::new(&world.file);
            let pages = runtime.block_on(pages::walk(&world, &own, &intent, &sqlite));
            let Some((whole, pages)) = pages else {
                continue;
            };
            walked.set(walked.get() + usize::from(whole.len() > 2));
            prop_assert_eq!(&whole, &pages, "sqlite {}", intent);
            if let Some(in_pg) = &in_pg {
                let own = structured(in_pg.catalogue.clone());
                let database = &in_pg.pg.database;
                let pages = runtime.block_on(pages::walk(&world, &own, &intent, database));
                let (whole, pages) = pages.unwrap();
                prop_assert_eq!(&whole, &pages, "postgres {}", intent);
            }
        }
        Ok(())
    });
    if let Err(error) = ran {
        panic!("{error}");
    }
    assert!(walked.get() > 20, "{}", walked.get());
}
