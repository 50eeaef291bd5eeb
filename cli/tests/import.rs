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
        (0, &json!({"kept": 15, "new": 0, "reserved": 0}))
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

#[test]
fn an_ossie_model_needs_its_database() {
    let folder = tempfile::tempdir().unwrap();
    let text = "version: 0.2.0.dev0\nname: a\ndatasets: []\n";
    let file = write(folder.path(), "model.yaml", text);
    let run = |more: &[&str]| {
        let mut command = cmec(&["import", "--out", "out"]);
        let command = command.arg(&file).args(more).current_dir(folder.path());
        command.output().unwrap()
    };
    let (code, finding, _) = answer(&run(&[]));
    assert_eq!((code, &finding["id"]), (4, &json!("CB111")));
    let help = finding["help"].as_str().unwrap();
    assert!(help.contains("--db"), "{help}");
    for (more, code) in [
        (&["--db", "sqlite:absent.db"][..], 1),
        (&["other.yaml", "--db", "sqlite:absent.db"], 2),
        (&["--db", "sqlite:absent.db", "--from", "turtle"], 2),
    ] {
        assert_eq!(run(more).status.code(), Some(code), "{more:?}");
    }
}

const HEAD: &str = "@prefix : <http://a/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
const PERMIT: &str = ":Permit a owl:Class . :expires rdfs:domain :Permit ; rdfs:range xsd:date .";

fn write(folder: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// The next version of an ontology, into a codebook that is in use: what `import` calls good, `check` lets pass.
#[test]
fn a_changed_meaning_into_a_compiled_codebook_passes_check() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path(), folder.path().join("book"));
    let first = write(path, "permit.ttl", &format!("{HEAD}{PERMIT}"));
    let run = |arguments: &[&str]| {
        let output = cmec(arguments).current_dir(path).output().unwrap();
        answer(&output)
    };
    let first = first.to_str().unwrap();
    assert_eq!(run(&["import", first, "--out", "book"]).0, 0);
    assert_eq!(
        cmec(&["compile", "book", "--out", "out"])
            .current_dir(path)
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    let second = PERMIT.replace("xsd:date ", "xsd:dateTime ");
    let second = write(
        path,
        "permit2.ttl",
        &format!("{HEAD}{second} :New a owl:Class . :n rdfs:domain :New ; rdfs:range xsd:string ."),
    );
    write(
        &out,
        "overlay.yaml",
        "fields: {permit.expires: {groupable: true}}\n",
    );
    let second = second.to_str().unwrap();
    let (code, said, stderr) = run(&["import", second, "--into", "book"]);
    assert_eq!(
        (code, &said["codes"]["reserved"]),
        (0, &json!(1)),
        "{stderr}"
    );
    assert_eq!(
        cmec(&["check", "book"])
            .current_dir(path)
            .output()
            .unwrap()
            .status
            .code(),
        Some(0)
    );
    assert_eq!(
        std::fs::read_to_string(out.join("overlay.yaml")).unwrap(),
        "fields: {permit.expires: {groupable: true}}\n"
    );
    // Into another folder everything that makes the codebook goes along, the lock too.
    assert_eq!(
        run(&["import", second, "--into", "book", "--out", "other"]).0,
        0
    );
    for name in ["codebook.lock", "overlay.yaml"] {
        let [one, other] =
            ["book", "other"].map(|of| std::fs::read(path.join(of).join(name)).unwrap());
        assert_eq!(one, other, "{name}");
    }
    // A codebook that is there is not written over.
    let again = ["import", second, "--into", "book", "--out", "other"];
    let again = cmec(&again).current_dir(path).output().unwrap();
    assert_eq!(again.status.code(), Some(2));
    // What people wrote over an element that is gone is told, with exit code 4.
    let third = ":Permit a owl:Class ; rdfs:label \"permit\" . :n rdfs:domain :New ; rdfs:range xsd:string . :New a owl:Class .";
    let third = write(path, "permit3.ttl", &format!("{HEAD}{third}"));
    let third = third.to_str().unwrap();
    let (code, _, stderr) = run(&["import", third, "--into", "book"]);
    assert_eq!(code, 4);
    assert!(
        stderr.contains("CB119") && stderr.contains("overlay.yaml:1:10"),
        "{stderr}"
    );
}

/// A lock that is no lock any more: nothing is written over the codebook.
#[test]
fn a_codebook_that_would_break_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "permit.ttl", &format!("{HEAD}{PERMIT}"));
    let run = |arguments: &[&str]| {
        cmec(arguments)
            .current_dir(path)
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(run(&["import", "permit.ttl", "--out", "book"]), Some(0));
    assert_eq!(run(&["compile", "book", "--out", "out"]), Some(0));
    let lock = path.join("book/codebook.lock");
    let text = std::fs::read_to_string(&lock).unwrap();
    std::fs::write(&lock, text.replace("alias: ", "alias: x")).unwrap();
    let before = std::fs::read(path.join("book/import.lock")).unwrap();
    assert_eq!(
        run(&[
            "import",
            "permit.ttl",
            "--into",
            "book",
            "--languages",
            "ru"
        ]),
        Some(4)
    );
    assert_eq!(
        std::fs::read(path.join("book/import.lock")).unwrap(),
        before
    );
}

#[test]
fn folders_and_what_they_import_are_one_ontology() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let a = format!("{HEAD}<http://a> a owl:Ontology ; owl:imports <http://b> . {PERMIT}");
    let b = format!(
        "{HEAD}<http://b> a owl:Ontology . :Office a owl:Class . :by rdfs:domain :Permit ; rdfs:range :Office ."
    );
    write(path, "all/one/a.ttl", &a);
    write(path, "all/two/b.ttl", &b);
    write(
        path,
        "all/two/other.ttl",
        &format!("{HEAD}:Other a owl:Class . :o rdfs:domain :Other ; rdfs:range xsd:string ."),
    );
    write(
        path,
        "all/catalog-v001.xml",
        "<?xml version='1.0'?><catalog/>",
    );
    write(path, "all/README.md", "no ontology");
    let run = |arguments: &[&str]| answer(&cmec(arguments).current_dir(path).output().unwrap());
    for (arguments, documents, types) in [
        (vec!["import", "all", "--out", "1"], 3, 3),
        (
            vec!["import", "all/one/a.ttl", "all/two/b.ttl", "--out", "2"],
            2,
            2,
        ),
        (
            vec!["import", "all/one/a.ttl", "--imports", "all", "--out", "3"],
            2,
            2,
        ),
    ] {
        let (code, said, stderr) = run(&arguments);
        assert_eq!(
            (code, &said["documents"], &said["types"]),
            (0, &json!(documents), &json!(types)),
            "{stderr} {said}"
        );
    }
    write(path, "all/two/b.ttl", "a b");
    let (code, finding, _) = run(&["import", "all", "--out", "4"]);
    assert_eq!(
        (code, &finding["id"], &finding["file"]),
        (4, &json!("CB110"), &json!("all/two/b.ttl"))
    );
    std::fs::create_dir(path.join("empty")).unwrap();
    let none = cmec(&["import", "empty", "--out", "5"])
        .current_dir(path)
        .output();
    assert_eq!(none.unwrap().status.code(), Some(2));
}

#[test]
fn nothing_taken_says_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "x.ttl", "<http://a/b> <http://a/nameZh> \"x\" .");
    let output = cmec(&["import", "x.ttl", "--out", "out", "--report", "text"])
        .current_dir(path)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    for part in [
        "0 classes",
        "1 of 1 statements are not read: `http://a/nameZh` (1)",
        "unread: 1 (",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

/// A day of a moment needs a place in the contract; and what people wrote over the bindings is no reason to import no more.
#[test]
fn a_database_is_imported_again_beneath_an_overlay() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = cmec(arguments).current_dir(folder.path()).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let connection = rusqlite::Connection::open(folder.path().join("shop.db")).unwrap();
    let tables = "CREATE TABLE sale (id INTEGER PRIMARY KEY, code TEXT, sold_at TIMESTAMP);
        INSERT INTO sale VALUES (1, 'a', '2026-03-01 10:00:00');";
    connection.execute_batch(tables).unwrap();
    assert_eq!(
        run(&["import", "sqlite:shop.db", "--out", "book"]).0,
        Some(0)
    );
    let overlay = "bindings: {types: {sale: {label: code}}}\n";
    std::fs::write(folder.path().join("book/overlay.yaml"), overlay).unwrap();
    assert_eq!(
        run(&["import", "sqlite:shop.db", "--into", "book"]).0,
        Some(0)
    );
    let intent = "SELECT COUNT(*) FROM sale WHERE sold_at BETWEEN '2026-03-01' AND '2026-03-01'";
    std::fs::write(folder.path().join("intent"), intent).unwrap();
    let (code, answer) = run(&[
        "run",
        "intent",
        "--domain",
        "book",
        "--db",
        "sqlite:shop.db",
    ]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(
        (code, &answer["rows"][0]["values"]["count"]),
        (Some(0), &json!(1)),
        "{answer}"
    );
}

/// An import that would lose codes or edits is refused, and the finding says how to keep them.
#[test]
fn a_moved_namespace_and_edits_by_hand_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write(path, "permit.ttl", &format!("{HEAD}{PERMIT}"));
    let moved = HEAD.replace("http://a/#", "https://a/#");
    write(path, "moved.ttl", &format!("{moved}{PERMIT}"));
    let run = |arguments: &[&str]| {
        let output = cmec(arguments).current_dir(path).output().unwrap();
        answer(&output)
    };
    assert_eq!(run(&["import", "permit.ttl", "--out", "book"]).0, 0);
    let codebook = path.join("book/codebook.yaml");
    let text = std::fs::read_to_string(&codebook).unwrap();
    let edited = text.replace("label: {en: expires}", "label: {en: valid until}");
    std::fs::write(&codebook, &edited).unwrap();
    let (code, finding, _) = run(&["import", "permit.ttl", "--into", "book"]);
    let message = "edited by hand since the last import: `F001 permit.expires`";
    assert_eq!((code, &finding["message"]), (4, &json!(message)));
    assert_eq!(std::fs::read_to_string(&codebook).unwrap(), edited);
    assert_eq!(
        run(&["import", "permit.ttl", "--into", "book", "--overwrite"]).0,
        0
    );
    assert_eq!(std::fs::read_to_string(&codebook).unwrap(), text);
    let (code, finding, _) = run(&["import", "moved.ttl", "--into", "book"]);
    let help = "if the namespace moved, `--moved http://a/#=https://a/#` keeps them";
    assert_eq!((code, &finding["help"]), (4, &json!(help)));
    let moved = [
        "import",
        "moved.ttl",
        "--into",
        "book",
        "--moved",
        "http://a/=https://a/",
    ];
    let (code, said, _) = run(&moved);
    assert_eq!((code, &said["codes"]["kept"]), (0, &json!(1)));
}
