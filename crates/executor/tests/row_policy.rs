//! Whoever asks: what the host must say, and what each lane makes of it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use chrono::NaiveDate;
use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue};
use cmec_decoder::{Decoder, Tables, Verdict, generated};
use cmec_executor::{PlanContext, Principals};
use serde_json::Value;

/// A built-in domain with row filters that compare a field each with a principal.
fn tables(domain: &str, filters: &[(&'static str, &'static str, ValueType)]) -> Tables {
    let mut tables = generated::builtin(domain).unwrap().clone();
    for (field, name, value_type) in filters {
        tables.principals.to_mut().push(Principal {
            name: (*name).into(),
            value_type: *value_type,
            array: false,
        });
        tables.row_filters.to_mut().push(RowFilter {
            field: (*field).into(),
            operator: Operator::Eq,
            is: RowValue::Principal((*name).into()),
        });
    }
    tables
}

/// The plan of an intent as JSON.
fn plan(tables: &Tables, principals: &Principals, intent: &str) -> Value {
    let decoded = Decoder::new(tables).decode(intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        panic!("{intent}: {:#?}", decoded.account.findings);
    };
    let context = PlanContext {
        tables,
        catalogue: cmec_executor::generated::builtin(&tables.name).unwrap(),
        principals,
        today: NaiveDate::from_ymd_opt(2026, 3, 31).unwrap(),
        limit: None,
        cursor: None,
    };
    serde_json::to_value(cmec_executor::plan(&contract, &context)).unwrap()
}

#[test]
fn a_principal_that_was_not_said_is_no_answer() {
    let own = [
        ("enterprise.city", "city", ValueType::String),
        ("park.established_on", "since", ValueType::Date),
    ];
    let tables = tables("enterprise", &own);
    let city = Principals::default().with("city", "Suzhou");
    // Of a type that the question is not about, too.
    for (principals, said) in [
        (
            Principals::default(),
            Some("principal `city`: the host did not say it"),
        ),
        (
            city.clone(),
            Some("principal `since`: the host did not say it"),
        ),
        (
            city.clone().with("since", "yesterday"),
            Some("principal `since`: what the host said does not fit `park.established_on`"),
        ),
        (
            city.clone()
                .with("since", "2020-01-01")
                .with("since", "2021-01-01"),
            Some("principal `since`: what the host said does not fit `park.established_on`"),
        ),
        (
            city.clone().with_none_of("since"),
            Some("principal `since`: what the host said does not fit `park.established_on`"),
        ),
        (city.with("since", "2020-01-01"), None),
    ] {
        let plan = plan(&tables, &principals, r#"{"s":"IS","tg":["person"]}"#);
        assert_eq!(plan["limitations"][0].as_str(), said, "{plan}");
        let reason = said.map(|_| "principal_not_bound");
        assert_eq!(plan["reasons"][0].as_str(), reason, "{plan}");
    }
}

/// A plan of the structured lane shows the contract, which has no principal.
#[test]
fn a_principal_stands_in_no_plan() {
    let tables = tables(
        "enterprise",
        &[("enterprise.city", "city", ValueType::String)],
    );
    let principals = Principals::default().with("city", "Suzhou");
    let plan = plan(&tables, &principals, r#"{"s":"IS","tg":["enterprise"]}"#);
    assert!(!plan.to_string().contains("Suzhou"), "{plan}");
}

/// Recipes know no rows but those that the contract asks for.
#[test]
fn a_recipe_gets_the_filter_or_does_not_run() {
    let account = ("account_balance.account", "account", ValueType::String);
    let organization = ("balance_document.organization", "org", ValueType::Reference);
    let said = Principals::default()
        .with("account", "62")
        .with("org", "Org");
    for (filter, intent, expected) in [
        (
            account,
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"62"}]}}"#,
            "call 62 -",
        ),
        (
            account,
            r#"{"s":"IS","tg":["account_balance"]}"#,
            "call 62 -",
        ),
        (
            account,
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"60"}]}}"#,
            "limit account: whoever asks may see rows of another value only -",
        ),
        (
            organization,
            r#"{"s":"IS","tg":["balance_document"],"E":[{"txt":"Org","ty":"organization"}],"C":{"flt":[{"f":"F401","op":"EQ","v":"60"}]}}"#,
            "call 60 Org",
        ),
        (
            organization,
            r#"{"s":"IS","tg":["balance_document"],"E":[{"txt":"Other","ty":"organization"}],"C":{"flt":[{"f":"F401","op":"EQ","v":"60"}]}}"#,
            "limit organization: whoever asks may see rows of another value only Org",
        ),
        (
            organization,
            r#"{"s":"IS","tg":["balance_document"],"C":{"flt":[{"f":"F401","op":"EQ","v":"60"}]}}"#,
            "call 60 Org",
        ),
        (
            organization,
            r#"{"s":"IS","tg":["account_balance"],"C":{"flt":[{"f":"F411","op":"EQ","v":"60"}]}}"#,
            "call 60 -",
        ),
    ] {
        let plan = plan(&tables("address", &[filter]), &said, intent);
        let step = &plan["step"];
        let part = match step["do"].as_str() {
            Some("call") => &step["accounts"][0],
            _ => &step["limitations"][0],
        };
        let filters = &plan["detection"]["extracted_filters"];
        let organization = filters["organization"].as_str().unwrap_or("-");
        let (done, part) = (step["do"].as_str().unwrap(), part.as_str().unwrap());
        let own = format!("{done} {part} {organization}");
        assert_eq!(own, expected, "{intent} {plan:#}");
    }
}
