//! `cmec eval` as a person runs it: figures worked out by hand over recorded answers, and a server that is asked, left in the
//! middle and asked on.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure, listens and waits"
)]

mod common;
#[path = "../../crates/executor/tests/models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use common::cmec;
use serde_json::{Value, json};
use server::{Reply, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const KEY: &str = "secret-key-of-a-test";

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/eval");
    folder.join(name).to_str().unwrap().to_owned()
}

/// The command over the questions of the fixtures.
fn eval(more: &[&str]) -> Command {
    let mut command = cmec(&["eval", "--domain", "wine"]);
    command.args(["--set", &fixture("wine.questions.jsonl")]);
    command.args(more).env("CHAT_KEY", KEY);
    command
}

/// Exit code, standard output as JSON, standard error.
fn told(output: &Output) -> (i32, Value, String) {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), value, error)
}

fn replayed(path: &Path, more: &[&str]) -> (i32, Value, String) {
    let path = path.to_str().unwrap();
    let arguments = [&["--replay", path, "--format", "json"], more].concat();
    told(&eval(&arguments).output().unwrap())
}

/// What came of each question, in the order of the report.
fn outcomes(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let cases = report["cases"].as_array().unwrap().iter();
    let cases = cases.map(|case| (text(&case["id"]), text(&case["outcome"])));
    cases.collect()
}

/// A file with these answers to questions in English; each has its notation and constraint.
fn record(folder: &TempDir, answers: &[(&str, &str, &str, Value)]) -> PathBuf {
    let path = folder.path().join("answers.jsonl");
    let lines = answers.iter().map(|(notation, constraint, id, own)| {
        let mut line = json!({
            "domain": "wine", "id": id, "language": "en", "notation": notation,
            "constraint": constraint, "model": "m", "latency_ms": 5,
        });
        let members = own.as_object().unwrap().clone();
        line.as_object_mut().unwrap().extend(members);
        format!("{line}\n")
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    path
}

/// The twelve answers are: two right contracts in another spelling, one with other names, one as it is; a wrong value, a wrong
/// field, a wrong operator; one question back too many; one text that is no intent; one that never came; of the unclear ones
/// one that is asked back about and one that gets a contract.
#[test]
fn the_figures_are_those_worked_out_by_hand() {
    let prices = [
        "--price-in",
        "2",
        "--price-out",
        "8",
        "--wrong-costs",
        "0.5",
    ];
    let path = PathBuf::from(fixture("wine.answers.jsonl"));
    let (code, report, error) = replayed(&path, &prices);
    // One answer never came.
    assert_eq!((code, error.as_str()), (5, ""));
    let expected = [
        ("dry_red", "right"),
        ("semi_dry_sparkling", "silent_wrong"),
        ("white_by_price", "right"),
        ("countries", "right"),
        ("of_region", "silent_wrong"),
        ("grape", "asked"),
        ("sweet", "rejected"),
        ("vintages", "failed"),
        ("rose", "right"),
        ("not_french", "silent_wrong"),
        ("weather", "right"),
        ("same_again", "silent_wrong"),
    ];
    let expected = expected.map(|(id, outcome)| (id.to_owned(), outcome.to_owned()));
    assert_eq!(outcomes(&report), expected);
    let row = &report["ways"][0];
    assert_eq!(
        row,
        &json!({
            "model": "own/model",
            "notation": "line",
            "constraint": "none",
            "language": "en",
            "questions": 12,
            "right": 5,
            "silent_wrong": 4,
            "asked": 1,
            "rejected": 1,
            "failed": 1,
            // 4 of the 10 that have a contract.
            "contract_equality": 0.4,
            // 8 of 12: all but the questions back, the text and what never came.
            "executable": 0.6667,
            // 4 of 12.
            "silent_wrong_share": 0.3333,
            // In the order of the set, a span of values being two:
            // wanted 3+3+4+0+1+1+2+3+1+2, said 3+3+4+0+1+0+0+0+1+2, in both 3+2+4+0+0+0+0+0+1+1.
            "filters": {"expected": 20, "said": 14, "same": 11},
            // 2·11 / (20+14)
            "filter_f1": 0.6471,
            // One of the two questions back is to one of the two unclear questions.
            "clarify": {"unclear": 2, "asked": 2, "asked_unclear": 1, "precision": 0.5, "recall": 0.5},
            "repairs": 0,
            // Eleven answers of 100 and 10.
            "tokens": {"prompt": 1100, "cached": 0, "completion": 110, "counted_answers": 0},
            // 100 to 1200 without 800: the sixth and the eleventh of eleven.
            "latency_ms": {"p50": 600, "p95": 1200},
            // (1100·2 + 110·8) / 1,000,000; 4·0.5; both by 5.
            "cost": {"tokens": 0.00308, "wrong": 2.0, "per_right": 0.400_616},
        })
    );
}

#[test]
fn every_notation_is_read_as_it_is_said() {
    let folder = TempDir::new().unwrap();
    let filters = json!([
        {"f": "F008", "op": "EQ", "v": "dry"},
        {"f": "F007", "op": "EQ", "v": "red"},
        {"f": "F012", "op": "LE", "v": 2000.0},
    ]);
    let cmec = json!({"s": "IS", "C": {"flt": filters}}).to_string();
    let nulls = json!({"s": "IS", "o": null, "C": {"flt": filters, "srt": null}}).to_string();
    let call =
        |name: &str, arguments: &str| json!({"id": "1", "name": name, "arguments": arguments});
    let lean = json!({"wine_type": "red", "sweetness": "dry", "price_max": 2000}).to_string();
    let lean = call("search_wines", &lean);
    let line = json!({"id": "1", "name": "query_wine", "arguments": "red dry price<=2000", "custom": true});
    let grammar = "structured_outputs.grammar:lark";
    let strict = "tools.function.strict";
    let path = record(
        &folder,
        &[
            (
                "line",
                grammar,
                "dry_red",
                json!({"text": "red dry price<=2000"}),
            ),
            ("line", grammar, "rose", json!({"text": cmec})),
            (
                "line",
                "tools.custom.format",
                "dry_red",
                json!({"calls": [line]}),
            ),
            ("c0.2", "none", "dry_red", json!({"text": cmec})),
            ("c0.2", "none", "rose", json!({"text": "rose"})),
            (
                "c0.2",
                "response_format.json_schema",
                "dry_red",
                json!({"text": nulls}),
            ),
            (
                "c0.2",
                "response_format.json_schema",
                "rose",
                json!({"text": "{"}),
            ),
            (
                "strict-tool",
                strict,
                "dry_red",
                json!({"calls": [call("query_wine", &nulls)]}),
            ),
            (
                "strict-tool",
                strict,
                "weather",
                json!({"calls": [call("query_wine", &json!({"s": "CL", "X": {"q": "What?"}}).to_string())]}),
            ),
            ("tools", "none", "dry_red", json!({"calls": [lean]})),
            ("tools", "none", "rose", json!({"calls": [lean, lean]})),
            (
                "tools",
                "none",
                "weather",
                json!({"text": "Which wine do you mean?"}),
            ),
            (
                "tools",
                "none",
                "same_again",
                json!({"text": "Here it is."}),
            ),
            ("tools", "none", "sweet", json!({"refusal": "I will not."})),
        ],
    );
    let (code, report, error) = replayed(&path, &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    let cases: Vec<String> = (report["cases"].as_array().unwrap().iter())
        .map(|case| {
            let text = |key: &str| case[key].as_str().unwrap();
            let (notation, held) = (text("notation"), text("constraint"));
            format!("{notation} {held} {} {}", text("id"), text("outcome"))
        })
        .collect();
    assert_eq!(
        cases,
        [
            "line structured_outputs.grammar:lark dry_red right",
            "line structured_outputs.grammar:lark rose rejected",
            "line tools.custom.format dry_red right",
            "c0.2 none dry_red right",
            "c0.2 none rose rejected",
            "c0.2 response_format.json_schema dry_red right",
            "c0.2 response_format.json_schema rose rejected",
            "strict-tool tools.function.strict dry_red right",
            "strict-tool tools.function.strict weather right",
            "tools none dry_red right",
            "tools none sweet rejected",
            "tools none rose rejected",
            "tools none weather right",
            "tools none same_again rejected",
        ]
    );
    // No server counted: a card has some hundred tokens, an answer some dozen.
    let tokens = &report["ways"][0]["tokens"];
    assert_eq!(tokens["counted_answers"], 2);
    assert!(
        (300..3000).contains(&tokens["prompt"].as_u64().unwrap()),
        "{tokens}"
    );
    assert!(
        (20..100).contains(&tokens["completion"].as_u64().unwrap()),
        "{tokens}"
    );
}

/// The right answer of every built-in question is right, in every language.
#[test]
fn every_built_in_question_has_a_right_answer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("answers.jsonl");
    for domain in ["address", "enterprise", "mind", "wine"] {
        let set = format!("../fixtures/questions/{domain}.jsonl");
        let set = Path::new(env!("CARGO_MANIFEST_DIR")).join(set);
        let set = std::fs::read_to_string(set).unwrap();
        let mut answers = String::new();
        for question in set.lines() {
            let question: Value = serde_json::from_str(question).unwrap();
            let text = question["intent"].as_str().unwrap_or("?\"?\"");
            for language in ["en", "ru", "zh"] {
                let answer = json!({
                    "domain": domain, "id": question["id"], "language": language, "notation": "line",
                    "constraint": "none", "model": "m", "text": text,
                    "usage": {"prompt": 1, "completion": 1},
                });
                answers.push_str(&format!("{answer}\n"));
            }
        }
        std::fs::write(&path, answers).unwrap();
        let asked = ["eval", "--domain", domain, "--format", "json", "--replay"];
        let output = cmec(&asked).arg(&path).output().unwrap();
        let (code, report, error) = told(&output);
        assert_eq!((code, error.as_str()), (0, ""), "{domain}");
        // All languages together, then each.
        assert_eq!(report["ways"].as_array().unwrap().len(), 4);
        let whole = &report["ways"][0];
        assert_eq!(whole["language"], Value::Null);
        assert_eq!(whole["right"], whole["questions"], "{domain}");
        assert!(whole["right"].as_u64().unwrap() >= 3 * 40, "{domain}");
        assert_eq!(whole["filter_f1"], json!(1.0));
    }
}

#[test]
fn what_is_wrong_with_a_record_is_told() {
    let folder = TempDir::new().unwrap();
    let good = json!({"text": "rose"});
    for (answers, said) in [
        (
            vec![("line", "none", "nobody", good.clone())],
            "an answer to `nobody`",
        ),
        (
            vec![("line", "no\u{1b}[31m", "rose", good.clone())],
            r"held to `no\u{1b}[31m`",
        ),
        (
            vec![("line", "guided_json", "rose", good.clone())],
            "no `line` held to `guided_json`",
        ),
        (
            vec![("line", "none", "rose", json!({"domain": "mind"}))],
            "an answer about `mind`",
        ),
        (
            vec![("line", "none", "rose", json!({"types": ["vine"]}))],
            "there is no type `vine`",
        ),
        (
            vec![("line", "none", "rose", json!({"text": 5}))],
            "line 1: invalid type",
        ),
        (vec![], "no answer to look at"),
    ] {
        let path = record(&folder, &answers);
        let (code, report, error) = replayed(&path, &[]);
        assert!(code == 1 || code == 2, "{code} {error}");
        assert_eq!(report, Value::Null);
        assert!(error.contains(said), "{said}\n{error}");
    }
    // Numbers as large as there are cost nobody a report.
    let huge = json!({"text": "rose", "usage": {"prompt": u64::MAX, "completion": u64::MAX}, "latency_ms": u64::MAX});
    let path = record(
        &folder,
        &[
            ("line", "none", "rose", huge.clone()),
            ("line", "none", "sweet", huge),
        ],
    );
    assert_eq!(replayed(&path, &["--price-in", "1"]).0, 0);
}

/// An answer of a chat server.
fn says(message: &Value) -> Reply {
    let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
    let usage = json!({"prompt_tokens": 50, "completion_tokens": 5});
    Reply::json(&json!({"choices": [choice], "usage": usage}))
}

/// The last message of a request.
fn last(body: &Value) -> String {
    let messages = body["messages"].as_array().unwrap();
    let last = messages.last().unwrap()["content"].as_str();
    last.unwrap_or_default().to_owned()
}

/// What the server of the tests says to a question; `None`: nothing of its own.
fn answer_of(question: &str) -> Option<&'static str> {
    Some(match question {
        "Dry reds up to 2000 roubles" => "dry red price<=2000",
        "Rosé wines" => "rose",
        "Wines of the grape саперави" => "varietes~саперави",
        "Sweet wines of Georgia" => "sweet country=Грузия",
        "What will the weather be tomorrow?" => "?\"Which wine?\"",
        question if question.ends_with("Say the whole again.") => "varieties~саперави",
        _ => return None,
    })
}

fn live(runtime: &Runtime, silent_from: usize) -> Server {
    runtime.block_on(Server::start(move |number, body| {
        if number >= silent_from {
            return Reply::Silence;
        }
        let text = answer_of(&last(body)).unwrap_or("white");
        says(&json!({"role": "assistant", "content": text}))
    }))
}

#[test]
fn a_run_that_is_ended_goes_on_where_it_stopped() {
    let runtime = Runtime::new().unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("record.jsonl");
    let asks = |url: &str| {
        let path = path.to_str().unwrap();
        let mut command = eval(&["--endpoint", url, "--model", "m", "--key-env", "CHAT_KEY"]);
        command.args(["--language", "en", "--concurrency", "1", "--format", "json"]);
        command.args(["--repairs", "1", "--record", path]);
        command
    };
    // A plain question and four of the set are answered, then nothing is.
    let server = live(&runtime, 5);
    let mut command = asks(&server.url);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || {
        std::fs::read_to_string(&path)
            .unwrap_or_default()
            .lines()
            .count()
    };
    for _ in 0..600 {
        if lines() == 4 && server.seen().len() == 6 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    // Nobody else writes to the record meanwhile.
    let (code, _, error) = told(&asks(&server.url).output().unwrap());
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("another run writes to it"), "{error}");
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let (code, report, error) = told(&child.wait_with_output().unwrap());
    assert_eq!((code, error.as_str()), (130, ""));
    assert_eq!(report["complete"], json!(false));
    assert_eq!(report["ways"][0]["questions"], json!(4));
    // It was ended in the middle of a line.
    let before = std::fs::read_to_string(&path).unwrap();
    assert!(!before.contains(KEY) && !before.contains("authorization"));
    std::fs::write(&path, format!("{before}{{\"domain\":\"wi")).unwrap();

    let server = live(&runtime, usize::MAX);
    let (code, report, error) = told(&asks(&server.url).output().unwrap());
    assert_eq!((code, error.as_str()), (0, ""));
    // A plain question, eight of the set, and one again.
    let bodies = server.bodies();
    assert_eq!(bodies.len(), 10);
    let again = bodies
        .iter()
        .find(|body| last(body).ends_with("again."))
        .unwrap();
    let roles: Vec<&str> = (again["messages"].as_array().unwrap().iter())
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert!(last(again).contains("`varietes`"), "{}", last(again));
    assert_eq!(report["complete"], json!(true));
    let row = &report["ways"][0];
    assert_eq!((&row["questions"], &row["right"]), (&json!(12), &json!(5)));
    assert_eq!(row["repairs"], json!(1));
    assert_eq!(row["tokens"]["prompt"], json!(13 * 50));
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&before));
    assert_eq!(whole.lines().count(), 13);

    // All is known: nobody is asked but for what was not repaired, and a replay says the same.
    let (code, replay, _) = replayed(&path, &["--repairs", "1"]);
    assert_eq!((code, &replay["ways"]), (0, &report["ways"]));
    let (_, replay, _) = replayed(&path, &[]);
    assert_eq!(replay["ways"][0]["right"], json!(4));
}

#[test]
fn what_is_asked_has_its_card_its_tools_and_its_constraint() {
    let runtime = Runtime::new().unwrap();
    let server = live(&runtime, usize::MAX);
    let held = "grammar,structured_outputs.grammar:lark,tools.custom.format,guided_json,none";
    let mut command = eval(&[
        "--endpoint",
        &server.url,
        "--model",
        "m",
        "--format",
        "text",
    ]);
    command.args([
        "--notation",
        "line,c0.2,strict-tool,tools",
        "--constraint",
        held,
    ]);
    let output = command
        .args(["--limit", "1", "--language", "ru,zh"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let bodies = server.bodies();
    let bodies = &bodies[1..];
    // 4 of the line, 5 of c0.2, one strict tool, one with the tools; each in two languages.
    assert_eq!(bodies.len(), 22);
    let system = |body: &Value| body["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(
        bodies
            .iter()
            .all(|body| system(body).contains("2026-11-26"))
    );
    let with = |key: &str| bodies.iter().filter(|body| body.get(key).is_some()).count();
    assert_eq!(with("grammar"), 4);
    assert_eq!(with("structured_outputs"), 4);
    assert_eq!(with("guided_json"), 2);
    // Two custom tools, one strict tool, the lean tools.
    assert_eq!(with("tools"), 8);
    let lean = bodies
        .iter()
        .find(|body| body["tools"][1].is_object())
        .unwrap();
    assert_eq!(lean["tools"][0]["function"]["name"], json!("search_wines"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("wine: 1 question\n"), "{text}");
}

#[test]
fn what_does_not_fit_is_usage() {
    for (arguments, said) in [
        (
            &["--notation", "line", "--constraint", "guided_json"][..],
            "can hold none",
        ),
        (
            &["--notation", "tools", "--constraint", "grammar"],
            "can hold none",
        ),
        (&["--constraint", "guided_choice"], "no codebook fits there"),
        (
            &["--constraint", "nothing"],
            "or a mechanism: structured_outputs.grammar",
        ),
        (&["--types", "vine"], "there is no type `vine`"),
        (&["--price-in", "dear"], "not a number"),
        (&["--today", "tomorrow"], "YYYY-MM-DD"),
        (&["--replay", "x"], "cannot be used with"),
    ] {
        let mut command = eval(&["--endpoint", "http://127.0.0.1:1/v1", "--model", "m"]);
        let (code, _, error) = told(&command.args(arguments).output().unwrap());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(said), "{said}\n{error}");
    }
}
