//! Published ontologies, where they are: the folder that `CMEC_TBOX_DIR` names holds `schemaorg-current-https.ttl` and
//! `w3c-wine.rdf`. Without it the tests say so and pass.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test panics on failure; large files of others are not kept here"
)]

use cmec_compiler::import::{ImportLock, ImportOutput, LOCK, Narrowing, Request, import};
use cmec_compiler::{Severity, SourceSet, compile};

fn request(source: &str) -> Request {
    Request {
        source: source.to_owned(),
        ..Request::default()
    }
}

/// Imports a text; what comes out compiles without an error.
fn imported(text: &str, request: &Request) -> ImportOutput {
    let imported = import(text.as_bytes(), request);
    let imported = imported.unwrap_or_else(|finding| panic!("{finding:?}"));
    let compilation = compile(&sources(&imported));
    assert_ne!(compilation.worst(), Some(Severity::Error));
    imported
}

fn file<'i>(imported: &'i ImportOutput, path: &str) -> &'i str {
    let file = imported.files.iter().find(|file| file.path == path);
    &file.unwrap().text
}

fn sources(imported: &ImportOutput) -> SourceSet {
    SourceSet::from_texts([("codebook.yaml", file(imported, "codebook.yaml"))])
}

/// The same request after this import.
fn after(imported: &ImportOutput, request: &Request) -> Request {
    Request {
        previous: ImportLock::read(&sources(imported), file(imported, LOCK)).unwrap(),
        ..request.clone()
    }
}

/// Codebook and lock.
fn texts(imported: &ImportOutput) -> [&str; 2] {
    ["codebook.yaml", LOCK].map(|path| file(imported, path))
}

fn ontology(name: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("CMEC_TBOX_DIR") else {
        eprintln!("CMEC_TBOX_DIR names no folder: {name} is not tried");
        return None;
    };
    Some(std::fs::read_to_string(std::path::Path::new(&folder).join(name)).unwrap())
}

#[test]
fn wine_compiles() {
    let Some(text) = ontology("w3c-wine.rdf") else {
        return;
    };
    let request = request("wine.rdf");
    let first = imported(&text, &request);
    assert!(
        first.report.types > 50 && first.report.fields > 300,
        "{}",
        first.report.text()
    );
    let second = imported(&text, &after(&first, &request));
    assert_eq!(texts(&first), texts(&second));
}

#[test]
fn schema_org_compiles_whole_and_in_part() {
    let Some(text) = ontology("schemaorg-current-https.ttl") else {
        return;
    };
    let whole = request("schema.ttl");
    let part = Request {
        narrowing: Narrowing {
            classes: vec!["Person".to_owned(), "Organization".to_owned()],
            ..Narrowing::default()
        },
        ..whole.clone()
    };
    let first = imported(&text, &part);
    assert!(file(&first, "codebook.yaml").contains("path: person.birth_date, type: date"));
    // Widening keeps what was given.
    let second = imported(&text, &after(&first, &whole));
    let given = first.report.fields + first.report.relations;
    assert_eq!(
        (second.report.codes_kept, second.report.codes_reserved),
        (given, 0)
    );
    assert!(second.report.types > 800, "{}", second.report.text());
}
