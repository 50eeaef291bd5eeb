//! Texts that were once read wrongly, the smallest that show it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use cmec_decoder::generated::builtin;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Decoder, Tables, Verdict};

fn findings(domain: &str, text: &str) -> Vec<&'static str> {
    let decoded = Decoder::new(builtin(domain).unwrap()).decode(text, "1");
    let ids = decoded.account.findings.iter();
    ids.map(|finding| finding.rule.id).collect()
}

#[test]
fn a_zero_byte_ends_no_key() {
    for text in [
        "{\"s\0\":\"SG\",\"E\":[{\"txt\":\"a\"}]}",
        "{\"s\":\"SG\",\"E\":[{\"txt\0\":\"a\"}]}",
    ] {
        assert_eq!(findings("enterprise", text), ["DEC010"], "{text:?}");
    }
}

/// A small model repeats itself; the ledger says what was left out.
#[test]
fn a_type_that_is_said_twice_is_one() {
    for text in [
        r#"{"s":"IS","tg":["park","enterprise","park"]}"#,
        r#"{"intent":{"scenario":"instance_search","output_type":"instances"},"grounding":{"target_types":["park","enterprise","park"]},"constraints":{"filters":[],"sort":[],"pagination":{"limit":20,"offset":0}}}"#,
        r#"{"name":"query_enterprise","arguments":{"s":"IS","tg":["park","enterprise","park"]}}"#,
    ] {
        let decoded = Decoder::new(builtin("enterprise").unwrap()).decode(text, "1");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{text}: {:?}", decoded.verdict);
        };
        assert_eq!(
            contract.grounding.target_types,
            ["park", "enterprise"],
            "{text}"
        );
        let lines = decoded.account.ledger.entries();
        let left_out: Vec<_> =
            (lines.iter().filter(|line| line.kind == LedgerKind::LeftOut)).collect();
        assert_eq!(left_out.len(), 1, "{text}: {lines:?}");
        assert_eq!(left_out[0].why, "the type is said twice");
        assert_eq!(
            left_out[0].span.unwrap().start as usize,
            text.rfind("\"park").unwrap(),
            "{text}"
        );
    }
}

#[test]
fn a_table_file_whose_scenario_table_is_not_whole_is_refused() {
    let tables = builtin("mind").unwrap();
    let file = serde_json::json!({ "format": tables.format, "tables": tables });
    assert!(Tables::from_compiled(&file.to_string()).is_ok());
    let edits: [fn(&mut Vec<serde_json::Value>); 3] = [
        |rows| rows.retain(|row| row["scenario"] != "clarify"),
        |rows| rows.push(rows[0].clone()),
        |rows| rows[0]["outputs"] = serde_json::json!([]),
    ];
    for edit in edits {
        let mut file = file.clone();
        let rows = file.pointer_mut("/tables/scenarios").unwrap();
        edit(rows.as_array_mut().unwrap());
        let refused = Tables::from_compiled(&file.to_string()).unwrap_err();
        assert!(refused.to_string().contains("scenario table"), "{refused}");
    }
}

/// Arms of a star in either order: one that leads away from the target may end anywhere, one that begins at an entity
/// ends at the target.
#[test]
fn the_order_of_arms_decides_nothing() {
    let park = r#"{"r":"R001","fr":"target","to":0}"#;
    let made = r#"{"r":"R006","fr":"target"}"#;
    let staff = r#"{"r":"R002","fr":0}"#;
    let of_products = r#"{"r":"R006","fr":0}"#;
    let (in_park, at) = (r#"{"txt":"a","ty":"park"}"#, r#"{"txt":"a","ty":"person"}"#);
    let company = r#"{"txt":"a","ty":"enterprise"}"#;
    let cases: [(&str, [&str; 2], &[&str]); 3] = [
        (in_park, [park, made], &[]),
        (at, [staff, made], &[]),
        (company, [of_products, made], &["DEC056"]),
    ];
    for (entity, [one, other], expected) in cases {
        for arms in [[one, other], [other, one]] {
            let arms = arms.join(",");
            let text = format!(r#"{{"s":"RQ","tg":["enterprise"],"E":[{entity}],"R":[{arms}]}}"#);
            assert_eq!(findings("enterprise", &text), expected, "{text}");
        }
    }
}

/// The depth is that of the longest chain, with entities or without.
#[test]
fn arms_are_not_deep() {
    for (relations, depth) in [
        (
            r#"{"r":"R001","fr":"target"},{"r":"R006","fr":"target"}"#,
            1,
        ),
        (
            r#"{"r":"R001","fr":"target"},{"r":"R012"},{"r":"R006","fr":"target"}"#,
            2,
        ),
        (r#"{"r":"R001"},{"r":"R012"}"#, 2),
    ] {
        let text = format!(r#"{{"s":"RQ","tg":["enterprise"],"R":[{relations}]}}"#);
        let tables = builtin("enterprise").unwrap();
        let decoded = Decoder::new(tables).decode(&text, "1");
        let contract = serde_json::to_value(&decoded.verdict).unwrap();
        let said = contract.pointer("/graph_params/depth");
        assert_eq!(said, Some(&depth.into()), "{text}: {contract}");
    }
}

/// A form feed is no blank of any notation, so that one behind the intent is what follows it.
#[test]
fn a_form_feed_behind_an_intent_has_its_place() {
    for (text, id) in [
        ("{\"s\":\"IS\",\"tg\":[\"wine\"]}\t\u{c}", "DEC007"),
        ("SELECT * FROM wine\n\u{c}", "DEC004"),
    ] {
        let decoded = Decoder::new(builtin("wine").unwrap()).decode(text, "1");
        let [finding] = &decoded.account.findings[..] else {
            panic!("{text:?}: {:?}", decoded.account.findings);
        };
        assert_eq!(finding.rule.id, id, "{text:?}");
        let place = text.get(finding.span.start..finding.span.end);
        assert_eq!(place, Some("\u{c}"), "{text:?}");
    }
}
