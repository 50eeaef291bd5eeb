//! Rows that are ranked by vectors in a file beside their database, as the command makes and asks it.
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

use std::path::Path;
use std::process::Output;

use common::{cmec, feed};
use embedder::TestEmbedder;
use rusqlite::Connection;
use serde_json::{Value, json};
use server::{Reply, Server};
use tokio::runtime::Runtime;

const COLUMNS: &str = "id, name, wine_type, tasting_notes";

fn reply(body: &Value) -> Reply {
    let texts = body["input"].as_array().unwrap().iter().enumerate();
    let data = texts.map(|(index, text)| {
        let vector = TestEmbedder::default().vector(text.as_str().unwrap());
        json!({"index": index, "embedding": vector.numbers()})
    });
    Reply::json(&json!({"data": data.collect::<Vec<_>>()}))
}

/// The demonstration database with a few wines alone: its table is read as it is.
fn database(folder: &Path) -> String {
    let file = folder.join("wines.db");
    let made = cmec_demo::tables::database("wine", folder)
        .unwrap()
        .unwrap();
    std::fs::copy(made, &file).unwrap();
    let wines = [
        "(1, 'Cherry', 'red', 'ripe cherries')",
        "(2, 'Plum', 'red', 'ripe plums and smoke')",
        "(3, 'Apple', 'white', 'green apples')",
        "(4, 'Silent', 'red', NULL)",
    ];
    let script = format!(
        "DELETE FROM wines; INSERT INTO wines ({COLUMNS}) VALUES {};",
        wines.join(", ")
    );
    Connection::open(&file)
        .unwrap()
        .execute_batch(&script)
        .unwrap();
    format!("sqlite:{}", file.display())
}

fn answer(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

#[test]
fn rows_are_ranked_by_a_file_of_their_vectors() {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(Server::start(|_, body| reply(body)));
    let folder = tempfile::tempdir().unwrap();
    let (db, file) = (database(folder.path()), folder.path().join("wines.vectors"));
    let index = |model: &str, more: &[&str]| {
        let mut index = cmec(&[
            "index", "--rows", "wine", "--domain", "wine", "--format", "json",
        ]);
        index.args([
            "--db",
            &db,
            "--embed-url",
            &server.url,
            "--embed-model",
            model,
        ]);
        index.args(more).arg("--out").arg(&file).output().unwrap()
    };
    let built = answer(&index("test", &[]));
    let expected = json!({"rows": 4, "written": 3, "kept": 0, "without_text": 1});
    assert_eq!(built, expected);
    assert_eq!(answer(&index("test", &[]))["kept"], json!(3));
    let refused = index("other", &[]);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("of `test`"),
        "{said}"
    );
    assert!(said.contains("--anew"), "{said}");
    // Nothing was written into the database.
    let read = Connection::open(folder.path().join("wines.db")).unwrap();
    let tables = "SELECT count(*) FROM sqlite_master WHERE name LIKE '%vector%'";
    let tables: i64 = read.query_row(tables, [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 0);

    let run = |intent: &str, model: &str, file: &Path| {
        let mut run = cmec(&["run", "--domain", "wine", "--format", "json", "--db", &db]);
        run.args(["--embed-url", &server.url, "--embed-model", model]);
        run.arg("--row-vectors").arg(file);
        feed(run, intent)
    };
    let intent = r#"{"s":"HY","tg":["wine"],"A":["F001"],"C":{"flt":[{"f":"F007","op":"EQ","v":"red"}]},"Q":{"txt":"smoke of plums"}}"#;
    let found = answer(&run(intent, "test", &file));
    let rows = found["rows"].as_array().unwrap().iter();
    let names: Vec<&Value> = rows.map(|row| &row["values"]["wine.name"]).collect();
    assert_eq!(names, [&json!("Plum"), &json!("Cherry")], "{found}");
    assert!(
        found["rows"][0]["values"]["similarity"].as_f64().unwrap() > 0.3,
        "{found}"
    );

    let refused = run(intent, "other", &file);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        !refused.status.success() && said.contains("those of questions are of `other`"),
        "{said}"
    );
    let whole = std::fs::read(&file).unwrap();
    let cut = folder.path().join("cut.vectors");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let said = String::from_utf8_lossy(&run(intent, "test", &cut).stderr).into_owned();
    assert!(said.contains("it is not whole"), "{said}");
}
