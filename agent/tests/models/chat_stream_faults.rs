//! Chat: how providers fail while an answer comes in pieces.

use std::time::{Duration, Instant};

use cmec_agent::chat::http::{ChatSettings, HttpChat};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::chat_script::events;
use super::chat_stream::hear;
use super::server::{Reply, Server, Step};
use super::{LONG, chat, model_server};

/// Too short for what never comes.
pub(crate) const SHORT: Duration = Duration::from_millis(200);

/// What a first event may say without a piece.
const ROLE: &str =
    "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";

const HALF: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"half\"}}]}\n\n";

const STOP: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

/// A model that may be silent for a short time.
pub(crate) fn impatient(server: &Server) -> HttpChat {
    let settings = ChatSettings {
        idle: SHORT,
        ..ChatSettings::new("c".to_owned())
    };
    HttpChat::new(model_server(server), settings)
}

fn send(body: &str) -> Step {
    Step::Send(body.as_bytes().to_vec())
}

/// What is told of an answer that is none, and what was heard of it; it is asked for once.
async fn told(
    steps: fn() -> Vec<Step>,
    model: impl Fn(&Server) -> HttpChat,
) -> (ModelError, Vec<String>) {
    let server = Server::start(move |_, _| Reply::Events(steps())).await;
    let (answer, heard) = hear(&model(&server), LONG).await;
    assert_eq!(server.bodies().len(), 1);
    (answer.unwrap_err(), heard)
}

#[tokio::test]
async fn half_an_answer_is_none_and_is_not_asked_for_again() {
    for steps in [
        (|| vec![send(HALF)]) as fn() -> Vec<Step>,
        || vec![send(HALF), Step::Close],
        || vec![send(HALF), send("data: {\"choices\":[{\"delta\":{\"cont")],
    ] {
        let (error, heard) = told(steps, chat).await;
        assert_eq!(
            (error.code(), heard.concat().as_str()),
            ("model_unreachable", "half"),
            "{error}"
        );
    }
    let (error, heard) = told(|| vec![send(HALF), Step::Silence], impatient).await;
    assert_eq!(
        (error, heard.concat().as_str()),
        (ModelError::Stalled(SHORT), "half")
    );
}

#[tokio::test]
async fn what_failed_before_anything_was_heard_is_asked_for_again() {
    let server = Server::start(|number, _| match number {
        0 => Reply::status(429, "busy"),
        1 => Reply::Closed,
        2 => Reply::Events(vec![Step::Close]),
        3 => Reply::events(""),
        4 => Reply::events(ROLE),
        5 => Reply::Events(vec![send(ROLE), Step::Silence]),
        6 => Reply::Events(vec![send(ROLE), Step::Close]),
        _ => Reply::events(&format!("{HALF}{STOP}")),
    })
    .await;
    let (answer, heard) = hear(&impatient(&server), LONG).await;
    assert_eq!(answer.unwrap().text.as_deref(), Some("half"));
    assert_eq!((heard, server.bodies().len()), (vec!["half".to_owned()], 8));
}

#[tokio::test]
async fn a_silence_is_borne_before_the_first_event_and_behind_the_last() {
    // Comments are no events: only the time of the whole ends it.
    let server = Server::start(|_, _| Reply::Events(vec![send(": wait\n\n"), Step::Silence])).await;
    let within = SHORT * 2;
    let since = Instant::now();
    let (answer, _) = hear(&impatient(&server), within).await;
    assert_eq!(answer, Err(ModelError::Timeout(within)));
    assert!((within..LONG / 2).contains(&since.elapsed()));
    assert_eq!(server.bodies().len(), 1);
    // The answer is whole, and its cost never comes; neither its idle time nor the time of all takes it away.
    let soon = SHORT * 3;
    for within in [LONG, soon] {
        let server =
            Server::start(|_, _| Reply::Events(vec![send(HALF), send(STOP), Step::Silence])).await;
        let (answer, _) = match within == LONG {
            true => hear(&impatient(&server), within).await,
            false => hear(&chat(&server), within).await,
        };
        assert_eq!(answer.unwrap().text.as_deref(), Some("half"), "{within:?}");
    }
    // The time of all ends what was begun, whatever failed before.
    let server = Server::start(|number, _| match number {
        0 => Reply::status(500, "flaw"),
        _ => Reply::Events(vec![send(HALF), Step::Silence]),
    })
    .await;
    let (answer, _) = hear(&chat(&server), soon).await;
    assert_eq!(answer, Err(ModelError::Timeout(soon)));
}

/// The time of an answer counts from its first event: what reads a long prompt is borne, and what then has no end is not.
#[tokio::test]
async fn the_time_of_an_answer_counts_from_its_first_event() {
    let hasty = |server: &Server| {
        let settings = ChatSettings {
            answer_within: SHORT,
            ..ChatSettings::new("c".to_owned())
        };
        HttpChat::new(model_server(server), settings)
    };
    let server = Server::start(|_, _| Reply::Events(vec![send(": wait\n\n"), Step::Silence])).await;
    let within = SHORT * 2;
    let (answer, _) = hear(&hasty(&server), within).await;
    assert_eq!(answer, Err(ModelError::Timeout(within)));
    let (error, heard) = told(|| vec![send(HALF), Step::Silence], hasty).await;
    assert_eq!(
        (error, heard.concat().as_str()),
        (ModelError::Timeout(SHORT), "half")
    );
}

#[tokio::test]
async fn an_error_within_a_stream_is_a_refusal() {
    for (error, words) in [
        (
            "data: {\"error\":{\"message\":\"no\\u001b room\"}}",
            "{\"message\":\"no\\u001b room\"}",
        ),
        (
            "data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],\"error\":{\"code\":502}}",
            "{\"code\":502}",
        ),
        (
            "data: {\"object\":\"error\",\"code\":400}",
            "{\"object\":\"error\",\"code\":400}",
        ),
        ("event: error\ndata: no\u{1b}[2J room", "no [2J room"),
        ("error: {\"code\":500}", "{\"code\":500}"),
    ] {
        let body = format!("{HALF}{error}\n\ndata: [DONE]\n\n");
        let server = Server::start(move |_, _| Reply::events(&body)).await;
        let (answer, heard) = hear(&chat(&server), LONG).await;
        assert_eq!(
            answer,
            Err(ModelError::Refused(words.to_owned())),
            "{error}"
        );
        assert_eq!(
            (heard.concat().as_str(), server.bodies().len()),
            ("half", 1)
        );
    }
}

#[tokio::test]
async fn a_stream_that_is_no_answer_is_told() {
    let call = |delta: Value| json!({"choices": [{"delta": {"tool_calls": [delta]}}]});
    let find = |arguments: Value| json!({"name": "find", "arguments": arguments});
    let begun = |id: Value, name: &str| {
        call(json!({"index": 0, "id": id, "function": {"name": name, "arguments": "{}"}}))
    };
    let many: Vec<Value> = (0..129)
        .map(|index| json!({"index": index, "id": "a"}))
        .collect();
    let long = "i".repeat(1_025);
    for (chunks, why) in [
        (vec![], "it has no text, no call and no refusal"),
        (
            vec![json!({"choices": [{"delta": {"content": 5}}]})],
            "`content` is neither a text",
        ),
        (
            vec![json!({"choices": [{"delta": {"refusal": []}}]})],
            "expected a string",
        ),
        (vec![json!({"choices": 5})], "invalid type: integer"),
        (vec![call(json!({"index": -1}))], "invalid value"),
        (
            vec![begun(json!(long), "find")],
            "the id of a call has 1025 bytes",
        ),
        (
            vec![begun(json!("a\u{1b}"), "find")],
            "the id of a call has a character that is not seen",
        ),
        (
            vec![begun(json!("a"), "\u{1b}[2J")],
            "the name of a tool has a character",
        ),
        (
            vec![begun(json!("a"), "find"), begun(json!("a"), "look")],
            "a call has two names",
        ),
        (
            vec![call(
                json!({"index": 0, "id": "a", "function": find(json!({}))}),
            )],
            "invalid type: map",
        ),
        (
            vec![json!({"choices": [{"delta": {"tool_calls": many}, "finish_reason": "stop"}]})],
            "it has 129 calls, and 128 are the most",
        ),
    ] {
        let body = events(&chunks);
        let server = Server::start(move |_, _| Reply::events(&body)).await;
        match hear(&chat(&server), LONG).await.0 {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{chunks:?}: {said}"),
            other => panic!("{chunks:?}: {other:?}"),
        }
        assert_eq!(server.bodies().len(), 1, "{chunks:?}");
    }
    for (body, why) in [
        (
            "data: <html>\n\n".to_owned(),
            "it cannot be read: expected value",
        ),
        (
            format!("data: {}\n\n", "[".repeat(300)),
            "it cannot be read",
        ),
        (
            format!("data: {{\"usage\":{}\n\n", "[".repeat(300)),
            "recursion limit exceeded",
        ),
        (
            format!("data: {}\n\n", "x".repeat(4 << 20)),
            "an event of it is longer than 4194304 bytes",
        ),
        (
            format!(":{}", "x".repeat(4 << 20)),
            "an event of it is longer than 4194304 bytes",
        ),
    ] {
        let server = Server::start(move |_, _| Reply::events(&body)).await;
        match hear(&chat(&server), LONG).await.0 {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{said}"),
            other => panic!("{why}: {other:?}"),
        }
    }
    let broken = || {
        [
            b"data: {\"choices\":[{\"delta\":{\"content\":\"\xff".as_slice(),
            b"\"}}]}\n\n",
        ]
        .concat()
    };
    let server = Server::start(move |_, _| Reply::Events(vec![Step::Send(broken())])).await;
    let (answer, _) = hear(&chat(&server), LONG).await;
    assert_eq!(answer.unwrap_err().code(), "model_malformed");
}

#[tokio::test]
async fn a_stream_that_does_not_end_is_not_read_on() {
    let comment = format!(":{}\n", "x".repeat((1 << 20) - 2));
    let server =
        Server::start(move |_, _| Reply::Events((0..65).map(|_| send(&comment)).collect())).await;
    match hear(&chat(&server), LONG).await.0 {
        Err(ModelError::Malformed(said)) => assert_eq!(said, "it is longer than 67108864 bytes"),
        other => panic!("{other:?}"),
    }
}
