//! A server that is asked.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::server::{Reply, Server};
use crate::{KEY, eval, replayed, told};

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
        "Dry reds up to 2000 roubles" => {
            "SELECT * FROM wine WHERE sweetness = 'dry' AND type = 'red' AND price <= 2000"
        }
        "All the rosés there are" => "SELECT * FROM wine WHERE type = 'rose'",
        "What there is of the grape саперави" => {
            "SELECT * FROM wine WHERE varietes = 'саперави'"
        }
        "Sweet wines of Georgia" => {
            "SELECT * FROM wine WHERE sweetness = 'sweet' AND country = 'Грузия'"
        }
        "What will the weather be tomorrow?" => "ASK 'Which wine?'",
        question
            if question
                .ends_with("Write the corrected query, the whole of it and nothing else.") =>
        {
            "SELECT * FROM wine WHERE varieties = 'саперави'"
        }
        _ => return None,
    })
}

fn live(runtime: &Runtime, silent_from: usize) -> Server {
    runtime.block_on(Server::start(move |number, body| {
        if number >= silent_from {
            return Reply::Silence;
        }
        let text = answer_of(&last(body)).unwrap_or("SELECT * FROM wine WHERE type = 'white'");
        says(&json!({"role": "assistant", "content": text}))
    }))
}

/// The server is asked for log-probabilities, and they tell right from wrong.
#[test]
fn confidence_proposes_what_may_be_given() {
    let runtime = Runtime::new().unwrap();
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("record.jsonl");
    let server = runtime.block_on(Server::start(|_, body| {
        let own = answer_of(&last(body));
        let text = own.unwrap_or("SELECT * FROM wine WHERE type = 'white'");
        let logprob = if own.is_some() { -0.125 } else { -2.0 };
        let tokens = json!({"content": [{"logprob": logprob}, {"logprob": 3.0 * logprob}]});
        let choice =
            json!({"message": {"content": text}, "finish_reason": "stop", "logprobs": tokens});
        Reply::json(&json!({"choices": [choice]}))
    }));
    let asks = |format: &str| {
        let url = server.url.as_str();
        let mut command = eval(&["--endpoint", url, "--model", "m", "--language", "en"]);
        command.args(["--record", path.to_str().unwrap(), "--format", format]);
        command.output().unwrap()
    };
    let (code, report, error) = told(&asks("json"));
    assert_eq!((code, error.as_str()), (0, ""));
    let asked = server.bodies();
    assert!(asked.iter().all(|body| body["logprobs"] == json!(true)));
    // Three contracts are right and seven wrong; one question is asked back about rightly, and one wrongly.
    let row = &report["ways"][0];
    assert_eq!(
        (&row["right"], &row["silent_wrong"]),
        (&json!(4), &json!(7))
    );
    let confidence = row["confidence"].as_array().unwrap();
    let floor = |logprob: f64| json!((logprob.exp() * 1e4).floor() / 1e4);
    for (own, name, least) in [
        (&confidence[0], "mean", floor(-0.25)),
        (&confidence[1], "least", floor(-0.375)),
    ] {
        assert_eq!(
            (&own["statistic"], &own["auc"]),
            (&json!(name), &json!(1.0))
        );
        let expected = json!({"least": least, "questions": 12, "answered": 3, "silent_wrong": 0});
        assert_eq!(own["all"], expected);
        let even = (&own["even"]["questions"], &own["even"]["silent_wrong"]);
        assert_eq!(even, (&json!(6), &json!(0)));
    }
    let text = String::from_utf8(asks("text").stdout).unwrap();
    assert!(
        text.contains(" mean   1.000  0.7788   25.0%    0.0%"),
        "{text}"
    );
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
        .find(|body| last(body).contains("Write the corrected query"))
        .unwrap();
    let roles: Vec<&str> = (again["messages"].as_array().unwrap().iter())
        .map(|message| message["role"].as_str().unwrap())
        .collect();
    // Six examples stand between the card and the question.
    assert_eq!(roles.len(), 1 + 2 * 6 + 3);
    assert!(roles.ends_with(&["assistant", "user", "assistant", "user"]));
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
    let held = "response_format.json_schema,guided_json,none";
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
        "sql,c0.2,strict-tool,tools",
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
    // One of SQL, 3 of c0.2, one strict tool, one with the tools; each in two languages.
    assert_eq!(bodies.len(), 12);
    let system = |body: &Value| body["messages"][0]["content"].as_str().unwrap().to_owned();
    assert!(
        bodies
            .iter()
            .all(|body| system(body).contains("2026-11-26"))
    );
    let with = |key: &str| bodies.iter().filter(|body| body.get(key).is_some()).count();
    assert_eq!(with("response_format"), 2);
    assert_eq!(with("guided_json"), 2);
    // One strict tool, the lean tools.
    assert_eq!(with("tools"), 4);
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
            &["--notation", "sql", "--constraint", "guided_json"][..],
            "can hold none",
        ),
        (
            &["--notation", "tools", "--constraint", "guided_json"],
            "can hold none",
        ),
        (
            &["--constraint", "nothing"],
            "or a mechanism: response_format.json_schema",
        ),
        (&["--types", "vine"], "there is no type `vine`"),
        (&["--today", "tomorrow"], "YYYY-MM-DD"),
        (&["--replay", "x"], "cannot be used with"),
    ] {
        let mut command = eval(&["--endpoint", "http://127.0.0.1:1/v1", "--model", "m"]);
        let (code, _, error) = told(&command.args(arguments).output().unwrap());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(said), "{said}\n{error}");
    }
}

#[test]
fn the_only_model_of_a_server_need_not_be_named() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| match body {
        Value::Null => Reply::json(&json!({"data": [{"id": "only"}]})),
        _ => says(&json!({"role": "assistant", "content": "SELECT * FROM wine"})),
    }));
    let asked = [
        "--endpoint",
        &server.url,
        "--limit",
        "1",
        "--format",
        "json",
    ];
    let (_, report, error) = told(&eval(&asked).output().unwrap());
    assert_eq!(report["ways"][0]["model"], json!("only"), "{error}");
}
