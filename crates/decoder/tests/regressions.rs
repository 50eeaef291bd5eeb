//! Texts that were once read wrongly, the smallest that show it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Tables};

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
