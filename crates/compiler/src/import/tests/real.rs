//! Published ontologies, where they are: the folder that `CMEC_TBOX_DIR` names holds `schemaorg-current-https.ttl` and
//! `w3c-wine.rdf`. Without it the tests say so and pass.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "large files of others are not kept here"
)]

use super::{after, file, imported, request};
use crate::import::{Narrowing, Request};

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
    assert_eq!(first.files[..2], second.files[..2]);
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
