//! Both examples of the seed decode to exactly the seed's MEC.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Verdict};
use serde_json::Value;

const CASES: &[(&str, &str)] = &[
    (
        include_str!("../../../fixtures/seed/cmec-instance-search.json"),
        include_str!("../../../fixtures/seed/mec-instance-search.json"),
    ),
    (
        r#"{"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001","dir":"O"}]}"#,
        include_str!("../../../fixtures/seed/mec-relation-existence.json"),
    ),
];

#[test]
fn seed_examples_decode_to_the_seeds_mec() {
    let tables = builtin("enterprise").unwrap();
    for (text, mec) in CASES {
        let decoded = Decoder::new(tables).decode(text, "1");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{:?}", decoded.account.findings);
        };
        let mec: Value = serde_json::from_str(mec).unwrap();
        assert_eq!(serde_json::to_value(contract).unwrap(), mec);
    }
}

#[test]
fn the_empty_graph_of_the_seed_is_in_the_ledger() {
    let tables = builtin("enterprise").unwrap();
    let decoded = Decoder::new(tables).decode(CASES[0].0, "1");
    let left_out: Vec<String> = decoded
        .account
        .ledger
        .entries()
        .iter()
        .map(|entry| entry.path.to_string())
        .collect();
    assert_eq!(left_out, ["/graph_params"]);
}
