//! One loop a case: what the model does at each request, and how the loop ends.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use cmec_agent::audit::Audit;
use cmec_agent::budget::{Budget, Prices};
use cmec_agent::run::{AgentResult, AgentSettings};
use cmec_agent::step::{Ending, IntentTool, Manner};
use cmec_decoder::Contract;
use serde_json::Value;
use tokio::runtime::Runtime;

use super::chat_script::{Call, Fault, INJECTED, Turn, play, play_without_end};
use super::server::Server;
use super::world::{STANDARD, SYSTEM, World, settings};

const QUESTION: &str = "Красное сухое до 2000 к стейку";

/// A case: its name, the turns, and `ending; what was called with its outcome`.
type Case = (&'static str, Vec<Turn>, &'static str);

fn search(arguments: &str) -> Turn {
    Turn::Calls(vec![Call::of("search_wines", arguments)])
}

/// Two searches of one round.
fn both(one: &str, other: &str) -> Turn {
    Turn::Calls(vec![
        Call::of("search_wines", one),
        Call::of("search_wines", other),
    ])
}

fn red() -> Turn {
    search(r#"{"wine_type":"red","sweetness":"dry","price_max":2000}"#)
}

const GOOD: Turn = Turn::Says("Есть красные сухие до {{q.1}} ₽.");
const MADE_UP: Turn = Turn::Says("Возьмите за 1234567 ₽.");

fn ending(finished: &AgentResult) -> &'static str {
    match (&finished.ending, &finished.text) {
        (Ending::Text(_), Some(_)) => "text",
        (Ending::Text(_), None) => "rows instead of a text",
        (Ending::Rows, _) => "rows",
        (Ending::TextOfList(_), Some(_)) => "text of the list",
        (Ending::TextOfList(_), None) => "the list instead of a text",
        (Ending::List, _) => "list",
        (Ending::Question, _) => "question",
        (Ending::NotUnderstood, _) => "not understood",
        (Ending::Nothing, _) => "nothing",
    }
}

fn told(finished: &AgentResult) -> String {
    let steps = finished.steps.iter().map(|step| {
        let outcome = step.outcome.split(':').next().unwrap_or_default();
        match outcome {
            "ok" => step.called.clone(),
            other => format!("{} {other}", step.called),
        }
    });
    let steps: Vec<String> = steps.collect();
    format!("{}; {}", ending(finished), steps.join(", "))
}

/// What holds of every loop, whatever happened.
fn check(name: &str, finished: &AgentResult, server: &Server, took: Duration) {
    assert!(took < Duration::from_secs(15), "{name}: {took:?}");
    assert!(finished.iterations <= 2, "{name}");
    let models = finished.steps.iter().filter(|step| step.called == "model");
    assert!(models.count() <= 6, "{name}: {:?}", finished.steps);
    assert!(finished.spent.tokens() < 100_000, "{name}");
    let is_answered = finished.text.is_some() || !finished.found.is_empty();
    let has_reason = !finished.reasoning.is_empty();
    assert!(is_answered || has_reason, "{name}");
    // Every figure of a text that is shown stands in a row or in the question.
    let rows: Vec<Value> = finished
        .found
        .iter()
        .map(|row| serde_json::to_value(row).unwrap())
        .collect();
    let known = format!(
        "{QUESTION} {} {}",
        rows.len(),
        serde_json::to_string(&rows).unwrap()
    );
    let text = finished.text.clone().unwrap_or_default();
    let mut figures = text.split(|own: char| !own.is_ascii_digit());
    assert!(
        figures.all(|figure| known.contains(figure)),
        "{name}: {text}"
    );
    for seen in server.seen() {
        for message in seen.body["messages"].as_array().unwrap() {
            let text = message["content"].as_str();
            match message["role"].as_str().unwrap() {
                "system" => assert!([SYSTEM, STANDARD].contains(&text.unwrap()), "{name}"),
                "user" => {
                    let text = text.unwrap();
                    let is_own = [QUESTION, STANDARD].contains(&text);
                    assert!(is_own || text.contains("Write the "), "{name}");
                }
                "tool" => {
                    let result: Value = serde_json::from_str(text.unwrap()).unwrap();
                    assert!(result.is_object(), "{name}");
                }
                role => assert_eq!(role, "assistant", "{name}"),
            }
        }
    }
}

fn all(cases: Vec<Case>, world: &World, manner: &Manner, settings: &AgentSettings) {
    let runtime = Runtime::new().unwrap();
    let mut wrong = Vec::new();
    for (name, turns, expected) in cases {
        let (finished, took, server) = runtime.block_on(async {
            let server = play(turns).await;
            let since = Instant::now();
            let (finished, _) = world.asked(&server, QUESTION, manner, settings).await;
            (finished, since.elapsed(), server)
        });
        check(name, &finished, &server, took);
        let told = told(&finished);
        if told != expected {
            wrong.push(format!("{name}\n  {told}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_model_that_calls_tools() {
    let fails = |fault| Turn::Fails(fault);
    // 1024 tokens are asked for.
    let endless: &str = Box::leak("red ".repeat(40_000).into_boxed_str());
    let twice = || {
        Turn::Calls(vec![
            Call::of("search_wines", r#"{"wine_type":"red"}"#),
            Call::of("semantic_search", r#"{"query":"ваниль и дуб"}"#),
        ])
    };
    #[rustfmt::skip]
    let cases = vec![
        ("a text at once", vec![Turn::Says("Здравствуйте!")], "list; model, list"),
        ("a question back", vec![Turn::Says("Какое вино вы ищете?")], "text; model"),
        ("a wine at once", vec![Turn::Says("Возьмите «Красное сухое».")], "list; model, list"),
        ("a made-up price at once", vec![MADE_UP], "list; model, list"),
        ("a made-up price at once, then a good text", vec![MADE_UP, GOOD], "list; model, list"),
        ("a call, then a text", vec![red(), GOOD], "text; model, search_wines, model"),
        ("a call, then a made-up price", vec![red(), MADE_UP], "rows instead of a text; model, search_wines, model"),
        ("two calls of a round", vec![twice(), GOOD], "text; model, search_wines, semantic_search, model"),
        ("two rounds", vec![red(), red(), GOOD], "text; model, search_wines, model, search_wines, model"),
        ("a third round is refused", vec![red(), red(), red()], "list; model, search_wines, model, search_wines, model, model model_refused"),
        ("an empty call is a list", vec![search("{}"), GOOD], "text; model, search_wines, model"),
        ("an unknown tool", vec![Turn::Calls(vec![Call::of("drop_table", "{}")]), GOOD], "list; model, drop_table failed, model, list"),
        ("an unknown tool twice", vec![Turn::Calls(vec![Call::of("a", "{}")]), Turn::Calls(vec![Call::of("b", "{}")]), GOOD], "list; model, a failed, model, b failed, model, list"),
        ("query_wine is not offered", vec![Turn::Calls(vec![Call::of("query_wine", r#"{"s":"IS"}"#)]), GOOD], "list; model, query_wine failed, model, list"),
        ("arguments that are no JSON", vec![search("{\"wine_type\":"), GOOD], "list; model, search_wines failed, model, list"),
        ("arguments that are a text", vec![search("\"red\""), GOOD], "list; model, search_wines failed, model, list"),
        ("arguments that are a list", vec![search("[]"), GOOD], "list; model, search_wines failed, model, list"),
        ("arguments that are nothing", vec![search(""), GOOD], "list; model, search_wines failed, model, list"),
        ("an argument that is none", vec![search(r#"{"colour":"red"}"#), GOOD], "list; model, search_wines failed, model, list"),
        ("a type that is none is ignored", vec![search(r#"{"wine_type":"orange"}"#), GOOD], "text; model, search_wines, model"),
        ("a price that is a text", vec![search(r#"{"price_max":"cheap"}"#), GOOD], "list; model, search_wines unclear, model, list"),
        ("unclear, said again", vec![search(r#"{"price_max":"cheap"}"#), red(), red(), GOOD], "text; model, search_wines unclear, model, search_wines, model, search_wines, model"),
        ("a search without its text", vec![Turn::Calls(vec![Call::of("semantic_search", "{}")]), GOOD], "list; model, semantic_search failed, model, list"),
        ("malformed, then mended", vec![search("{"), red(), GOOD], "text; model, search_wines failed, model, search_wines, model"),
        ("one good and one bad call", vec![Turn::Calls(vec![Call::of("search_wines", "{"), Call::of("search_wines", r#"{"wine_type":"red"}"#)]), GOOD], "text; model, search_wines failed, search_wines, model"),
        ("ids that are the same", vec![Turn::Calls(vec![Call::of("search_wines", "{}").with_id("x"), Call::of("search_wines", "{}").with_id("x")]), GOOD], "text; model, search_wines, search_wines, model"),
        ("nothing is found", vec![search(r#"{"country":"Атлантида"}"#), Turn::Says("Ничего не нашлось.")], "rows instead of a text; model, search_wines, model"),
        ("a question, as nothing is found", vec![search(r#"{"country":"Атлантида"}"#), Turn::Says("Искать по всем странам?")], "text; model, search_wines, model"),
        ("a reference to nothing", vec![red(), Turn::Says("Возьмите {{r999.name}}.")], "rows instead of a text; model, search_wines, model"),
        ("a name that was not found", vec![red(), Turn::Says("Возьмите «Романе-Конти».")], "rows instead of a text; model, search_wines, model"),
        ("a link", vec![red(), Turn::Says("Красное [здесь](/x).")], "rows instead of a text; model, search_wines, model"),
        ("a link at once", vec![Turn::Says("Какое [вино](/x)?"), GOOD], "list; model, list"),
        ("more than its tokens can be", vec![red(), Turn::Says(endless), GOOD], "text of the list; model, search_wines, model model_malformed, model"),
        ("a name without quotes", vec![red(), Turn::Says("Возьмите Шато Петрюс Помроль или Barolo Gaja — лучшее к стейку.")], "rows instead of a text; model, search_wines, model"),
        ("a name in bold", vec![red(), Turn::Says("**Шато Петрюс** — лучшее.")], "rows instead of a text; model, search_wines, model"),
        ("a list in Markdown", vec![red(), Turn::Says("1. **{{r1.name}}** — **цена:** **{{r1.price}}**\n2. *{{r2.name}}* из: {{r2.region}}")], "text; model, search_wines, model"),
        ("an answer though nothing is found", vec![search(r#"{"country":"Атлантида"}"#), GOOD], "rows instead of a text; model, search_wines, model"),
        ("a number in words", vec![red(), Turn::Says("Около трёх тысяч рублей.")], "rows instead of a text; model, search_wines, model"),
        ("a refusal", vec![Turn::Refuses("I cannot."), GOOD], "text of the list; model refused, list, model"),
        ("a refusal after a call", vec![red(), Turn::Refuses("I cannot."), GOOD], "text of the list; model, search_wines, model refused, model"),
        ("a text that is cut", vec![Turn::IsCut("Возьми"), GOOD], "text of the list; model cut by length, list, model"),
        ("a text that is cut after a call", vec![red(), Turn::IsCut("Возьми"), GOOD], "text of the list; model, search_wines, model cut by length, model"),
        ("an empty text", vec![Turn::Says(""), GOOD], "text of the list; model, list, model"),
        ("blanks", vec![Turn::Says(" \n"), GOOD], "text of the list; model, list, model"),
        ("a made-up price of the list", vec![Turn::Refuses("I cannot."), MADE_UP], "the list instead of a text; model refused, list, model"),
        ("busy once", vec![fails(Fault::Busy), red(), GOOD], "text; model, search_wines, model"),
        ("busy with a time once", vec![fails(Fault::BusyFor("0")), red(), GOOD], "text; model, search_wines, model"),
        ("busy for longer than there is time", vec![fails(Fault::BusyFor("600")), GOOD], "text of the list; model model_refused, list, model"),
        ("down once", vec![fails(Fault::Down), red(), GOOD], "text; model, search_wines, model"),
        ("half a stream", vec![fails(Fault::Half), GOOD], "text of the list; model model_unreachable, list, model"),
        ("half a stream after a call", vec![red(), fails(Fault::Half), GOOD], "text of the list; model, search_wines, model model_unreachable, model"),
        ("silence", vec![fails(Fault::Stall), GOOD], "text of the list; model model_timeout, list, model"),
        ("an error within the stream", vec![fails(Fault::Error), GOOD], "text of the list; model model_refused, list, model"),
        ("the list fails, too", vec![fails(Fault::Error), fails(Fault::Error)], "list; model model_refused, list, model model_refused"),
        ("the list is refused, too", vec![Turn::Refuses("no"), Turn::Refuses("no")], "list; model refused, list, model refused"),
        ("the list is cut, too", vec![Turn::IsCut("a"), Turn::IsCut("b")], "list; model cut by length, list, model cut by length"),
        ("tools are called of the list", vec![Turn::Refuses("no"), red()], "list; model refused, list, model"),
        ("the script ends", vec![], "list; model model_refused, list, model model_refused"),
        ("a call, then the script ends", vec![red()], "list; model, search_wines, model model_refused, model model_refused"),
        (
            "nine calls of a round",
            vec![Turn::Calls((0..9).map(|_| Call::of("search_wines", r#"{"wine_type":"rose"}"#)).collect()), GOOD],
            "text; model, search_wines, search_wines, search_wines, search_wines, search_wines, search_wines, search_wines, search_wines, model",
        ),
    ];
    assert!(cases.len() >= 45);
    all(cases, &World::of("wine"), &Manner::Tools, &settings());
}

#[test]
fn a_model_that_says_sql() {
    let world = World::of("wine");
    let says = Turn::Says;
    let red = "SELECT * FROM wine WHERE type = 'red' AND price <= 2000";
    let fenced = "```sql\nSELECT * FROM wine WHERE type = 'red';\n```";
    let none = "SELECT * FROM wine WHERE country = 'Атлантида'";
    let unclear = "SELECT * FROM wine WHERE type = 'red' AND prise <= 2000";
    #[rustfmt::skip]
    let cases = vec![
        ("SQL", vec![says(red)], "rows; model, ask_wine"),
        ("SQL between fences", vec![says(fenced)], "rows; model ended, ask_wine"),
        ("SQL that finds nothing", vec![says(none)], "rows; model, ask_wine"),
        ("a question of the model", vec![says("ASK 'Какое?'")], "question; model, ask_wine unclear"),
        ("a part that is unclear, said again", vec![says(unclear), says("price <= 2000")], "rows; model, ask_wine unclear, model, ask_wine"),
        ("the whole said again", vec![says(unclear), says(red)], "rows; model, ask_wine unclear, model, ask_wine"),
        ("a question of the model that has a link", vec![says("ASK 'Какое? [здесь](/x)'")], "not understood; model, ask_wine failed"),
        ("unclear twice", vec![says(unclear), says(unclear)], "question; model, ask_wine unclear, model, ask_wine unclear"),
        ("prose, then SQL", vec![says("Конечно! Вот ответ."), says(red)], "rows; model, ask_wine failed, model, ask_wine"),
        ("JSON twice", vec![says("{\"s\":\"IS\"}"), says("[]")], "not understood; model, ask_wine failed, model, ask_wine failed"),
        ("a refusal", vec![Turn::Refuses("no")], "list; model refused, list"),
        ("SQL that is cut", vec![Turn::IsCut("SELECT * FROM wi")], "list; model cut by length, list"),
        ("down", vec![Turn::Fails(Fault::Error)], "list; model model_refused, list"),
        ("half a stream", vec![Turn::Fails(Fault::Half)], "list; model model_unreachable, list"),
    ];
    all(cases, &world, &world.sql(), &settings());
}

/// The part that was unclear goes into the intent before, and the whole has to have what was clear: an answer to another
/// question would be worse than none.
#[test]
fn what_was_clear_stays_where_an_intent_is_said_again() {
    let world = World::of("wine");
    let cmec = Manner::Intent(IntentTool {
        name: world.tables().query_tool(),
        argument: None,
    });
    let says = Turn::Says;
    let white = r#"{"wine_type":"white","price_max":"cheap"}"#;
    let by_code = r#"{"s":"IS","tg":["wine"],"C":{"flt":[{"f":"F007","op":"EQ","v":"redd"},{"f":"F012","op":"LE","v":2000}]}}"#;
    let whole = r#"{"s":"IS","tg":["wine"],"C":{"flt":[{"f":"F007","op":"EQ","v":"rose"}]}}"#;
    let of = |condition: &str| format!("SELECT * FROM wine WHERE {condition}");
    let wine = |rest: &str| {
        says(Box::leak(
            format!("SELECT * FROM wine WHERE {rest}").into_boxed_str(),
        ))
    };
    let white_one = of("type = 'white' AND price <= 2000");
    #[rustfmt::skip]
    let cases = [
        (Manner::Tools, vec![search(white), search(r#"{"price_max":2000}"#), GOOD], vec![white_one.clone()]),
        (Manner::Tools, vec![search(white), search(r#"{"wine_type":"white","price_max":1500}"#), GOOD], vec![of("type = 'white' AND price <= 1500")]),
        (Manner::Tools, vec![search(white), search(r#"{"sweetness":"dry"}"#), GOOD], vec![]),
        (Manner::Tools, vec![search(white), search("{}"), search(r#"{"price_max":2000}"#), GOOD], vec![white_one.clone()]),
        (world.sql(), vec![wine("type = 'white' AND prise <= 2000"), says("price <= 2000")], vec![white_one]),
        (world.sql(), vec![wine("type = 'white' AND prise <= 2000 AND contry = 'Италия'"), wine("price <= 2000")], vec![]),
        (world.sql(), vec![wine("type = 'white' AND prise <= 2000"), wine("type = 'white' AND country = 'Италия' AND price <= 2000")], vec![of("type = 'white' AND country = 'Италия' AND price <= 2000")]),
        (cmec.clone(), vec![says(by_code), says(r#"{"f":"F007","op":"EQ","v":"rose"}"#)], vec![of("type = 'rose' AND price <= 2000")]),
        (cmec, vec![says(by_code), says(whole)], vec![]),
        // Calls of one round are of their own, and are said again each in its turn.
        (Manner::Tools, vec![both(r#"{"wine_type":"red","price_max":"2 000"}"#, r#"{"price_max":1000}"#), GOOD], vec![of("price <= 1000")]),
        (Manner::Tools, vec![both(r#"{"wine_type":"red","price_max":"x"}"#, r#"{"wine_type":"white","price_max":"y"}"#), both(r#"{"wine_type":"white","price_max":1000}"#, r#"{"wine_type":"red","price_max":2000}"#), GOOD], vec![of("type = 'white' AND price <= 1000"), of("type = 'red' AND price <= 2000")]),
        // Whatever was clear has to be there: a column, a text, a number, an order.
        (world.sql(), vec![says("SELECT price FROM wine WHERE contry = 'Италия'"), wine("country = 'Италия'")], vec![]),
        (world.sql(), vec![wine("MATCH('аромат мёда') AND contry = 'Италия'"), wine("country = 'Италия'")], vec![]),
        (world.sql(), vec![says("SELECT producer, COUNT(*) FROM wine WHERE contry = 'Италия' GROUP BY producer"), wine("country = 'Италия'")], vec![]),
        (world.sql(), vec![wine("contry = 'Италия' ORDER BY price DESC LIMIT 3"), wine("country = 'Италия' ORDER BY price DESC")], vec![]),
        (world.sql(), vec![wine("type = 'red' AND prise <= 2000"), says("```\nprice <= 2000\n```")], vec![of("type = 'red' AND price <= 2000")]),
    ];
    let runtime = Runtime::new().unwrap();
    for (number, (manner, turns, expected)) in cases.into_iter().enumerate() {
        let runs = runtime.block_on(async {
            let server = play(turns).await;
            world.asked(&server, QUESTION, &manner, &settings()).await.1
        });
        let asked = runs.iter().filter_map(|run| run.intent.as_ref());
        let asked = asked.filter(|own| own.said() != "SELECT * FROM wine");
        let asked: Vec<&str> = asked.map(|own| own.said()).collect();
        assert_eq!(asked, expected, "case {number}");
    }
}

/// Rule 4 of the seed: after the iterations that there are, one answer is asked for without tools.
#[test]
fn rule_4_iteration_limit() {
    let world = World::of("wine");
    let runtime = Runtime::new().unwrap();
    let (finished, server) = runtime.block_on(async {
        let server = play_without_end(red()).await;
        let settings = settings();
        let asked = world.asked(&server, QUESTION, &Manner::Tools, &settings);
        (asked.await.0, server)
    });
    check("never stops", &finished, &server, Duration::ZERO);
    assert_eq!(
        told(&finished),
        "list; model, search_wines, model, search_wines, model, model"
    );
    assert_eq!(server.seen().len(), 4);
}

#[test]
fn a_budget_ends_a_question() {
    let world = World::of("wine");
    let prices = Prices {
        prompt: 1.0,
        cached: 0.1,
        completion: 10.0,
    };
    // A request is estimated before it is sent: the first takes some 100 tokens, and a result of twenty wines some thousands.
    let once = "list; model, search_wines, model budget_spent, model budget_spent";
    // One result is less than two.
    let twice =
        "text of the list; model, search_wines, model, search_wines, model budget_spent, model";
    let whole = "text; model, search_wines, model, search_wines, model";
    let nothing = "list; model budget_spent, list, model budget_spent";
    for (tokens, money, expected) in [
        (Some(0), None, nothing),
        (Some(30), None, nothing),
        (Some(1_000), None, once),
        (Some(8_000), None, twice),
        (Some(40_000), None, whole),
        (None, Some(0.000_03), nothing),
        (None, Some(0.001), once),
        (None, Some(1.0), whole),
    ] {
        let settings = AgentSettings {
            budget: Budget {
                tokens,
                money,
                prices,
            },
            ..settings()
        };
        all(
            vec![("budget", vec![red(), red(), GOOD], expected)],
            &world,
            &Manner::Tools,
            &settings,
        );
    }
}

/// A row that tells the model what to do: its words are data, and what it tells to call is no tool.
#[test]
fn a_row_that_gives_orders() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wines.sqlite");
    let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::copy(
        cmec_demo::tables::database("wine", cache).unwrap().unwrap(),
        &file,
    )
    .unwrap();
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    #[allow(
        clippy::permissions_set_readonly_false,
        reason = "a file of this test alone"
    )]
    permissions.set_readonly(false);
    std::fs::set_permissions(&file, permissions).unwrap();
    let database = rusqlite::Connection::open(&file).unwrap();
    database
        .execute(
            "UPDATE wines SET description = ?1, tasting_notes = ?1",
            [INJECTED],
        )
        .unwrap();
    drop(database);
    let cases = vec![
        (
            "obeyed",
            vec![red(), Turn::Obeys, GOOD],
            "text; model, search_wines, model, delete_everything failed, model",
        ),
        (
            "obeyed of the list",
            vec![Turn::Refuses("no"), Turn::Obeys],
            "list; model refused, list, model",
        ),
    ];
    all(
        cases,
        &World::with("wine", &file),
        &Manner::Tools,
        &settings(),
    );
}

/// Whoever looks on sees the question and the contract before anything is run, and may hold it back.
#[test]
fn what_is_held_back_is_not_run() {
    struct OnlyCheap(Mutex<Vec<String>>);
    impl Audit for &OnlyCheap {
        fn sees(&self, question: &str, contract: &Contract<'_>) -> Result<(), String> {
            let seen = format!("{question}: {} filters", contract.constraints.filters.len());
            self.0.lock().unwrap().push(seen);
            match contract.constraints.filters.is_empty() {
                true => Err("too_much".to_owned()),
                false => Ok(()),
            }
        }
    }
    let runtime = Runtime::new().unwrap();
    let audit = OnlyCheap(Mutex::new(Vec::new()));
    let world = World::of("wine");
    let settings = settings();
    let (finished, runs) = runtime.block_on(async {
        let server = play(vec![search("{}"), red(), GOOD]).await;
        let asked = (QUESTION, &audit);
        world.seen(&server, asked, &Manner::Tools, &settings).await
    });
    assert_eq!(
        told(&finished),
        "text; model, search_wines failed, model, search_wines, model"
    );
    let held: Vec<Option<&str>> = runs.iter().map(|run| run.held_back.as_deref()).collect();
    assert_eq!(held, [Some("too_much"), None]);
    let seen = audit.0.lock().unwrap();
    let expected = [
        format!("{QUESTION}: 0 filters"),
        format!("{QUESTION}: 3 filters"),
    ];
    assert_eq!(*seen, expected);
}
