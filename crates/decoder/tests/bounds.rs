//! Whatever is wrong with a text, and however often, what is said of it stays in proportion.
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

#[path = "common/hostile.rs"]
mod hostile;

use std::fmt::Write as _;

use cmec_decoder::finding::DESCRIBED_AT_MOST;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::{Decoder, Extract, Options};
use hostile::hostile;

/// Most bytes of a verdict and its account, as JSON.
const MOST: usize = 1_000_000;

#[test]
fn no_text_has_an_answer_out_of_all_proportion() {
    for domain in DOMAINS {
        let tables = builtin(domain).unwrap();
        for text in hostile(tables) {
            for extract in [Extract::Off, Extract::On] {
                let options = Options {
                    extract,
                    ..Options::default()
                };
                let decoded = Decoder::new(tables)
                    .with_options(options)
                    .decode(&text, "1");
                let findings = &decoded.account.findings;
                let head: String = text.chars().take(60).collect();
                assert!(findings.len() <= DESCRIBED_AT_MOST, "{domain} {head}");
                assert!(findings.iter().all(|one| !one.message.is_empty()), "{head}");
                let decoded = decoded.in_language("ru");
                let mut said = serde_json::to_string(&decoded.verdict).unwrap();
                for entry in decoded.account.ledger.entries() {
                    let _ = writeln!(said, "{}", serde_json::to_string(&entry).unwrap());
                }
                assert!(said.len() <= MOST, "{domain} {head}: {} bytes", said.len());
            }
        }
    }
}

#[test]
fn what_is_not_told_is_counted() {
    let tables = builtin("enterprise").unwrap();
    let filters: Vec<String> = (0..100)
        .map(|at| format!(r#"{{"f":"Z{at}","op":"EQ","v":1}}"#))
        .collect();
    let text = format!(
        r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{}]}}}}"#,
        filters.join(",")
    );
    let decoder = Decoder::new(tables);
    let decoded = decoder.decode(&text, "1");
    // All but the first 64; the cap of filters is one of them.
    assert_eq!(decoded.account.findings.len(), DESCRIBED_AT_MOST);
    assert_eq!(decoded.account.more, 101 - DESCRIBED_AT_MOST);
    let json = serde_json::to_value(&decoded.verdict).unwrap();
    assert_eq!(json.get("more").unwrap(), 101 - DESCRIBED_AT_MOST);
}
