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

/// An alias that several relations have is the one that can be walked from where the line is.
#[test]
fn an_alias_of_relations_is_read_where_it_leads_from() {
    let sources = SourceSet::from_texts([("codebook.yaml", BOOK)]);
    let model = compile(&sources).model.unwrap();
    let model = model.with_aliases(&|text| text.len());
    let decode = |line: &str| {
        let decoded = Decoder::new(model.tables()).decode(line, "1");
        let outcome = serde_json::to_value(&decoded.verdict).unwrap();
        format!("{outcome} {:?}", decoded.account.findings)
    };
    for (line, relation) in [
        ("company >founder person", "company_founder"),
        ("park >founder person", "park_founder"),
    ] {
        let read = decode(line);
        assert!(
            read.contains(relation) && !read.contains("DEC"),
            "{line}: {read}"
        );
    }
    // Either could be meant: several types are looked for together, and none of them says where a walk ends.
    for line in ["person <founder", "person <founder company"] {
        let asked = decode(line);
        assert!(
            asked.contains("DEC091") && asked.contains("company_founder"),
            "{line}: {asked}"
        );
    }
}

/// A type may be called as a keyword. It stands in backquotes then, and the bare word is the keyword.
#[test]
fn a_type_called_as_a_keyword_stands_in_backquotes() {
    let book = BOOK.replace("park", "limit");
    let sources = SourceSet::from_texts([("codebook.yaml", book.as_str())]);
    let model = compile(&sources).model.unwrap();
    for (line, target) in [("company limit 5", "company"), ("`limit` 5", "limit")] {
        let decoded = Decoder::new(model.tables()).decode(line, "1");
        let outcome = serde_json::to_value(&decoded.verdict).unwrap();
        let read = outcome.to_string();
        let about = format!("\"target_types\":[\"{target}\"]");
        assert!(
            read.contains(&about) && read.contains("\"limit\":5"),
            "{line}: {read}"
        );
    }
}
