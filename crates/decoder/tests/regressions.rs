//! Texts that were once read wrongly, the smallest that show it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
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
fn a_hybrid_whose_only_filter_is_dropped_lacks_one() {
    let text = r#"{"s":"HY","C":{"flt":[{"f":"F007","op":"EQ","v":2500}]},"Q":{"txt":"x","k":5}}"#;
    assert_eq!(findings("wine", text), ["DEC050"]);
}

#[test]
fn a_corpus_has_a_name_where_none_is_listed() {
    let text = r#"{"s":"RAG","Q":{"txt":"a","cor":[""]}}"#;
    assert_eq!(findings("enterprise", text), ["DEC062"]);
}

#[test]
fn a_table_file_without_a_scenario_is_refused() {
    let tables = builtin("mind").unwrap();
    let mut file = serde_json::json!({ "format": tables.format, "tables": tables });
    assert!(Tables::from_compiled(&file.to_string()).is_ok());
    let rows = file.pointer_mut("/tables/scenarios").unwrap();
    rows.as_array_mut().unwrap().pop();
    let refused = Tables::from_compiled(&file.to_string()).unwrap_err();
    assert!(refused.to_string().contains("scenario table"), "{refused}");
}
