//! What must hold of an intent that asks for a metric of the codebook.

#![allow(clippy::unwrap_used, reason = "a test panics on failure")]
#![cfg(feature = "builtin")]

use cmec_decoder::tables::Tables;
use cmec_decoder::{ContractVersion, Decoder, Options, Verdict, generated};

/// The enterprises, whose headcount does not add up over ownerships here, nor the listed ones over cities.
fn tables() -> Tables {
    let mut tables = generated::builtin("enterprise").unwrap().clone();
    for metric in tables.metrics.to_mut() {
        let over = match metric.name.as_ref() {
            "headcount" => "enterprise.ownership",
            "listed_count" => "enterprise.city",
            _ => continue,
        };
        metric.not_additive = vec![over.into()].into();
    }
    tables
}

/// The ids of the findings; none where it is a contract.
fn findings(text: &str, tables: &Tables, version: ContractVersion) -> Vec<&'static str> {
    let options = Options {
        contract_version: Some(version),
        ..Options::default()
    };
    let decoded = Decoder::new(tables).with_options(options).decode(text, "");
    let findings = decoded.account.findings.iter();
    let ids: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
    assert_eq!(
        matches!(decoded.verdict, Verdict::Contract(_)),
        ids.is_empty()
    );
    ids
}

#[test]
fn an_intent_fits_the_metric_it_asks_for() {
    let tables = tables();
    for (text, id) in [
        // What it does not add up over groups, or has one value.
        ("SELECT headcount FROM enterprise", Some("DEC103")),
        (
            "SELECT ownership, headcount FROM enterprise GROUP BY ownership",
            None,
        ),
        (
            "SELECT headcount FROM enterprise WHERE ownership = 'private'",
            None,
        ),
        (
            "SELECT headcount FROM enterprise WHERE ownership IN ('private', 'foreign')",
            Some("DEC103"),
        ),
        (
            "SELECT headcount FROM enterprise WHERE ownership = 'private' OR listed IS NOT NULL",
            Some("DEC103"),
        ),
        (
            "SELECT status, headcount FROM enterprise GROUP BY status",
            Some("DEC103"),
        ),
        // Several cities are equal to one, where case does not count.
        (
            "SELECT listed_count FROM enterprise WHERE city = 'Suzhou'",
            Some("DEC103"),
        ),
        (
            "SELECT city, listed_count FROM enterprise GROUP BY city",
            None,
        ),
        // An instance is in one group alone.
        (
            "SELECT park.city, total_revenue FROM enterprise JOIN park ON enterprise.located = park GROUP BY park.city",
            None,
        ),
        (
            "SELECT category, total_revenue FROM enterprise JOIN product ON enterprise.makes = product GROUP BY category",
            Some("DEC103"),
        ),
        (
            "SELECT status, total_revenue FROM enterprise JOIN product ON enterprise.makes = product GROUP BY status",
            None,
        ),
        // Its type is what is asked about, said or by the one entity.
        ("SELECT total_revenue FROM park", Some("DEC103")),
        (
            "SELECT total_revenue FROM enterprise WHERE name = 'Alpha'",
            None,
        ),
        // A period is one of its field.
        (
            "SELECT DATE_TRUNC('month', founded), enterprises_to_date FROM enterprise GROUP BY DATE_TRUNC('month', founded)",
            None,
        ),
        (
            "SELECT DATE_TRUNC('month', created), enterprises_to_date FROM enterprise GROUP BY DATE_TRUNC('month', created)",
            Some("DEC103"),
        ),
        (
            "SELECT MONTH(founded), enterprises_to_date FROM enterprise GROUP BY MONTH(founded)",
            Some("DEC103"),
        ),
        (
            "SELECT YEAR(founded), DATE_TRUNC('month', founded), enterprises_to_date FROM enterprise GROUP BY YEAR(founded), DATE_TRUNC('month', founded)",
            Some("DEC103"),
        ),
        (
            "SELECT founded, enterprises_to_date FROM enterprise GROUP BY founded",
            Some("DEC103"),
        ),
        // It is no field.
        ("SELECT SUM(total_revenue) FROM enterprise", Some("DEC061")),
        // In a group of its own, and compared.
        (
            "SELECT * FROM enterprise WHERE revenue > (SELECT total_revenue FROM park)",
            Some("DEC103"),
        ),
        (
            "SELECT * FROM enterprise WHERE revenue > (SELECT total_revenue FROM enterprise)",
            None,
        ),
        (
            "SELECT * FROM enterprise WHERE employees > (SELECT total_revenue FROM enterprise)",
            Some("DEC102"),
        ),
        (
            "SELECT city, total_revenue FROM enterprise GROUP BY city HAVING total_revenue > 'a'",
            Some("DEC040"),
        ),
    ] {
        let found = findings(text, &tables, ContractVersion::V03);
        assert_eq!(found.first().copied(), id, "{text}: {found:?}");
    }
}

#[test]
fn an_older_contract_has_no_place_for_it() {
    let tables = tables();
    let text = "SELECT city, total_revenue FROM enterprise GROUP BY city";
    assert_eq!(
        findings(text, &tables, ContractVersion::V02Lite),
        ["DEC083"]
    );
    assert_eq!(findings(text, &tables, ContractVersion::V03), [""; 0]);
}
