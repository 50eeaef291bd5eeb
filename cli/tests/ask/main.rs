//! `cmec ask` as a person runs it: scripted servers and records stand in for a model.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and listens"
)]

#[path = "../../../agent/tests/models/chat_script.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod chat_script;
#[path = "../../../agent/tests/models/chat_server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod chat_server;
#[path = "../common/mod.rs"]
mod common;
mod host;
mod made_up;
mod records;
#[path = "../../../agent/tests/models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;

use std::process::{Command, Output, Stdio};

use chat_script::{Call, Fault, Turn, play};
use common::{cmec, with_cache};
use serde_json::{Value, json};
use server::{Reply, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const KEY: &str = "secret-key-of-a-test";
const QUESTION: &str = "Красное сухое до 2000 к стейку";

/// Exit code, standard output, standard error.
fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().unwrap();
    (code, text(&output.stdout), text(&output.stderr))
}

/// The answer of a server that plays some turns, asked in some way.
fn asked(runtime: &Runtime, turns: Vec<Turn>, more: &[&str]) -> (i32, Value, Server) {
    let server = runtime.block_on(play(turns));
    let mut command = cmec(&[
        "ask",
        QUESTION,
        "--domain",
        "wine",
        "--endpoint",
        &server.url,
    ]);
    command.args(["--model", "m", "--key-env", "CHAT_KEY", "--format", "json"]);
    if !more.contains(&"--strategy") {
        command.args(["--strategy", "tools"]);
    }
    command.args(more).env("CHAT_KEY", KEY);
    let (code, text, error) = told(&command.output().unwrap());
    assert_eq!(error, "");
    (code, serde_json::from_str(&text).unwrap(), server)
}

#[test]
fn a_model_that_calls_a_tool_is_answered_and_answers() {
    let runtime = Runtime::new().unwrap();
    let call = Call::of("search_wines", r#"{"wine_type":"red","price_max":2000}"#);
    let turns = vec![
        Turn::Calls(vec![call]),
        Turn::Says("Есть красные до {{q.1}} ₽, от {{r1.price_rub}}."),
    ];
    let (code, answer, server) = asked(&runtime, turns, &[]);
    assert_eq!((code, &answer["kind"]), (0, &json!("text")));
    let price = &answer["response"]["rows"][0]["values"]["wine.price_rub"];
    let text = format!("Есть красные до 2000 ₽, от {price} ₽.");
    assert_eq!(answer["text"], json!(text));
    assert_eq!(
        answer["intents"],
        json!(["SELECT * FROM wine WHERE type = 'red' AND price <= 2000"])
    );
    assert_eq!(answer["tokens"]["prompt"], json!(20));
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    let tools = seen[0].body["tools"].as_array().unwrap().iter();
    let tools: Vec<&str> = tools
        .map(|tool| tool["function"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(tools, ["search_wines", "semantic_search"]);
    let sent = format!("authorization: Bearer {KEY}");
    assert!(seen.iter().all(|seen| seen.headers.contains(&sent)));
    let messages = seen[1].body["messages"].as_array().unwrap();
    let result: Value = serde_json::from_str(messages[3]["content"].as_str().unwrap()).unwrap();
    assert_eq!(
        result["filters_applied"],
        json!({"wine_type": "red", "price_max": 2000})
    );
    assert_eq!(result["wines"][1]["row"], json!("r2"));
}

#[test]
fn the_tool_that_takes_sql_is_offered_by_option() {
    let runtime = Runtime::new().unwrap();
    let call = || {
        Call::of(
            "ask_wine",
            r#"{"sql":"SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' AND price <= 2000"}"#,
        )
    };
    let turns = || vec![Turn::Calls(vec![call()]), Turn::Says("Есть.")];
    let (_, without, _) = asked(&runtime, turns(), &[]);
    // The list alone was made.
    assert_eq!(without["intents"], json!(["SELECT * FROM wine"]));
    let (_, with, server) = asked(&runtime, turns(), &["--ask-tool"]);
    assert_eq!(
        with["intents"],
        json!(["SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' AND price <= 2000"])
    );
    assert_eq!(server.seen()[0].body["tools"].as_array().unwrap().len(), 3);
}

#[test]
fn every_end_has_its_exit_code() {
    let runtime = Runtime::new().unwrap();
    let sql = &["--strategy", "sql"][..];
    let cases = [
        (
            vec![Turn::Says(
                "SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' AND price <= 2000",
            )],
            sql,
            0,
            "rows",
        ),
        (
            vec![Turn::Says("SELECT * FROM wine WHERE country = 'Атлантида'")],
            sql,
            5,
            "rows",
        ),
        (vec![Turn::Says("ASK 'Какое?'")], sql, 3, "question"),
        (
            vec![Turn::Says("[]"), Turn::Says("[]")],
            sql,
            4,
            "not_understood",
        ),
        (vec![Turn::Fails(Fault::Error)], sql, 5, "list"),
        (
            vec![Turn::Refuses("no"), Turn::Refuses("no")],
            &[],
            5,
            "list",
        ),
        (
            vec![Turn::Refuses("no"), Turn::Says("Вот список.")],
            &[],
            5,
            "text",
        ),
        (vec![Turn::Says("За 123 ₽.")], &[], 5, "list"),
    ];
    for (turns, more, code, kind) in cases {
        let (exit, answer, _) = asked(&runtime, turns, more);
        assert_eq!((exit, &answer["kind"]), (code, &json!(kind)));
    }
}

/// An answer whose tokens are less likely than they have to be is asked back about, in words, and not run.
#[test]
fn an_intent_that_is_not_sure_enough_is_asked_back_about() {
    let runtime = Runtime::new().unwrap();
    let sql = "SELECT * FROM wine WHERE type = 'red' AND price <= 2000 LIMIT 3";
    let server = |logprobs: Value| {
        let choice =
            json!({"message": {"content": sql}, "finish_reason": "stop", "logprobs": logprobs});
        runtime.block_on(Server::start(move |_, _| {
            Reply::json(&json!({"choices": [choice]}))
        }))
    };
    let half = json!({"content": [{"logprob": 0.5_f64.ln()}]});
    let ask = |server: &Server, least: &str, more: &[&str]| {
        let url = server.url.as_str();
        let mut command = cmec(&["ask", QUESTION, "--domain", "wine", "--endpoint", url]);
        command.args(["--model", "m", "--least-confidence", least]);
        told(&command.args(more).output().unwrap())
    };
    let of_half = server(half);
    let (code, text, error) = ask(&of_half, "0.6", &["--format", "json"]);
    assert_eq!((code, error.as_str()), (3, ""));
    assert_eq!(of_half.bodies()[0]["logprobs"], json!(true));
    // A person answers it: the model is not asked again.
    assert_eq!(of_half.bodies().len(), 1);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&answer["kind"], &answer["intents"]),
        (&json!("question"), &json!([sql]))
    );
    let reasons = &answer["response"]["reasons"];
    assert_eq!(reasons, &json!(["confidence_low"]));
    let question = answer["response"]["summary"].as_str().unwrap();
    let meant = "Верно ли понят вопрос: найти объекты: вино; тип вина равно красное; цена не больше 2000; строк не больше 3?";
    assert_eq!(question, meant);
    let (code, text, _) = ask(&of_half, "0.4", &["--format", "json"]);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &answer["kind"]), (0, &json!("rows")));
    assert_eq!(answer["confidence"]["least"], json!(0.5_f64.ln()));
    let (_, text, _) = ask(&of_half, "0.4", &["--format", "text", "--explain"]);
    assert!(
        text.contains(", probability 0.5000 (of its least token 0.5000)"),
        "{text}"
    );

    let (code, text, error) = ask(&server(Value::Null), "0", &["--format", "text"]);
    assert_eq!(code, 3);
    assert!(text.starts_with(meant), "{text}");
    assert!(error.contains("no log-probabilities"), "{error}");
    for wrong in [
        &["2", "--strategy", "sql"][..],
        &["0.5", "--strategy", "tools"],
    ] {
        assert_eq!(ask(&of_half, wrong[0], &wrong[1..]).0, 2);
    }
}

#[test]
fn an_intent_that_can_no_longer_be_valid_is_not_waited_for() {
    let runtime = Runtime::new().unwrap();
    // It is no JSON, whatever follows.
    let turns = vec![
        Turn::Says(r#"{"s":"IS" "tg":["wine"],"Q":{"txt":"a long text that nobody waits for"}}"#),
        Turn::Says(r#"{"s":"IS","tg":["wine"]}"#),
    ];
    let case = TempDir::new().unwrap();
    let file = case.path().join("case.jsonl");
    let file = file.to_str().unwrap();
    let (code, _, _) = asked(&runtime, turns, &["--strategy", "c0.2", "--save", file]);
    assert_eq!(code, 0);
    let saved = std::fs::read_to_string(file).unwrap();
    let first: Value = serde_json::from_str(saved.lines().next().unwrap()).unwrap();
    let first = &first["answer"];
    assert_eq!(first["finish"], json!("stopped"));
    assert!(first["text"].as_str().unwrap().len() < 20, "{first}");
}

#[test]
fn what_doctor_found_holds_an_intent() {
    let runtime = Runtime::new().unwrap();
    let cache = TempDir::new().unwrap();
    // A server that enforces everything; what is no canary it answers with SQL.
    let server = runtime.block_on(Server::start(|_, body| {
        let messages = body["messages"].as_array().unwrap();
        match messages.len() {
            1 => chat_server::enforcing(body, |_| true),
            _ => chat_server::says(
                None,
                "SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry'",
            ),
        }
    }));
    let doctor = with_cache(
        &cache,
        &["doctor", "--endpoint", &server.url, "--model", "m"],
    );
    assert_eq!(told(&{ doctor }.output().unwrap()).0, 0);
    // What the model is sent first.
    let sent = |strategy: &str, code: Option<i32>| {
        let examined = server.seen().len();
        let mut ask = with_cache(&cache, &["ask", QUESTION, "--domain", "wine"]);
        ask.args([
            "--endpoint",
            &server.url,
            "--model",
            "m",
            "--strategy",
            strategy,
        ]);
        let ended = ask
            .args(["--format", "json"])
            .output()
            .unwrap()
            .status
            .code();
        assert!(ended.is_some() && code.is_none_or(|code| ended == Some(code)));
        server.seen()[examined].body.clone()
    };
    // Nothing holds SQL.
    let body = sent("sql", Some(0));
    assert!(body.get("response_format").is_none(), "{body}");
    let body = sent("c0.2", None);
    assert_eq!(body["response_format"]["type"], json!("json_schema"));
    // Tools are held by strict mode, where every argument is said.
    let body = sent("tools", None);
    let tool = &body["tools"][0]["function"];
    assert_eq!(tool["strict"], json!(true));
    let required = tool["parameters"]["required"].as_array().unwrap();
    assert!(required.len() > 5, "{tool}");
}

/// A server with one model answers to any name; without a name that model is asked.
#[test]
fn what_doctor_found_of_the_only_model_is_used_by_any_name() {
    let runtime = Runtime::new().unwrap();
    let cache = TempDir::new().unwrap();
    let listed = std::sync::Arc::new(std::sync::Mutex::new(vec!["m.gguf"]));
    let names = std::sync::Arc::clone(&listed);
    let server = runtime.block_on(Server::start(move |_, body| {
        if body.is_null() {
            let names = names.lock().unwrap();
            let data: Vec<Value> = names.iter().map(|name| json!({"id": name})).collect();
            return server::Reply::json(&json!({"data": data}));
        }
        match body["messages"].as_array().unwrap().len() {
            1 => chat_server::enforcing(body, |_| true),
            _ => chat_server::says(None, r#"{"s":"IS","tg":["wine"]}"#),
        }
    }));
    let doctor = with_cache(&cache, &["doctor", "--endpoint", &server.url]);
    assert_eq!(told(&{ doctor }.output().unwrap()).0, 0);
    let ask = |model: &[&str]| {
        let mut ask = with_cache(
            &cache,
            &["ask", QUESTION, "--domain", "wine", "--strategy", "c0.2"],
        );
        ask.args(["--endpoint", &server.url, "--limit", "1"])
            .args(model);
        told(&ask.output().unwrap())
    };
    for (model, name) in [(&["--model", "any"][..], "any"), (&[], "m.gguf")] {
        assert_eq!(ask(model).0, 0);
        let sent = server.seen().pop().unwrap().body;
        assert_eq!(sent["model"], json!(name));
        assert_eq!(sent["response_format"]["type"], json!("json_schema"));
    }
    // Of several it is not known which of them another name means.
    *listed.lock().unwrap() = vec!["m.gguf", "other"];
    assert_eq!(ask(&["--model", "any"]).0, 0);
    let sent = server.seen().pop().unwrap().body;
    assert!(sent.get("response_format").is_none(), "{sent}");
    let (code, _, error) = ask(&[]);
    assert_eq!(code, 2);
    assert!(error.contains("2 models: `m.gguf`, `other`"), "{error}");
}

#[test]
fn wrong_usage_is_told() {
    for (arguments, words) in [
        (&["ask", "q", "--domain", "wine"][..], "--endpoint"),
        (&["ask", " ", "--domain", "wine", "--replay", "x"], "x"),
        (
            &["ask", "q", "--domain", "wine", "--endpoint", "http://h/v1"],
            "--model",
        ),
        (
            &[
                "ask",
                "q",
                "--domain",
                "wine",
                "--endpoint",
                "u",
                "--model",
                "m",
            ],
            "--endpoint",
        ),
        (
            &[
                "ask",
                "q",
                "--domain",
                "wine",
                "--endpoint",
                "http://h/v1",
                "--model",
                "m",
                "--constraint",
                "guided_json",
            ],
            "--strategy sql",
        ),
    ] {
        let (code, _, error) = told(&cmec(arguments).output().unwrap());
        assert!([1, 2].contains(&code), "{arguments:?}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}

/// One loop for every domain: the tool that takes SQL, where a codebook shapes none by hand.
#[test]
fn every_domain_is_asked_in_the_same_loop() {
    let runtime = Runtime::new().unwrap();
    for (domain, sql) in [
        (
            "address",
            "SELECT * FROM account_balance WHERE account = '62' AND date = '2026-03-31'",
        ),
        (
            "enterprise",
            "SELECT * FROM enterprise WHERE city = '苏州' LIMIT 3",
        ),
        (
            "mind",
            "SELECT MATCH('определение тезиса', kind => 'definition')",
        ),
    ] {
        let call = Call::of(&format!("ask_{domain}"), &json!({"sql": sql}).to_string());
        let turns = vec![Turn::Calls(vec![call]), Turn::Says("Вот что нашлось.")];
        let server = runtime.block_on(play(turns));
        let mut command = cmec(&["ask", "?", "--domain", domain, "--strategy", "tools"]);
        command.args([
            "--endpoint",
            &server.url,
            "--model",
            "m",
            "--format",
            "json",
        ]);
        let (code, text, error) = told(&command.output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{domain}");
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["text"], json!("Вот что нашлось."), "{domain}");
        let rows = answer["response"]["rows"].as_array().unwrap();
        assert!(!rows.is_empty(), "{domain}");
        let result = &server.seen()[1].body["messages"][3]["content"];
        let result: Value = serde_json::from_str(result.as_str().unwrap()).unwrap();
        assert_eq!(result["found"], json!(rows.len()), "{domain}");
    }
}

/// A model that says nothing is not waited for by a person who does not want to.
#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(play(vec![Turn::Fails(Fault::Stall)]));
    let mut command = cmec(&[
        "ask",
        QUESTION,
        "--domain",
        "wine",
        "--endpoint",
        &server.url,
    ]);
    command.args(["--model", "m", "--format", "json"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while server.seen().is_empty() {
        std::thread::yield_now();
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let (code, text, error) = told(&child.wait_with_output().unwrap());
    assert_eq!((code, text.as_str()), (130, ""));
    assert!(!error.contains('\u{1b}'), "{error}");
}
