//! What a codebook calls deprecated is read as before, and said to be so.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use std::borrow::Cow;

use cmec_decoder::generated::builtin;
use cmec_decoder::tables::{Deprecation, Tables};
use cmec_decoder::{Decoder, Verdict, deprecated};

fn since(version: &'static str, instead: Option<&'static str>) -> Option<Deprecation> {
    Some(Deprecation {
        since: Cow::Borrowed(version),
        instead: instead.map(Cow::Borrowed),
    })
}

/// The wine codebook with a field and a value that are not to be said any more.
fn tables() -> Tables {
    let mut tables = builtin("wine").unwrap().clone();
    for field in tables.fields.to_mut() {
        if field.path == "wine.country" {
            field.deprecated = since("2.0", Some("wine.region"));
        }
        if field.path == "wine.wine_type" {
            let values = field.values.to_mut();
            values.first_mut().unwrap().deprecated = since("2.1", None);
        }
    }
    tables
}

#[test]
fn what_is_deprecated_is_read_and_told_once() {
    let tables = tables();
    let value = tables.field_by_path("wine.wine_type").unwrap().values[0]
        .value
        .clone();
    let said = |text: &str| -> Vec<String> {
        let decoded = Decoder::new(&tables).decode(text, "");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{text}: {:?}", decoded.account.findings);
        };
        let found = deprecated(contract, &tables);
        found.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        said(r#"{"s":"IS","A":["F004"],"C":{"flt":[{"f":"F004","op":"EQ","v":"Chile"}]}}"#),
        ["the field `wine.country` is deprecated since 2.0, say `wine.region` instead"]
    );
    let text = format!(r#"{{"s":"IS","C":{{"flt":[{{"f":"F007","op":"IN","v":["{value}"]}}]}}}}"#);
    assert_eq!(
        said(&text),
        [format!(
            "the value `wine.wine_type={value}` is deprecated since 2.1"
        )]
    );
    assert!(said(r#"{"s":"IS","A":["F003"]}"#).is_empty());
}
