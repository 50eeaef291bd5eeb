//! What is written is what its published schema says; where it is not, the place is told.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads the fixtures"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;

use cases::cases;
use cmec_compiler::emit::contract_schema;
use cmec_decoder::Decoder;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_executor::Response;
use cmec_executor::self_check::{Document, SelfCheck};
use cmec_executor::taxonomy::LimitedReason;
use serde_json::json;

#[test]
fn verdicts_are_what_their_schemas_say() {
    let cases = cases();
    for domain in DOMAINS {
        let tables = builtin(domain).unwrap();
        let check = SelfCheck::new(&contract_schema(tables)).unwrap();
        for case in cases.iter().filter(|case| case.domain == *domain) {
            let decoded = Decoder::new(tables).decode(&case.text, TRACE_ID);
            assert_eq!(check.verdict(&decoded.verdict), Ok(()), "{}", case.text);
        }
    }
}

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";

#[test]
fn a_difference_is_told_with_its_place_and_without_its_value() {
    let check = SelfCheck::new(&contract_schema(builtin("address").unwrap())).unwrap();
    let response = Response::limited(LimitedReason::Unsupported, "none".to_owned(), TRACE_ID);
    assert_eq!(check.document(Document::Response, &response), Ok(()));
    let mut written = serde_json::to_value(&response).unwrap();
    written["response_type"] = json!("secret\u{1b}[2J");
    let difference = check.document(Document::Response, &written).unwrap_err();
    assert_eq!(difference.document, Document::Response);
    assert_eq!(difference.pointer, "/response_type");
    let told = difference.to_string();
    assert!(!told.contains("secret"), "{told}");
    assert!(
        told.starts_with("a fault of cmec: the response differs"),
        "{told}"
    );
}

#[test]
fn a_schema_that_is_none_is_no_check() {
    let broken = SelfCheck::new(&json!({ "type": "nothing known" })).unwrap_err();
    assert_eq!(broken.document, Document::Contract);
}
