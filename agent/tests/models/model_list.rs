//! The list of models: what is asked, and what a list must be.

use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_list::models;

use super::server::{Reply, Server};
use super::{LONG, model_server};

#[tokio::test]
async fn a_list_is_asked_for_and_read() {
    let long = "m".repeat(257);
    for (body, expected) in [
        (
            r#"{"data":[{"id":"b"},{"id":"a/1"}]}"#,
            Ok(vec!["b", "a/1"]),
        ),
        (r#"{"data":[]}"#, Ok(Vec::new())),
        ("{}", Err("missing field `data`")),
        (r#"{"data":[{"id":3}]}"#, Err("expected a string")),
        (r#"{"data":[{"id":""}]}"#, Err("1 to 256 bytes")),
        (r#"{"data":[{"id":"\u001b[31m"}]}"#, Err("all seen")),
        (
            &format!(r#"{{"data":[{{"id":"{long}"}}]}}"#),
            Err("1 to 256 bytes"),
        ),
    ] {
        let reply = body.to_owned();
        let server = Server::start(move |_, _| Reply::text(&reply)).await;
        let named = models(&model_server(&server), LONG).await;
        assert_eq!(server.seen()[0].line, "GET /v1/models HTTP/1.1");
        match (named, expected) {
            (Ok(named), Ok(expected)) => assert_eq!(named, expected),
            (Err(ModelError::Malformed(said)), Err(why)) => {
                assert!(said.contains(why), "{body}: {said}");
            }
            (other, _) => panic!("{body}: {other:?}"),
        }
    }
}
