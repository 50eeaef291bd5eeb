//! Row filters of a codebook.
#![cfg(feature = "builtin")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test panics on failure"
)]

use std::borrow::Cow;

use cmec_decoder::contract::Condition;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::tables::{Principal, RowFilter, RowValue};
use cmec_decoder::{Decoder, Notation, Tables, Verdict};

fn filter(field: &'static str, operator: Operator, values: &[&'static str]) -> RowFilter {
    let values: Vec<_> = values.iter().map(|text| Cow::Borrowed(*text)).collect();
    RowFilter {
        field: field.into(),
        operator,
        is: RowValue::Constant(values.into()),
    }
}

fn tables() -> Tables {
    let mut tables = builtin("enterprise").unwrap().clone();
    tables.row_filters = vec![
        filter("enterprise.status", Operator::In, &["active", "closed"]),
        filter("park.area_km2", Operator::Ge, &["1.5"]),
    ]
    .into();
    tables
}

/// The filters of the answer, then those of each group.
fn filters(tables: &Tables, text: &str) -> Vec<String> {
    let decoder = Decoder::new(tables);
    let decoded = decoder.decode(text, "1");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}: {:?}", decoded.account.findings);
    };
    let groups = contract.constraints.groups.iter();
    let lists =
        std::iter::once(&contract.constraints.filters).chain(groups.map(|group| &group.filters));
    let paths = lists.map(|list| {
        let paths = list
            .iter()
            .flat_map(Condition::filters)
            .map(|filter| filter.field.as_ref());
        paths.collect::<Vec<_>>().join(" ")
    });
    // Written and read again, nothing is added twice.
    let again = encode(contract, tables, Notation::C02).unwrap();
    let read = decoder.decode(&again, "1");
    assert_eq!(read.verdict, decoded.verdict, "{again}");
    paths.collect()
}

#[test]
fn intents_about_a_type_have_its_filters() {
    let tables = tables();
    for (text, expected) in [
        (
            r#"{"s":"IS","tg":["enterprise"]}"#,
            &["enterprise.status"][..],
        ),
        (r#"{"tg":["enterprise"],"s":"IS"}"#, &["enterprise.status"]),
        (
            r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F020","op":"CT","v":"a"}]}}"#,
            &["park.name park.area_km2"],
        ),
        (r#"{"s":"IS","tg":["person"]}"#, &[""]),
        (
            r#"{"s":"AF","E":[{"txt":"a"}]}"#,
            &["enterprise.status park.area_km2"],
        ),
        (
            r#"{"s":"AF","E":[{"txt":"a","ty":"park"}]}"#,
            &["park.area_km2"],
        ),
        (
            r#"{"s":"RQ","E":[{"txt":"a","ty":"enterprise"}],"R":[{"r":"R001"}],"tg":["park"]}"#,
            &["enterprise.status park.area_km2"],
        ),
        (
            r#"{"s":"SET","tg":["park"],"C":{"grp":[{"n":"a","tg":["enterprise"]},{"n":"b"}],"set":{"l":"a","op":"UNI","r":"b"}}}"#,
            &["park.area_km2", "enterprise.status", "park.area_km2"],
        ),
        // What is said already is not said twice; another filter of the field stands beside it.
        (
            r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F022","op":"GE","v":1.5}]}}"#,
            &["park.area_km2"],
        ),
        (
            r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F022","op":"GE","v":0}]}}"#,
            &["park.area_km2 park.area_km2"],
        ),
    ] {
        assert_eq!(filters(&tables, text), expected, "{text}");
    }
}

/// What is added cannot be said away: a filter that leaves nothing of it is asked about.
#[test]
fn a_filter_against_it_is_a_question() {
    let tables = tables();
    let decoder = Decoder::new(&tables);
    for filters in [
        r#"{"f":"F003","op":"EQ","v":"suspended"}"#,
        r#"{"f":"F003","op":"EX","v":false}"#,
    ] {
        let text = format!(r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{filters}]}}}}"#);
        let found = decoder.decode(&text, "1").account.findings;
        let ids: Vec<&str> = found.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(ids, ["DEC065"]);
    }
}

/// What an executor binds stands in no contract, and is no reason to ask.
#[test]
fn a_principal_stands_in_no_contract() {
    let mut tables = builtin("enterprise").unwrap().clone();
    tables.principals = vec![Principal {
        name: "tenant".into(),
        value_type: ValueType::String,
        array: false,
    }]
    .into();
    tables.row_filters = vec![RowFilter {
        is: RowValue::Principal("tenant".into()),
        ..filter("enterprise.code", Operator::Eq, &[])
    }]
    .into();
    for text in [
        r#"{"s":"IS","tg":["enterprise"]}"#,
        r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F002","op":"EQ","v":"tenant"}]}}"#,
    ] {
        let found = filters(&tables, text);
        assert!(found == [""] || found == ["enterprise.code"], "{found:?}");
    }
}

#[test]
fn the_ledger_tells_what_was_added() {
    let tables = tables();
    let decoded = Decoder::new(&tables).decode(r#"{"s":"IS","tg":["park"]}"#, "1");
    let lines = decoded.account.ledger.entries();
    let line = lines
        .iter()
        .find(|line| line.kind == LedgerKind::AddedByHost);
    let line = serde_json::to_string(line.unwrap()).unwrap();
    assert_eq!(
        line,
        r#"{"kind":"added_by_host","path":"/constraints/filters/0","value":"park.area_km2 ge","why":"the codebook adds it to every intent about this type"}"#
    );
}

#[test]
fn tables_with_a_filter_that_is_none_are_refused() {
    let file = |row_filter: RowFilter| {
        let mut tables = tables();
        tables.row_filters = vec![row_filter].into();
        let tables = serde_json::to_value(&tables).unwrap();
        let file =
            serde_json::json!({"format": cmec_decoder::tables::TABLES_FORMAT, "tables": tables});
        Tables::from_compiled(&file.to_string())
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(file(filter("park.area_km2", Operator::Ge, &["2"])), Ok(()));
    for wrong in [
        filter("park.nothing", Operator::Ge, &["2"]),
        filter("park.area_km2", Operator::Contains, &["2"]),
        filter("park.area_km2", Operator::Ge, &["two"]),
        filter("park.area_km2", Operator::Ge, &[]),
        filter("park.area_km2", Operator::Between, &["2"]),
        filter("enterprise.status", Operator::Eq, &["none of them"]),
        RowFilter {
            is: RowValue::Principal("nobody".into()),
            ..filter("park.name", Operator::Eq, &[])
        },
    ] {
        let error = file(wrong).unwrap_err();
        assert!(error.contains("does not fit its field"), "{error}");
    }
}
