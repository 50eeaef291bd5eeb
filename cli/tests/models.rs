//! Models beside a text index, as the command asks them: a server that gives vectors and reads texts again.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;
#[path = "../../crates/executor/tests/retrieval/embedder.rs"]
#[allow(dead_code, reason = "another test makes it fail")]
mod embedder;
#[path = "../../agent/tests/models/server.rs"]
#[allow(dead_code, reason = "other tests look at more of it")]
mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::cmec;
use embedder::TestEmbedder;
use serde_json::{Value, json};
use server::{Reply, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Vectors of the test embedder, and scores that put the last text first.
fn reply(body: &Value) -> Reply {
    if let Some(texts) = body["documents"].as_array() {
        let results =
            (0..texts.len()).map(|index| json!({"index": index, "relevance_score": index}));
        return Reply::json(&json!({"results": results.collect::<Vec<_>>()}));
    }
    let texts = body["input"].as_array().unwrap().iter().enumerate();
    let data = texts.map(|(index, text)| {
        let vector = TestEmbedder::default().vector(text.as_str().unwrap());
        json!({"index": index, "embedding": vector.numbers()})
    });
    Reply::json(&json!({"data": data.collect::<Vec<_>>()}))
}

fn notes(folder: &Path) {
    for (name, text) in [
        ("harbour", "Ships come into the harbour at night."),
        ("mountain", "A hut stands below the mountain pass."),
        ("private", "Ships, harbours and everything secret."),
    ] {
        let status = if name == "private" {
            "private"
        } else {
            "stable"
        };
        let note = format!("---\ntype: definition\nstatus: {status}\n---\n# {name}\n\n{text}\n");
        std::fs::write(folder.join(format!("{name}.md")), note).unwrap();
    }
}

fn with_vectors<'c>(command: &'c mut Command, server: &str) -> &'c mut Command {
    command.args([
        "--embed-url",
        server,
        "--embed-model",
        "test",
        "--embed-key-env",
        "EMBED_KEY",
    ]);
    command.env("EMBED_KEY", "secret-key-of-a-test")
}

/// A folder with notes and their index, where that is, and the command that makes it.
fn indexing() -> (TempDir, PathBuf, Command) {
    let folder = tempfile::tempdir().unwrap();
    let (texts, index) = (folder.path().join("texts"), folder.path().join("index"));
    std::fs::create_dir(&texts).unwrap();
    notes(&texts);
    let mut build = cmec(&["index", "--domain", "mind", "--format", "json"]);
    build.arg(&texts).arg("--index").arg(&index);
    (folder, index, build)
}

fn answer(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn documents(answer: &Value) -> Vec<&str> {
    let rows = answer["rows"].as_array().unwrap().iter();
    rows.map(|row| row["values"]["document"].as_str().unwrap())
        .collect()
}

#[test]
fn texts_are_found_by_vectors_too() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| reply(body)));
    let (_folder, index, mut build) = indexing();
    let built = answer(&with_vectors(&mut build, &server.url).output().unwrap());
    assert_eq!(
        (&built["written"], &built["documents"]),
        (&json!(2), &json!(2)),
        "{built}"
    );
    let sent = server.seen();
    assert!(sent.iter().all(|seen| {
        seen.headers
            .iter()
            .any(|own| own.ends_with("Bearer secret-key-of-a-test"))
    }));
    let all = serde_json::to_string(&server.bodies()).unwrap();
    assert!(
        !all.contains("everything secret"),
        "what is always left out is not sent"
    );

    let asked = |question: &str, more: &[&str], url: &str| {
        let mut search = cmec(&[
            "search",
            "--domain",
            "mind",
            "--format",
            "json",
            "--type",
            "definition",
            question,
        ]);
        search.args(more).arg("--index").arg(&index);
        answer(&with_vectors(&mut search, url).output().unwrap())
    };
    // A spelling that no text has: words find nothing, and the host says which cosine is enough.
    let misspelled = "harbourd harbourz";
    assert_eq!(
        asked(misspelled, &[], &server.url)["reasons"],
        json!(["weak_match"])
    );
    let found = asked(misspelled, &["--least-cosine", "0.2"], &server.url);
    assert_eq!(documents(&found)[0], "harbour.md", "{found}");

    let words = "ships in the harbour, a hut below the pass";
    let order = documents(&asked(words, &[], &server.url)).join(" ");
    let again = ["--rerank-url", &server.url, "--rerank-model", "reader"];
    let reversed = asked(words, &again, &server.url);
    assert_eq!(
        order.split(' ').rev().collect::<Vec<_>>(),
        documents(&reversed),
        "{reversed}"
    );

    // A server that is down: the words alone, and the answer says so.
    let down = asked(
        "ships in the harbour",
        &["--timeout", "1"],
        "http://127.0.0.1:9/v1",
    );
    assert_eq!(documents(&down)[0], "harbour.md", "{down}");
    assert_eq!(down["reasons"], json!(["model_unreachable"]), "{down}");
    let told = down["limitations"][0].as_str().unwrap();
    assert!(
        told.contains("127.0.0.1:9") && !told.contains("secret-key"),
        "{told}"
    );
}

/// What is said of questions when an index is made holds when it is searched.
#[test]
fn an_index_keeps_how_its_model_is_asked() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| reply(body)));
    let (_folder, index, mut build) = indexing();
    build.args(["--embed-batch", "1", "--embed-question-model", "asker"]);
    build.args([
        "--embed-question-prefix",
        "query: ",
        "--embed-text-prefix",
        "passage: ",
    ]);
    build.args([
        "--embed-question-field",
        "input_type=query",
        "--embed-text-field",
        "top={\"a\": 1}",
    ]);
    assert!(
        with_vectors(&mut build, &server.url)
            .status()
            .unwrap()
            .success()
    );
    let sent = |input: &str| json!({"model": "test", "input": [input], "encoding_format": "float", "top": {"a": 1}});
    let bodies = server.bodies();
    assert_eq!(bodies[0], sent("passage: text"));
    let first = "passage: harbour\nShips come into the harbour at night.";
    assert_eq!((&bodies[1], bodies.len()), (&sent(first), 3));
    for (more, prefix, told) in [
        (&[][..], "query: ", ""),
        (
            &["--embed-question-prefix", "Q"],
            "Q",
            "warning: the index was made for questions with the model `asker` and the prefix `query: ` and \
            `input_type` \"query\", and they are asked with the model `asker` and the prefix `Q` and `input_type` \"query\"\n",
        ),
    ] {
        let mut search = cmec(&["search", "--domain", "mind", "--format", "json", "ships"]);
        search.arg("--index").arg(&index).args(more);
        let output = with_vectors(&mut search, &server.url).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), told);
        let asked = server.bodies().pop().unwrap();
        assert_eq!(
            asked,
            json!({"model": "asker", "input": [format!("{prefix}ships")], "encoding_format": "float", "input_type": "query"})
        );
    }
    for field in ["input=x", "model=x", "=x", "x"] {
        let mut refused = cmec(&[
            "search",
            "--domain",
            "mind",
            "ships",
            "--embed-question-field",
            field,
        ]);
        let refused = with_vectors(&mut refused, &server.url).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{field}");
    }
}

/// A text that the model refuses is named, and the others have their vectors.
#[test]
fn a_piece_that_the_model_refuses_is_named() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| {
        match body["input"].to_string().contains("hut") {
            true => Reply::status(400, "input length exceeds the context length"),
            false => reply(body),
        }
    }));
    let (_folder, _, mut build) = indexing();
    let output = with_vectors(&mut build, &server.url).output().unwrap();
    let (built, said) = (answer(&output), String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        (&built["documents"], &built["without_vector"]),
        (&json!(2), &json!(1))
    );
    assert!(said.contains("`mountain.md#1` has no vector"), "{said}");
    assert!(said.contains("exceeds the context length"), "{said}");
}

#[test]
fn another_model_is_refused_and_an_embedder_that_fails_builds_nothing() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| reply(body)));
    let failing = runtime.block_on(Server::start(|number, body| match number {
        0 => reply(body),
        _ => Reply::json(&json!({"data": [{"index": 0, "embedding": [null, null]}]})),
    }));
    let folder = tempfile::tempdir().unwrap();
    let (texts, index) = (folder.path().join("texts"), folder.path().join("index"));
    std::fs::create_dir(&texts).unwrap();
    notes(&texts);
    let build = |url: &str, more: &[&str]| {
        let mut build = cmec(&["index", "--domain", "mind", "--format", "json"]);
        build.arg(&texts).arg("--index").arg(&index).args(more);
        with_vectors(&mut build, url).output().unwrap()
    };
    assert!(build(&server.url, &[]).status.success());
    std::fs::write(
        texts.join("river.md"),
        "---\ntype: definition\n---\n# river\n\nA river.\n",
    )
    .unwrap();
    let failed = build(&failing.url, &[]);
    assert!(!failed.status.success());
    let said = String::from_utf8_lossy(&failed.stderr);
    assert!(said.contains("the answer of the model is none"), "{said}");

    let mut plain = cmec(&["index", "--domain", "mind"]);
    let refused = plain
        .arg(&texts)
        .arg("--index")
        .arg(&index)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("its vectors are of `test`"),
        "{said}"
    );

    let mut other = cmec(&["search", "--domain", "mind", "--format", "json", "ships"]);
    other.arg("--index").arg(&index);
    other.args(["--embed-url", &server.url, "--embed-model", "other"]);
    let other = answer(&other.output().unwrap());
    assert_eq!(other["reasons"], json!(["index_unfit"]), "{other}");
    let mut own = cmec(&[
        "search",
        "--domain",
        "mind",
        "--format",
        "json",
        "--type",
        "definition",
        "ships",
    ]);
    own.arg("--index").arg(&index);
    let own = answer(&with_vectors(&mut own, &server.url).output().unwrap());
    assert_eq!(
        documents(&own)[0],
        "harbour.md",
        "the old generation is in use: {own}"
    );
}
