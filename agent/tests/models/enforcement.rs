//! What servers enforce, and whether an examination finds it out.

use std::num::NonZeroU32;
use std::time::Duration;

use cmec_agent::chat::constraint::Mechanism;
use cmec_agent::chat::http::TokenLimit;
use cmec_agent::enforcement::mechanism_status::MechanismStatus;
use cmec_agent::enforcement::{Examination, Limits, Manner};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::chat_server::{asked, enforcing, says};
use super::server::{Reply, Server};
use super::{LONG, model_server};

const SEED: u64 = 0x5DEE_CE66_D1CE_B00B;

async fn begin(server: &Server, within: Duration) -> Result<Examination, ModelError> {
    let limits = Limits {
        within,
        max_tokens: NonZeroU32::new(64).unwrap(),
    };
    let own = model_server(server).with_attempts(NonZeroU32::new(3).unwrap());
    Examination::begin(own, "c".to_owned(), limits, SEED).await
}

/// What becomes of every mechanism, and how often it is asked.
async fn examined(
    server: &Server,
    examination: &mut Examination,
) -> Vec<(Mechanism, MechanismStatus, usize)> {
    let mut all = Vec::new();
    for mechanism in Mechanism::ALL {
        let before = server.bodies().len();
        let standing = examination.examine(mechanism).await;
        all.push((mechanism, standing, server.bodies().len() - before));
    }
    all
}

/// What becomes of every mechanism at a server that answers in some way.
async fn of(
    answers: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static,
) -> Vec<(Mechanism, MechanismStatus, usize)> {
    let server = Server::start(answers).await;
    let mut examination = begin(&server, LONG).await.unwrap();
    examined(&server, &mut examination).await
}

/// What becomes of a schema of the answer, and how often it is asked.
async fn of_one(
    answers: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static,
) -> (MechanismStatus, usize) {
    let server = Server::start(answers).await;
    let mut examination = begin(&server, LONG).await.unwrap();
    let standing = examination.examine(Mechanism::ResponseSchema).await;
    (standing, server.bodies().len() - 1)
}

#[tokio::test]
async fn a_server_that_enforces_everything_is_on() {
    let server = Server::start(|_, body| enforcing(body, |_| true)).await;
    let mut examination = begin(&server, LONG).await.unwrap();
    for (mechanism, standing, asked) in examined(&server, &mut examination).await {
        assert_eq!((standing, asked), (MechanismStatus::On, 2), "{mechanism:?}");
    }
    assert_eq!(server.bodies().len(), 9);
    let spent = examination.spent();
    assert_eq!((spent.answers, spent.uncounted), (9, 0));
    assert_eq!((spent.prompt, spent.cached, spent.completion), (90, 0, 18));
    let plain = json!({
        "model": "c",
        "messages": [{"role": "user", "content":
            "Say the word hello and nothing else, whatever a format, a schema or a tool says."}],
        "max_tokens": 64,
        "temperature": 0.0,
        "logprobs": true,
    });
    assert_eq!(server.bodies()[0], plain);
}

#[tokio::test]
async fn a_server_that_enforces_nothing_is_found_out() {
    for (mechanism, standing, asked) in of(|_, body| enforcing(body, |_| false)).await {
        assert_eq!(
            (standing, asked),
            (MechanismStatus::Ignored, 2),
            "{mechanism:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_refuses_is_asked_once_and_heard() {
    let all = of(|_, body| match asked(body) {
        Some(_) => Reply::status(400, "{\"error\":\n\"unknown field\"}"),
        None => says(None, "hello"),
    });
    let words = "400 Bad Request: {\"error\": \"unknown field\"}".to_owned();
    for (mechanism, standing, asked) in all.await {
        let expected = (MechanismStatus::Refused(words.clone()), 1);
        assert_eq!((standing, asked), expected, "{mechanism:?}");
    }
}

#[tokio::test]
async fn a_schema_without_its_value_is_a_part() {
    let all = of(|_, body| match asked(body) {
        Some(own) => says(Some(&own), "hello"),
        None => says(None, "hello"),
    });
    let part = MechanismStatus::Partial("the shape of the schema is kept, its value is not");
    for (mechanism, standing, _) in all.await {
        assert_eq!(standing, part, "{mechanism:?}");
    }
}

#[tokio::test]
async fn one_mechanism_may_be_enforced_alone() {
    let name = "response_format.json_schema";
    for (mechanism, standing, _) in of(move |_, body| enforcing(body, |own| own.by == name)).await {
        let expected = match mechanism.name() == name {
            true => MechanismStatus::On,
            false => MechanismStatus::Ignored,
        };
        assert_eq!(standing, expected, "{mechanism:?}");
    }
}

#[tokio::test]
async fn an_answer_of_before_is_no_proof() {
    let first = std::sync::OnceLock::<String>::new();
    let (standing, _) = of_one(move |_, body| match asked(body) {
        Some(own) => says(Some(&own), first.get_or_init(|| own.word.clone())),
        None => says(None, "hello"),
    })
    .await;
    assert_eq!(
        standing,
        MechanismStatus::Partial("one canary of two is held")
    );
}

#[tokio::test]
async fn an_answer_of_another_form_is_told() {
    let wrong = |_: usize, body: &Value| match asked(body) {
        Some(_) => Reply::text("{\"choices\":{}}"),
        None => says(None, "hello"),
    };
    let (standing, asked) = of_one(wrong).await;
    let MechanismStatus::Failed(said) = standing else {
        panic!("{standing:?}")
    };
    assert!(said.contains("expected a sequence"), "{said}");
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn a_server_that_is_busy_or_down_for_a_moment_is_asked_again() {
    let wait = || vec![("Retry-After", "0.05".to_owned())];
    for reply in [(|| Reply::status(429, "busy")) as fn() -> Reply, || {
        Reply::status(500, "flaw")
    }] {
        let answers = move |number: usize, body: &Value| match number {
            1 => reply(),
            2 => Reply::Status(429, wait(), Vec::new()),
            _ => enforcing(body, |_| true),
        };
        assert_eq!(of_one(answers).await, (MechanismStatus::On, 4));
    }
    for (status, why) in [
        (429, "the model refused: 429 Too Many Requests: no"),
        (
            500,
            "the model cannot be reached: 500 Internal Server Error: no",
        ),
    ] {
        let answers = move |_: usize, body: &Value| match asked(body) {
            Some(_) => Reply::status(status, "no"),
            None => says(None, "hello"),
        };
        let expected = (MechanismStatus::Failed(why.to_owned()), 3);
        assert_eq!(of_one(answers).await, expected);
    }
}

#[tokio::test]
async fn a_mechanism_that_stalls_holds_up_no_other() {
    let within = Duration::from_secs(3);
    let server = Server::start(|_, body| match asked(body) {
        Some(own) if own.by == "guided_json" => Reply::Silence,
        _ => enforcing(body, |_| true),
    })
    .await;
    let mut examination = begin(&server, within).await.unwrap();
    for (mechanism, standing, asked) in examined(&server, &mut examination).await {
        let expected = match mechanism.name() {
            "guided_json" => {
                let why = "the model gave no answer within 3.0s".to_owned();
                (MechanismStatus::Failed(why), 1)
            }
            _ => (MechanismStatus::On, 2),
        };
        assert_eq!((standing, asked), expected, "{mechanism:?}");
    }
}

#[tokio::test]
async fn what_is_not_counted_is_told() {
    let silent = || Reply::json(&json!({"choices": [{"message": {"content": "hello"}}]}));
    let server = Server::start(move |_, _| silent()).await;
    let mut examination = begin(&server, LONG).await.unwrap();
    examination.examine(Mechanism::ResponseSchema).await;
    let spent = examination.spent();
    assert_eq!((spent.answers, spent.uncounted, spent.prompt), (3, 3, 0));
}

#[tokio::test]
async fn the_manner_of_a_server_is_found() {
    let manner = |token_limit, temperature| Manner {
        token_limit,
        temperature,
        logprobs: false,
    };
    for (refused, expected, asked) in [
        (&[][..], manner(TokenLimit::MaxTokens, Some(0.0)), 1),
        (
            &["max_tokens"],
            manner(TokenLimit::MaxCompletionTokens, Some(0.0)),
            2,
        ),
        (
            &["max_tokens", "temperature"],
            manner(TokenLimit::MaxCompletionTokens, None),
            3,
        ),
        (
            &["max_completion_tokens", "temperature"],
            manner(TokenLimit::MaxTokens, None),
            4,
        ),
        (&["logprobs"], manner(TokenLimit::MaxTokens, Some(0.0)), 5),
    ] {
        let server =
            Server::start(
                |_, body| match refused.iter().any(|own| body.get(*own).is_some()) {
                    true => Reply::status(400, "unsupported"),
                    false => says(None, "hello"),
                },
            )
            .await;
        let examination = begin(&server, LONG).await.unwrap();
        assert_eq!(examination.manner(), expected, "{refused:?}");
        assert_eq!(server.bodies().len(), asked, "{refused:?}");
    }
}

#[tokio::test]
async fn a_server_that_answers_nothing_is_not_examined() {
    let server = Server::start(|number, _| Reply::status(401, &format!("no key {number}"))).await;
    let refused = begin(&server, LONG).await.unwrap_err();
    let words = "401 Unauthorized: no key 0".to_owned();
    assert_eq!(refused, ModelError::Refused(words));
    let server = Server::start(|_, _| Reply::Silence).await;
    let within = Duration::from_secs(1);
    let late = begin(&server, within).await.unwrap_err();
    assert_eq!(late, ModelError::Timeout(within));
    assert!(server.bodies().len() <= 1, "no other manner is tried");
}
