//! Vectors: what is sent of texts, and what an answer must be.

use cmec_executor::ports::embedder::http::{EmbeddingSettings, HttpEmbedder};
use cmec_executor::ports::embedder::{Embedder, Purpose, Vector, Wording};
use cmec_executor::ports::model_error::ModelError;
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::{LONG, embedder, model_server, settings};

/// One vector for each text, which tells how many bytes it has.
fn lengths(request: &Value) -> Value {
    let texts = request["input"].as_array().unwrap().iter().enumerate();
    let data = texts.map(|(index, text)| {
        let length = text.as_str().unwrap().len();
        json!({"object": "embedding", "index": index, "embedding": [length, 1]})
    });
    // The order of an answer is nobody's promise.
    let data: Vec<_> = data.rev().collect();
    json!({"object": "list", "data": data, "usage": {"total_tokens": 1}})
}

fn vector(numbers: &[f32]) -> Vector {
    Vector::of(numbers.to_vec()).unwrap()
}

/// The vectors of three texts, of a server that answers with a body.
async fn of_three(body: &str, settings: EmbeddingSettings) -> Result<Vec<Vector>, ModelError> {
    let body = body.to_owned();
    let server = Server::start(move |_, _| Reply::text(&body)).await;
    let embedder = HttpEmbedder::new(model_server(&server), settings);
    let vectors = embedder.embed(&["a", "b", "c"], Purpose::Piece, LONG).await;
    assert_eq!(server.bodies().len(), 1, "an answer is asked for once");
    vectors
}

#[tokio::test]
async fn a_request_is_of_the_form_of_openai() {
    let server = Server::start(|_, body| Reply::json(&lengths(body))).await;
    let plain = embedder(&server);
    plain.embed(&["да"], Purpose::Question, LONG).await.unwrap();
    let wording = |prefix: &str, fields: Value| Wording {
        model: None,
        prefix: Some(prefix.to_owned()),
        fields: fields.as_object().unwrap().clone(),
    };
    let set = EmbeddingSettings {
        dimension: Some(2),
        question: Wording {
            model: Some("q".to_owned()),
            ..wording("query: ", json!({"input_type": "query", "input": "mine"}))
        },
        piece: wording("passage: ", json!({})),
        text_bytes: 5,
        ..settings()
    };
    let set = HttpEmbedder::new(model_server(&server), set);
    // Five bytes are two and a half letters.
    for (text, purpose) in [("короткий", Purpose::Question), ("abcdef", Purpose::Piece)] {
        set.embed(&[text], purpose, LONG).await.unwrap();
    }
    assert_eq!(set.model(), Some("m"));
    let request = |text| json!({"model": "m", "input": [text], "encoding_format": "float"});
    let with_dimension = |text| {
        let mut request = request(text);
        request["dimensions"] = json!(2);
        request
    };
    let mut question = with_dimension("query: ко");
    question["model"] = json!("q");
    question["input_type"] = json!("query");
    let expected = [request("да"), question, with_dimension("passage: abcde")];
    assert_eq!(server.bodies(), expected);
    let seen = server.seen();
    assert_eq!(seen[0].line, "POST /v1/embeddings HTTP/1.1");
    let json = "content-type: application/json".to_owned();
    assert!(seen[0].headers.contains(&json), "{:?}", seen[0].headers);
}

#[tokio::test]
async fn long_lists_go_in_parts_and_come_back_in_order() {
    let server = Server::start(|_, body| Reply::json(&lengths(body))).await;
    let set = EmbeddingSettings {
        text_bytes: 2 << 20,
        ..settings()
    };
    let embedder = HttpEmbedder::new(model_server(&server), set);
    let sizes = |sizes: &[usize]| {
        sizes
            .iter()
            .map(|size| "x".repeat(*size))
            .collect::<Vec<_>>()
    };
    let many: Vec<usize> = (1..=150).collect();
    for (texts, parts) in [
        (sizes(&[]), &[][..]),
        (sizes(&many), &[64, 64, 22]),
        (sizes(&[1 << 19, 1 << 19, 1]), &[2, 1]),
        (sizes(&[1, 2 << 20, 1]), &[1, 1, 1]),
    ] {
        let before = server.bodies().len();
        let given: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embedder.embed(&given, Purpose::Piece, LONG).await.unwrap();
        let own = texts.iter().map(|text| vector(&[text.len() as f32, 1.0]));
        assert!(own.eq(vectors), "{parts:?}");
        let bodies = &server.bodies()[before..];
        let counts = bodies
            .iter()
            .map(|body| body["input"].as_array().unwrap().len());
        assert_eq!(counts.collect::<Vec<_>>(), parts);
    }
}

#[tokio::test]
async fn vectors_stand_in_the_order_of_the_texts() {
    let body = r#"{"data":[{"index":2,"embedding":[0,3]},{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,1]}]}"#;
    let expected = [&[0.0, 1.0][..], &[1.0, 1.0], &[1.0, 0.0]].map(vector);
    let mut vectors = of_three(body, settings()).await.unwrap();
    vectors.reverse();
    assert_eq!(vectors, expected);
}

#[tokio::test]
async fn an_answer_that_is_none_is_told() {
    let asked = EmbeddingSettings {
        dimension: Some(3),
        ..settings()
    };
    let own = |data: &str| format!(r#"{{"data":[{data}]}}"#);
    let one = r#"{"index":0,"embedding":[1,2]}"#;
    let two = r#"{"index":1,"embedding":[1,2]}"#;
    let three = |numbers: &str| {
        own(&format!(
            r#"{one},{two},{{"index":2,"embedding":{numbers}}}"#
        ))
    };
    for (body, settings, why) in [
        (
            own(&format!("{one},{two}")),
            settings(),
            "index 2 is missing",
        ),
        (
            own(&format!("{one},{one},{two}")),
            settings(),
            "index 0 stands twice",
        ),
        (
            own(&format!(r#"{one},{two},{{"index":3,"embedding":[1,2]}}"#)),
            settings(),
            "index 3 is beyond the 3 texts",
        ),
        (
            three("[1,2,3]"),
            settings(),
            "one vector has 2 numbers and another 3",
        ),
        (
            three("[1,2]"),
            asked,
            "a vector has 2 numbers, and 3 were asked for",
        ),
        (
            three("[1,null]"),
            settings(),
            "a number of the vector at index 2 is none",
        ),
        (
            // Whether a reader of JSON has such a number depends on its features.
            three("[1,1e300]"),
            settings(),
            "",
        ),
        (three("[1,1e999]"), settings(), "number out of range"),
        (
            three("[1,NaN]"),
            settings(),
            "it cannot be read: expected value",
        ),
        (
            three("[0,0.0]"),
            settings(),
            "the vector at index 2 is empty or all zeros",
        ),
        (
            three("[]"),
            settings(),
            "the vector at index 2 is empty or all zeros",
        ),
        (three("\"AAAA\""), settings(), "expected a sequence"),
        (
            own(r#"{"embedding":[1]}"#),
            settings(),
            "missing field `index`",
        ),
        (
            r#"{"error":"no"}"#.to_owned(),
            settings(),
            "missing field `data`",
        ),
        (
            "<html>".to_owned(),
            settings(),
            "it cannot be read: expected value",
        ),
        (String::new(), settings(), "it cannot be read: EOF"),
    ] {
        match of_three(&body, settings).await {
            Err(ModelError::Malformed(said)) => assert!(said.contains(why), "{body}: {said}"),
            other => panic!("{body}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn parts_of_one_answer_have_one_dimension() {
    let server = Server::start(|number, body| {
        let mut answer = lengths(body);
        if number == 1 {
            answer["data"][0]["embedding"] = json!([1, 2, 3]);
        }
        Reply::json(&answer)
    })
    .await;
    let texts = ["x"; 65];
    let vectors = embedder(&server).embed(&texts, Purpose::Piece, LONG).await;
    let why = "one vector has 2 numbers and another 3".to_owned();
    assert_eq!(vectors, Err(ModelError::Malformed(why)));
}
