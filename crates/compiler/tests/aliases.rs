//! Aliases as lines say them.
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use cmec_compiler::{SourceSet, compile};
use cmec_decoder::Decoder;

const BOOK: &str = "\
name: town
version: 1
languages: [en]
lanes: {structured: [instance_search, relation_query]}
types:
  park: {key: name, label: {en: park}}
  company: {key: name, label: {en: company}}
  person: {key: name, label: {en: person}}
fields:
  F001: {path: park.name, type: string, label: {en: name}}
  F002: {path: company.name, type: string, label: {en: name}}
  F003: {path: person.name, type: string, label: {en: name}}
relations:
  R001: {name: company_founder, from: company, to: person, label: {en: founder}}
  R002: {name: park_founder, from: park, to: person, label: {en: founder}}
";

/// An alias that several relations have is the one that leads from the table.
#[test]
fn an_alias_of_relations_is_read_where_it_leads_from() {
    let sources = SourceSet::from_texts([("codebook.yaml", BOOK)]);
    let model = compile(&sources).model.unwrap();
    let model = model.with_aliases(&|text| text.len());
    for (from, relation) in [("company", "company_founder"), ("park", "park_founder")] {
        let text = format!("SELECT * FROM {from} JOIN person ON {from}.founder = person");
        let decoded = Decoder::new(model.tables()).decode(&text, "1");
        assert_eq!(decoded.account.findings, [], "{text}");
        let read = serde_json::to_string(&decoded.verdict).unwrap();
        assert!(read.contains(relation), "{text}: {read}");
    }
}

/// A type may be called as a keyword. It stands in quotes then.
#[test]
fn a_type_called_as_a_keyword_stands_in_quotes() {
    let book = BOOK.replace("park", "limit");
    let sources = SourceSet::from_texts([("codebook.yaml", book.as_str())]);
    let model = compile(&sources).model.unwrap();
    let text = "SELECT * FROM \"limit\" LIMIT 5";
    let decoded = Decoder::new(model.tables()).decode(text, "1");
    let read = serde_json::to_string(&decoded.verdict).unwrap();
    let about = "\"target_types\":[\"limit\"]";
    assert!(
        read.contains(about) && read.contains("\"limit\":5"),
        "{read}"
    );
}
