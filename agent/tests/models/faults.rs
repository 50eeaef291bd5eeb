//! The faults of a server and of a connection: what is asked again, how long, and what is told.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use cmec_executor::ports::embedder::http::HttpEmbedder;
use cmec_executor::ports::embedder::{Embedder, Purpose};
use cmec_executor::ports::http_client::{Authorization, Secret, ServerAddressError};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::ModelServer;
use serde_json::json;
use tokio::net::TcpListener;

use super::server::{Reply, Server};
use super::{LONG, embedder, model_server, settings};

/// Too short for an answer that never comes.
const SHORT: Duration = Duration::from_millis(200);

/// A secret that no answer holds by chance.
const TOKEN: &str = "t0ken-2f9c";

fn good() -> Reply {
    Reply::json(&json!({"data": [{"index": 0, "embedding": [1, 0]}]}))
}

/// What comes of one question, as a code, and its words.
async fn told(embedder: &HttpEmbedder, within: Duration) -> (&'static str, String) {
    match embedder.embed(&["a"], Purpose::Question, within).await {
        Ok(vectors) => ("", format!("{vectors:?}")),
        Err(error) => (error.code(), error.to_string()),
    }
}

#[tokio::test]
async fn what_passes_is_asked_again() {
    let statuses = [429, 500, 502, 503, 504];
    let server = Server::start(move |number, _| match number {
        0..5 => Reply::status(statuses[number], "busy"),
        5 => Reply::Closed,
        6 => Reply::Cut,
        _ => good(),
    })
    .await;
    let (code, said) = told(&embedder(&server), LONG).await;
    assert_eq!((code, server.bodies().len()), ("", 8), "{said}");
}

#[tokio::test]
async fn what_does_not_pass_is_told_at_once() {
    let long = "ж".repeat(300);
    let cut = format!("{}…", "ж".repeat(200));
    for (reply, code, expected) in [
        (
            (400, "{\"message\":\n \"too long\"}"),
            "model_refused",
            "the model refused: 400 Bad Request: {\"message\": \"too long\"}",
        ),
        (
            (401, ""),
            "model_refused",
            "the model refused: 401 Unauthorized",
        ),
        (
            (404, "\u{1b}[31mno\u{202e}"),
            "model_refused",
            "404 Not Found: [31mno",
        ),
        ((422, long.as_str()), "model_refused", cut.as_str()),
        ((501, "no"), "model_refused", "501 Not Implemented: no"),
        (
            (400, "password=abc"),
            "model_refused",
            "400 Bad Request: password=***",
        ),
    ] {
        let (status, body) = (reply.0, reply.1.to_owned());
        let server = Server::start(move |_, _| Reply::status(status, &body)).await;
        let told = told(&embedder(&server), LONG).await;
        assert_eq!((told.0, server.bodies().len()), (code, 1), "{told:?}");
        assert!(told.1.ends_with(expected), "{told:?}");
    }
}

#[tokio::test]
async fn a_server_may_say_when_to_ask_again() {
    let least = Duration::from_millis(300);
    let busy = |wanted: &str| {
        Reply::Status(
            429,
            vec![("Retry-After", wanted.to_owned())],
            b"busy".to_vec(),
        )
    };
    let server = Server::start(move |number, _| match number {
        0 => busy("0.3"),
        _ => good(),
    })
    .await;
    assert_eq!(told(&embedder(&server), LONG).await.0, "");
    let seen = server.seen();
    assert_eq!(seen.len(), 2);
    assert!(seen[1].at - seen[0].at >= least);
    // There is no time to wait that long, so nobody waits.
    let server = Server::start(move |_, _| busy("3600")).await;
    let since = Instant::now();
    let (code, said) = told(&embedder(&server), LONG).await;
    assert!(since.elapsed() < LONG / 2);
    assert_eq!(code, "model_refused", "{said}");
    assert!(said.ends_with("429 Too Many Requests: busy"), "{said}");
    assert_eq!(server.bodies().len(), 1);
}

#[tokio::test]
async fn a_deadline_holds_whatever_the_server_does() {
    for reply in [
        (|| Reply::Silence) as fn() -> Reply,
        || Reply::Unended(200),
        || Reply::Unended(503),
    ] {
        let server = Server::start(move |_, _| reply()).await;
        let since = Instant::now();
        let told = told(&embedder(&server), SHORT).await;
        assert!(since.elapsed() < LONG / 2, "{told:?}");
        assert_eq!(told.0, "model_timeout", "{told:?}");
        assert!(told.1.ends_with("within 200.0ms"), "{told:?}");
    }
}

#[tokio::test]
async fn what_does_not_pass_in_time_says_why() {
    let never = async |reply: fn() -> Reply| {
        let server = Server::start(move |_, _| reply()).await;
        let told = told(&embedder(&server), Duration::from_secs(1)).await;
        assert!(server.bodies().len() > 1, "{told:?}");
        told
    };
    // The time may end in a wait or in an attempt.
    let told = tokio::join!(
        never(|| Reply::status(500, "flaw")),
        never(|| Reply::status(429, "busy")),
        never(|| Reply::Closed),
    );
    for ((code, said), wanted, words) in [
        (
            told.0,
            "model_unreachable",
            "500 Internal Server Error: flaw",
        ),
        (told.1, "model_refused", "429 Too Many Requests: busy"),
        (told.2, "model_unreachable", "127.0.0.1:"),
    ] {
        assert_eq!(code, wanted, "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[tokio::test]
async fn a_status_is_told_though_its_words_do_not_end() {
    let server = Server::start(|_, _| Reply::Unended(400)).await;
    let (code, said) = told(&embedder(&server), LONG).await;
    assert_eq!(code, "model_refused");
    assert!(said.ends_with("400 Bad Request"), "{said}");
}

#[tokio::test]
async fn one_deadline_is_for_all_parts() {
    let server = Server::start(|number, body| match number {
        0 => {
            let texts = body["input"].as_array().unwrap().len();
            let data = (0..texts).map(|index| json!({"index": index, "embedding": [1]}));
            Reply::json(&json!({"data": data.collect::<Vec<_>>()}))
        }
        _ => Reply::Silence,
    })
    .await;
    let embedder = embedder(&server);
    let vectors = embedder.embed(&["a"; 65], Purpose::Piece, SHORT).await;
    assert_eq!(vectors, Err(ModelError::Timeout(SHORT)));
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let server = ModelServer::new(&format!("http://{address}/v1?key={TOKEN}"), None).unwrap();
    let server = server.with_first_wait(Duration::from_millis(1));
    let since = Instant::now();
    let half = Duration::from_millis(500);
    let (code, said) = told(&HttpEmbedder::new(server, settings()), half).await;
    // Waits double, so the last one that there is no time for is a little more than half.
    assert!(since.elapsed() > half / 4, "it is asked again");
    assert_eq!(code, "model_unreachable");
    assert!(said.contains(&address.to_string()), "{said}");
    assert!(said.contains("refused") && !said.contains(TOKEN), "{said}");
}

#[tokio::test]
async fn too_long_an_answer_is_not_read() {
    for reply in [(|| Reply::Flood) as fn() -> Reply, || {
        Reply::Said((64 << 20) + 1)
    }] {
        let server = Server::start(move |_, _| reply()).await;
        let (code, said) = told(&embedder(&server), LONG).await;
        assert_eq!(code, "model_malformed");
        assert!(said.ends_with("it is longer than 67108864 bytes"), "{said}");
        assert_eq!(server.bodies().len(), 1);
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = Server::start(|_, _| good()).await;
    let place = format!("{}/embeddings", other.url);
    let server = Server::start(move |_, _| {
        Reply::Status(307, vec![("Location", place.clone())], Vec::new())
    })
    .await;
    let (code, said) = told(&embedder(&server), LONG).await;
    assert_eq!(code, "model_refused");
    assert!(said.ends_with("307 Temporary Redirect"), "{said}");
    assert!(other.bodies().is_empty());
}

#[tokio::test]
async fn a_token_is_sent_and_never_shown() {
    let token = Authorization::Bearer(Secret::new(TOKEN.to_owned()));
    for (status, body) in [
        (401, format!("bad credential {TOKEN}")),
        (200, format!("{{\"data\":\"{TOKEN}\"}}")),
        (200, format!("{TOKEN}{}", " ".repeat(300))),
    ] {
        let server = Server::start(move |_, _| Reply::status(status, &body)).await;
        let own = ModelServer::new(&server.url, Some(&token)).unwrap();
        let embedder = HttpEmbedder::new(own, settings());
        let (code, said) = told(&embedder, LONG).await;
        assert!(["model_refused", "model_malformed"].contains(&code));
        let sent = format!("authorization: Bearer {TOKEN}");
        let headers = &server.seen()[0].headers;
        assert!(headers.contains(&sent), "{headers:?}");
        for shown in [said, format!("{embedder:?} {token:?}")] {
            assert!(!shown.contains(TOKEN), "{shown}");
        }
    }
    let broken = Authorization::Bearer(Secret::new("two\nlines".to_owned()));
    let server = ModelServer::new("http://host/v1", Some(&broken));
    assert_eq!(server.map(drop), Err(ServerAddressError::Credentials));
}

#[tokio::test]
async fn clones_share_one_rate() {
    let server = Server::start(|_, _| good()).await;
    let often = NonZeroU32::new(20).unwrap();
    let own = model_server(&server).at_most_each_second(often);
    let embedder = HttpEmbedder::new(own, settings());
    let (clone, since) = (embedder.clone(), Instant::now());
    let both = tokio::join!(
        told(&embedder, LONG),
        told(&clone, LONG),
        told(&embedder, LONG)
    );
    assert_eq!((both.0.0, both.1.0, both.2.0), ("", "", ""));
    let whole = server.seen()[2].at - since;
    assert!(whole >= Duration::from_millis(100), "{whole:?}");
    // A turn that comes too late is not waited for.
    let slow = model_server(&server).at_most_each_second(NonZeroU32::MIN);
    let slow = HttpEmbedder::new(slow, settings());
    assert_eq!(told(&slow, LONG).await.0, "");
    let soon = Duration::from_millis(1);
    assert_eq!(told(&slow, soon).await.0, "model_timeout");
    assert_eq!(server.bodies().len(), 4);
}

#[tokio::test]
async fn the_address_keeps_its_path_and_its_query() {
    let server = Server::start(|_, _| good()).await;
    for (behind, line) in [
        ("", "POST /v1/embeddings HTTP/1.1"),
        ("/", "POST /v1/embeddings HTTP/1.1"),
        ("/a?version=2", "POST /v1/a/embeddings?version=2 HTTP/1.1"),
    ] {
        let own = ModelServer::new(&format!("{}{behind}", server.url), None).unwrap();
        let (code, said) = told(&HttpEmbedder::new(own, settings()), LONG).await;
        assert_eq!(code, "", "{said}");
        assert_eq!(server.seen().pop().unwrap().line, line);
    }
}
