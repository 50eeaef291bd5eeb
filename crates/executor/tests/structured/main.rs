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
#[path = "../retrieval/embedder.rs"]
#[allow(dead_code, reason = "another test makes it fail")]
mod embedder;
#[path = "../meaning/rules.rs"]
mod rules;

mod absent;
#[path = "../acme/questions.rs"]
mod acme_questions;
#[path = "../acme/tables.rs"]
mod acme_tables;
mod answers;
mod conformance;
mod distributed;
mod faults;
mod forms;
mod graphs;
mod host;
mod introspection;
mod pages;
#[path = "../meaning/parts.rs"]
mod parts;
mod parts_of_tables;
mod policies;
mod postgres;
mod random;
mod searches;
mod shards;
mod statements;
mod vector_files;
mod vector_indexes;
mod vectors;
mod wine_tools;
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

use answers::{Rows, by_lane, by_reference};
use host::Host;
use policies::Policy;
use postgres::Server;
use rules::{DATA, OF_METRICS, RULES, today};
use shards::Shards;
use world::World;

/// A PostgreSQL server with a connection that may write and one that the lane asks.
struct Pg {
    _server: Server,
    admin: Mutex<PgConnection>,
    database: Postgres,
    shards: Option<Shards>,
    schemas: Cell<u32>,
}

impl Pg {
    async fn start() -> Option<Self> {
        let server = Server::start()?;
        let mut admin = PgConnection::connect(&server.url()).await.unwrap();
        Some(Self {
            shards: Shards::start(&mut admin).await,
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
    // Rows that are equal in order stand in any.
    let sorted = |mut rows: Rows| {
        rows.sort();
        rows
    };
    // Who is meant by a name that nothing has, a lane asks.
    if answers::is_graph(&contract) && !world.has_all(&contract.grounding.entity_list) {
        return None;
    }
    let expected = sorted(by_reference(world, &contract, today())?);
    COMPARED.with(|compared| compared.set(compared.get() + 1));
    let own = (&world.tables, &world.catalogue);
    let sqlite = by_lane(own, &contract, today(), &Sqlite::new(&world.file)).await;
    let mut answers = vec![("sqlite", sqlite)];
    if let Some(pg) = pg {
        let own = (&world.tables, &pg.catalogue);
        let postgres = by_lane(own, &contract, today(), &pg.pg.database).await;
        answers.push(("postgres", postgres));
    }
    // No value ever stands in the text of a statement.
    for (engine, own) in &answers {
        for value in random::TEXTS {
            assert!(!own.text.contains(value), "{engine} {value}: {}", own.text);
        }
    }
    let wrong = answers
        .into_iter()
        .find(|(_, own)| sorted(own.rows.clone()) != expected)?;
    let (engine, own) = wrong;
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
        let schema = format!("w{number}");
        let (mut script, catalogue) = world.in_postgres(&schema);
        if let Some(shards) = &pg.shards {
            script = shards.spread(&schema, &script).await;
        }
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

/// Days and periods of moments are those of the time zone of the bindings.
#[test]
fn moments_have_the_days_of_their_time_zone() {
    const MOMENTS: &str = r#"{"event": [
        {"title": "evening", "happened_at": "2026-02-28T20:59:59"},
        {"title": "night", "happened_at": "2026-02-28T21:00:00"},
        {"title": "with offset", "happened_at": "2026-03-01T02:00:00+03:00"},
        {"title": "next night", "happened_at": "2026-03-01T22:15:00"}
    ]}"#;
    let questions = [
        ("happened = '2026-03-01'", &["night", "with offset"][..]),
        (
            "happened <= '2026-03-01'",
            &["evening", "night", "with offset"],
        ),
        ("happened > '2026-03-01'", &["next night"]),
        (
            "happened BETWEEN '2026-03-01' AND '2026-03-01'",
            &["night", "with offset"],
        ),
        (
            "happened >= '2026-03-01T00:00:00'",
            &["night", "with offset", "next night"],
        ),
        ("happened >= '2026-03-01T00:00:00Z'", &["next night"]),
        ("happened < '2026-03-01T00:00:00+03:00'", &["evening"]),
        (
            "happened >= CURRENT_DATE - INTERVAL '30 day'",
            &["night", "with offset", "next night"],
        ),
        (
            "MONTH(happened) = 3",
            &["night", "with offset", "next night"],
        ),
        ("DATE_TRUNC('month', happened) = '2026-02-01'", &["evening"]),
        ("DAY(happened) = 2", &["next night"]),
        ("HOUR(happened) = 0", &["night"]),
    ];
    let world = |minutes_ahead| {
        let tables = generated::builtin("enterprise").unwrap().clone();
        World::new(tables, MOMENTS).by_clocks(minutes_ahead)
    };
    let intents = questions.map(|(condition, _)| {
        format!("SELECT title FROM event WHERE {condition} ORDER BY happened")
    });
    let moscow = world(180);
    for (intent, (_, expected)) in intents.iter().zip(questions) {
        let decoded = Decoder::new(&moscow.tables).decode(intent, "");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{intent}: {:#?}", decoded.account.findings);
        };
        let rows = by_reference(&moscow, contract, today()).unwrap();
        assert_eq!(rows.concat(), expected, "{intent}");
    }
    let grouped = "SELECT DATE_TRUNC('month', happened) AS m, COUNT(*) FROM event GROUP BY m";
    let mut all: Vec<&str> = intents.iter().map(String::as_str).collect();
    all.push(grouped);
    hold(&[
        (moscow, all.clone()),
        (world(-570), all.clone()),
        (world(0), all),
    ]);
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
        .flat_map(|one| [one.sql.as_str(), one.c02.as_str()]);
    hold(&[(World::new(tables, &json), both.collect())]);
    assert_eq!(COMPARED.with(Cell::get), 2 * questions.len());
}

/// Contracts over one data set.
const CONTRACTS: usize = 30;

/// How many contracts are compared: in `CMEC_CONTRACTS`, or as many as a test has time for.
fn contracts() -> usize {
    let said = std::env::var("CMEC_CONTRACTS").ok();
    said.map_or(2_000, |said| said.parse().unwrap())
}

/// How many are drawn for each that is one and has rows by the reference.
const DRAWN: usize = 4;

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
    let cases = u32::try_from(contracts() * DRAWN / CONTRACTS).unwrap();
    let mut runner = TestRunner::new(Config::with_cases(cases));
    let numbers = |most| prop::collection::vec(any::<u16>(), 0..most);
    let questions = prop::collection::vec(numbers(60), CONTRACTS);
    let ran = runner.run(&(numbers(600), questions), |(world, questions)| {
        if COMPARED.with(Cell::get) >= contracts() {
            return Ok(());
        }
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
    let compared = COMPARED.with(Cell::get);
    eprintln!("{compared} contracts were compared");
    if let Err(error) = ran {
        panic!("{error}");
    }
    assert!(compared >= contracts());
}

#[test]
fn paths_are_all_there_are_and_the_shortest_come_first() {
    let runtime = Runtime::new().unwrap();
    let pg = runtime.block_on(Pg::start());
    let tables = generated::builtin("enterprise").unwrap().clone();
    let mut runner = TestRunner::new(Config::with_cases(60));
    let links = prop::collection::vec((0..6_usize, 0..6_usize), 0..9);
    let ran = runner.run(&(links, 1..5_usize), |(links, hops)| {
        let world = World::new(tables.clone(), &graphs::data(&links).to_string());
        let intent = format!(
            r#"{{"s":"PQ","E":[{{"txt":"e0","ty":"enterprise"}},{{"txt":"e1","ty":"enterprise"}}],"C":{{"pg":{{"lim":100}}}},"G":{{"path":{{"hop":{hops},"rel":["R003"]}}}}}}"#
        );
        let expected = graphs::paths(&links, (0, 1), hops);
        let host = Host::new(&world.tables, world.catalogue.clone());
        let sqlite = Sqlite::new(&world.file);
        let answer = runtime.block_on(host.answer(&intent, &sqlite));
        prop_assert_eq!(graphs::of_answer(&answer), (expected.clone(), true), "{:?}", answer);
        let pages = runtime.block_on(pages::walk(&host, &intent, &sqlite)).unwrap();
        prop_assert_eq!(&pages.0, &pages.1, "{}", intent);
        if let Some(pg) = &pg {
            let in_pg = runtime.block_on(InPg::of(&world, pg));
            let host = Host::new(&world.tables, in_pg.catalogue);
            let answer = runtime.block_on(host.answer(&intent, &pg.database));
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
    let mut runner = TestRunner::new(Config::with_cases(40));
    let numbers = |most| prop::collection::vec(any::<u16>(), 0..most);
    let questions = prop::collection::vec(numbers(60), CONTRACTS);
    let walked = Cell::new(0_usize);
    let ran = runner.run(&(numbers(600), questions), |(world, questions)| {
        let json = random::data(&tables, &mut random::Choices::new(&world));
        let world = World::new(tables.clone(), &json.to_string());
        let host = Host {
            total: true,
            ..Host::new(&world.tables, world.catalogue.clone())
        };
        let in_pg = pg.as_ref().map(|pg| runtime.block_on(InPg::of(&world, pg)));
        for question in questions {
            let intent = random::intent(&tables, &mut random::Choices::new(&question)).to_string();
            let sqlite = Sqlite::new(&world.file);
            let pages = runtime.block_on(pages::walk(&host, &intent, &sqlite));
            let Some((whole, pages)) = pages else {
                continue;
            };
            walked.set(walked.get() + usize::from(whole.len() > 2));
            prop_assert_eq!(&whole, &pages, "sqlite {}", intent);
            if let Some(in_pg) = &in_pg {
                let host = Host {
                    total: true,
                    ..Host::new(&world.tables, in_pg.catalogue.clone())
                };
                let database = &in_pg.pg.database;
                let pages = runtime.block_on(pages::walk(&host, &intent, database));
                let (whole, pages) = pages.unwrap();
                prop_assert_eq!(&whole, &pages, "postgres {}", intent);
            }
        }
        Ok(())
    });
    if let Err(error) = ran {
        panic!("{error}");
    }
    assert!(walked.get() > 5, "{}", walked.get());
}

/// Over all rows under a policy, and over those alone that may be seen.
#[test]
fn a_row_policy_leaves_what_may_be_seen() {
    let (tables, runtime) = (open_tables(), Runtime::new().unwrap());
    let pg = runtime.block_on(Pg::start());
    let cases = u32::try_from(contracts().div_ceil(40)).unwrap();
    let mut runner = TestRunner::new(Config::with_cases(cases));
    let numbers = |most| prop::collection::vec(any::<u16>(), most / 2..most);
    let questions = prop::collection::vec(numbers(60), CONTRACTS);
    for question in policies::QUESTIONS {
        let decoded = Decoder::new(&tables).decode(question, "0");
        assert!(
            matches!(decoded.verdict, Verdict::Contract(_)),
            "{question}"
        );
    }
    let (asked, rows_hidden) = (Cell::new(0_usize), Cell::new(0_usize));
    let drawn = (numbers(600), numbers(60), questions);
    let ran = runner.run(&drawn, |(world, filters, questions)| {
        let json = random::data(&tables, &mut random::Choices::new(&world)).to_string();
        let filters = random::row_filters(&tables, &mut random::Choices::new(&filters));
        let world = World::new(tables.clone(), &json);
        let policy = Policy::new(&world, &filters);
        rows_hidden.set(rows_hidden.get() + policy.hidden.values().flatten().count());
        let clean = World::new(tables.clone(), &json);
        let only = world::only(&tables, &clean.catalogue, &policy.hidden);
        rusqlite::Connection::open(&clean.file)
            .unwrap()
            .execute_batch(&only)
            .unwrap();
        let under = |catalogue| Host {
            principals: &policy.principals,
            ..Host::new(&policy.tables, catalogue)
        };
        let in_pg = pg.as_ref().map(|pg| {
            runtime.block_on(async {
                let all = InPg::of(&world, pg).await.catalogue;
                let (script, clean) = world.in_postgres("clean");
                let only = world::only(&tables, &clean, &policy.hidden);
                let again = format!("DROP SCHEMA IF EXISTS clean CASCADE; {script} {only}");
                let mut admin = pg.admin.lock().await;
                sqlx::raw_sql(AssertSqlSafe(again))
                    .execute(&mut *admin)
                    .await
                    .unwrap();
                (under(all), Host::new(&tables, clean))
            })
        });
        let in_sqlite = (
            under(world.catalogue.clone()),
            Host::new(&tables, clean.catalogue.clone()),
        );
        let drawn = questions
            .iter()
            .map(|question| random::intent(&tables, &mut random::Choices::new(question)));
        let drawn = drawn.filter(|intent| !policies::repeats(intent, &filters));
        let drawn: Vec<String> = drawn.map(|intent| intent.to_string()).collect();
        let fixed = policies::QUESTIONS.iter().copied();
        for intent in drawn.iter().map(String::as_str).chain(fixed) {
            let both = runtime.block_on(async {
                let (all, alone) = (Sqlite::new(&world.file), Sqlite::new(&clean.file));
                let under = policies::answers(&in_sqlite.0, &tables, intent, &all).await?;
                let over = policies::answers(&in_sqlite.1, &tables, intent, &alone).await?;
                let mut both = vec![("sqlite", under, over)];
                if let (Some((under, over)), Some(pg)) = (&in_pg, &pg) {
                    let under = policies::answers(under, &tables, intent, &pg.database).await?;
                    let over = policies::answers(over, &tables, intent, &pg.database).await?;
                    both.push(("postgres", under, over));
                }
                Some(both)
            });
            for (engine, under, over) in both.into_iter().flatten() {
                asked.set(asked.get() + 1);
                prop_assert_eq!(
                    &under,
                    &over,
                    "{} {} {:?}\n{}",
                    engine,
                    intent,
                    filters,
                    json
                );
            }
        }
        Ok(())
    });
    eprintln!("{} answers, {} rows hidden", asked.get(), rows_hidden.get());
    if let Err(error) = ran {
        panic!("{error}");
    }
    assert!(asked.get() > 500 && rows_hidden.get() > 100);
}

/// A cursor is of one question of one who asks; another is told as of a cursor of another question.
#[test]
fn a_cursor_is_of_whoever_asked() {
    let json = r#"{"enterprise": [{"name": "a", "city": "x"}, {"name": "b", "city": "x"}, {"name": "c", "city": "y"}]}"#;
    let world = World::new(open_tables(), json);
    let filters = [
        serde_json::json!({"f": "F001", "op": "NE", "v": "z"}),
        serde_json::json!({"f": "F013", "op": "EQ", "v": "x"}),
    ];
    let policy = Policy::new(&world, &filters);
    let contract = Decoder::new(&world.tables).decode(r#"{"s":"IS","tg":["enterprise"]}"#, "0");
    let Verdict::Contract(contract) = contract.verdict else {
        panic!("{:?}", contract.account.findings);
    };
    let database = Sqlite::new(&world.file);
    let asked = |city: &str, cursor| {
        let principals = cmec_executor::Principals::default().with("p0", city);
        let host = Host {
            principals: &principals,
            ..Host::new(&policy.tables, world.catalogue.clone())
        };
        let run = host.run((&contract, Some(1), cursor), &database);
        Runtime::new().unwrap().block_on(run)
    };
    let first = asked("x", None);
    let next = || cmec_executor::Cursor::parse(first.next_cursor.as_deref().unwrap()).unwrap();
    assert_eq!(asked("x", Some(next())).rows.len(), 1);
    let refused = asked("y", Some(next()));
    assert_eq!(
        (refused.rows.len(), refused.reasons),
        (0, vec!["cursor_of_another_question".to_owned()])
    );
}
