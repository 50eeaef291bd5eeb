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
    for (line, id) in [
        // What it does not add up over groups, or has one value.
        ("enterprise headcount", Some("DEC103")),
        ("enterprise headcount by ownership", None),
        ("enterprise ownership=private headcount", None),
        (
            "enterprise ownership=private|foreign headcount",
            Some("DEC103"),
        ),
        (
            "enterprise any(ownership=private or listed==*) headcount",
            Some("DEC103"),
        ),
        ("enterprise headcount by status", Some("DEC103")),
        // Several cities are equal to one, where case does not count.
        ("enterprise city=Suzhou listed_count", Some("DEC103")),
        ("enterprise listed_count by city", None),
        // An instance is in one group alone.
        ("enterprise >located total_revenue by park.city", None),
        (
            "enterprise >enterprise_2_product total_revenue by product.category",
            Some("DEC103"),
        ),
        (
            "enterprise REL >enterprise_2_product total_revenue by product.category",
            Some("DEC103"),
        ),
        (
            "enterprise >enterprise_2_product total_revenue by status",
            None,
        ),
        // Its type is what is asked about, said or by the one entity.
        ("park total_revenue", Some("DEC103")),
        ("enterprise park total_revenue", Some("DEC103")),
        ("enterprise:Alpha total_revenue", None),
        // A period is one of its field.
        ("enterprise enterprises_to_date by month(founded)", None),
        (
            "enterprise enterprises_to_date by month(created)",
            Some("DEC103"),
        ),
        (
            "enterprise enterprises_to_date by month_of(founded)",
            Some("DEC103"),
        ),
        (
            "enterprise enterprises_to_date by year(founded),month(founded)",
            Some("DEC103"),
        ),
        ("enterprise enterprises_to_date by founded", Some("DEC103")),
        // It is no field.
        ("enterprise total_revenue>5", Some("DEC031")),
        ("enterprise sum(total_revenue)", Some("DEC061")),
        // In a group of its own, and compared.
        (
            "enterprise &g{park total_revenue} revenue>&g",
            Some("DEC103"),
        ),
        ("enterprise &g{enterprise total_revenue} revenue>&g", None),
        (
            "enterprise &g{enterprise total_revenue} employees>&g",
            Some("DEC102"),
        ),
        (
            "enterprise total_revenue having &total_revenue>a",
            Some("DEC040"),
        ),
    ] {
        let found = findings(line, &tables, ContractVersion::V03);
        assert_eq!(found.first().copied(), id, "{line}: {found:?}");
    }
}

#[test]
fn an_older_contract_has_no_place_for_it() {
    let tables = tables();
    let line = "enterprise total_revenue by city";
    assert_eq!(
        findings(line, &tables, ContractVersion::V02Lite),
        ["DEC083"]
    );
    assert_eq!(findings(line, &tables, ContractVersion::V03), [""; 0]);
}
