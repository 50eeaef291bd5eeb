//! `cmec import`: what it writes, prints and exits with.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;

use std::path::Path;

use common::{answer, cmec, repository};
use serde_json::{Value, json};

/// Imports a fixture into a folder.
fn import(fixture: &str, folder: &str, path: &Path, more: &[&str]) -> (i32, Value, String) {
    let file = repository(&format!("fixtures/import/{fixture}"));
    let mut command = cmec(&["import", folder]);
    command.arg(path).arg(file).args(more);
    answer(&command.output().unwrap())
}

#[test]
fn an_ontology_becomes_a_codebook_that_decodes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("shop");
    let (code, said, stderr) = import("shop.ttl", "--out", &out, &[]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        (&said["types"], &said["fields"], &said["errors"]),
        (&json!(4), &json!(8), &json!(0))
    );
    assert_eq!(said["left"][0]["reason"], "deprecated");
    let report = std::fs::read_to_string(out.join("import.report.json")).unwrap();
    assert!(report.contains("http://example.org/shop#client"));
    let intent = folder.path().join("intent");
    std::fs::write(
        &intent,
        r#"{"s":"IS","tg":["order"],"C":{"flt":[{"f":"F005","op":"EQ","v":"оплачен"}]}}"#,
    )
    .unwrap();
    let mut decode = cmec(&["decode", "--domain"]);
    let (code, contract, _) = answer(&decode.arg(&out).arg(&intent).output().unwrap());
    assert_eq!(code, 0);
    assert_eq!(contract["constraints"]["filters"][0]["value"], "paid");
}

#[test]
fn into_keeps_codes_and_out_refuses_to_lose_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert_eq!(
        import("odata-1c.xml", "--out", path, &["--name", "base"]).0,
        0
    );
    let before = std::fs::read(path.join("codebook.yaml")).unwrap();
    let (code, said, _) = import("odata-1c.xml", "--into", path, &[]);
    assert_eq!(
        (code, &said["codes"]),
        (0, &json!({"kept": 16, "new": 0, "reserved": 0}))
    );
    assert_eq!(std::fs::read(path.join("codebook.yaml")).unwrap(), before);
    let file = repository("fixtures/import/odata-1c.xml");
    let again = cmec(&["import", "--out"])
        .arg(path)
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("keep its codes: --into DIR"));
    std::fs::remove_file(path.join("import.lock")).unwrap();
    let again = cmec(&["import", "--into"])
        .arg(path)
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(again.status.code(), Some(2));
}

#[test]
fn a_broken_ontology_writes_nothing_and_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("broken.ttl");
    std::fs::write(&file, "@prefix a: <http://a/> .\na:b a .\n").unwrap();
    let out = folder.path().join("out");
    let run = |report: &str| {
        let mut command = cmec(&["import", "--report", report, "--out"]);
        command.arg(&out).arg(&file).output().unwrap()
    };
    let (code, finding, _) = answer(&run("json"));
    assert_eq!(
        (code, &finding["id"], &finding["line"]),
        (4, &json!("CB110"), &json!(2))
    );
    let text = run("text");
    let drawn = String::from_utf8(text.stderr).unwrap();
    assert!(
        text.stdout.is_empty() && drawn.contains("broken.ttl:2:"),
        "{drawn}"
    );
    assert!(!out.exists());
    let absent = cmec(&["import", "--out"])
        .arg(&out)
        .arg(folder.path().join("absent"))
        .output()
        .unwrap();
    assert_eq!(absent.status.code(), Some(1));
    assert_eq!(
        cmec(&["import"]).arg(&file).output().unwrap().status.code(),
        Some(2)
    );
}
