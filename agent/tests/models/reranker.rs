//! Reranking: what is sent, and what an answer must be.

use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::reranker::Reranker;
use serde_json::json;

use super::server::{Reply, Server};
use super::{LONG, reranker};

/// The scores of two texts, of a server that answers with a body.
async fn of_two(body: &str) -> Result<Vec<f32>, ModelError> {
    let body = body.to_owned();
    let server = Server::start(move |_, _| Reply::text(&body)).await;
    reranker(&server).scores("q", &["a", "b"], LONG).await
}

#[tokio::test]
async fn a_request_is_of_the_form_of_cohere() {
    let server = Server::start(|_, _| {
        let results = [
            json!({"index": 1, "relevance_score": 0.75, "document": {"text": "b"}}),
            json!({"index": 0, "relevance_score": -2}),
        ];
        Reply::json(&json!({"id": "1", "results": results}))
    })
    .await;
    let reranker = reranker(&server);
    assert_eq!(reranker.model(), Some("r"));
    let scores = reranker.scores("вопрос", &["a", "b"], LONG).await;
    assert_eq!(scores, Ok(vec![-2.0, 0.75]));
    assert_eq!(reranker.scores("q", &[], LONG).await, Ok(Vec::new()));
    let request = json!({"model": "r", "query": "вопрос", "documents": ["a", "b"], "top_n": 2});
    assert_eq!(server.bodies(), [request]);
    assert_eq!(server.seen()[0].line, "POST /v1/rerank HTTP/1.1");
}

#[tokio::test]
async fn every_text_has_one_score() {
    let one = r#"{"index":0,"relevance_score":1}"#;
    for (results, why) in [
        (one.to_owned(), "index 1 is missing"),
        (format!("{one},{one}"), "index 0 stands twice"),
        (
            format!(r#"{one},{{"index":2,"relevance_score":1}}"#),
            "index 2 is beyond the 2 texts",
        ),
        (
            format!(r#"{one},{{"index":1,"relevance_score":null}}"#),
            "the score at index 1 is none",
        ),
        (
            format!(r#"{one},{{"index":1,"relevance_score":1e300}}"#),
            // Whether a reader of JSON has such a number depends on its features.
            "",
        ),
        (
            format!(r#"{one},{{"index":-1,"relevance_score":1}}"#),
            "it cannot be read: invalid value",
        ),
    ] {
        match of_two(&format!(r#"{{"results":[{results}]}}"#)).await {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{results}: {said}"),
            other => panic!("{results}: {other:?}"),
        }
    }
}
