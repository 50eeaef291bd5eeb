//! Texts that no fixture file can hold, and the bounds every text is under.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

use cmec_decoder::decode::{EmitClarify, Options};
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Verdict};
use proptest::prelude::*;

fn ids(bytes: &[u8]) -> Vec<&'static str> {
    let tables = builtin("enterprise").unwrap();
    let decoded = Decoder::new(tables).decode_bytes(bytes, "1");
    decoded
        .account
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect()
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(ids(b"{\"s\":\"\xff\"}"), ["DEC001"]);
    assert_eq!(ids(b"\xff\xfe{"), ["DEC001"]);
}

#[test]
fn a_long_text_is_not_read() {
    let tables = builtin("enterprise").unwrap();
    let long = " ".repeat(tables.limits.input_bytes as usize + 1);
    assert_eq!(ids(long.as_bytes()), ["DEC002"]);
}

#[test]
fn deep_texts_of_any_kind_end_at_the_cap() {
    for open in ["[", "{\"a\":"] {
        let deep = open.repeat(10_000);
        assert_eq!(ids(deep.as_bytes()), ["DEC012"]);
    }
}

#[test]
fn without_clarify_every_question_is_a_reject() {
    let tables = builtin("enterprise").unwrap();
    let decoder = Decoder::new(tables).with_options(Options {
        clarify: EmitClarify::Off,
        ..Options::default()
    });
    for (text, id) in [
        (r#"{"s":"CL","X":{"q":"哪个？"}}"#, "DEC080"),
        (r#"{"s":"IS","tg":["parks"]}"#, "DEC033"),
    ] {
        let decoded = decoder.decode(text, "1");
        let Verdict::Reject(reject) = decoded.verdict else {
            panic!("{text}");
        };
        assert_eq!(reject.findings[0].rule.id, id);
    }
}

#[test]
fn every_finding_has_its_place() {
    let text = "{\"s\":\"IS\",\n \"tg\":[\"enterprise\"],\n \"C\":{\"flt\":[{\"f\":\"Ф001\",\"op\":\"EQ\",\"v\":1}]}}";
    let tables = builtin("enterprise").unwrap();
    let decoded = Decoder::new(tables).decode(text, "1");
    let finding = &decoded.account.findings[0];
    assert_eq!(finding.pointer, "/C/flt/0/f");
    assert_eq!(&text[finding.span.start..finding.span.end], "\"Ф001\"");
    assert_eq!((finding.position.line, finding.position.column), (3, 19));
}

proptest! {
    /// Whatever a model says, there is a verdict, and a contract only without findings.
    #[test]
    fn any_text_has_a_verdict(text in any::<String>()) {
        check(&text)?;
    }

    /// Mutations of a good text: a range of it replaced.
    #[test]
    fn any_mutation_has_a_verdict(start in 0_usize..400, length in 0_usize..12, new in "[\\[\\]{}\":,0-9a-zA-Z\\\\и企]{0,6}") {
        let text: Vec<char> = include_str!("../../../fixtures/decode/contract/enterprise/agg_by_industry.txt").chars().collect();
        let start = start.min(text.len());
        let end = (start + length).min(text.len());
        let mutated: String = text[..start].iter().copied().chain(new.chars()).chain(text[end..].iter().copied()).collect();
        check(&mutated)?;
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let tables = builtin("enterprise").unwrap();
    let decoded = Decoder::new(tables).decode(text, "1");
    let is_contract = matches!(decoded.verdict, Verdict::Contract(_));
    let asks = matches!(&decoded.verdict, Verdict::Clarify(clarify) if clarify.reasons[0].code == "model_asked");
    prop_assert_eq!(decoded.account.findings.is_empty(), is_contract || asks);
    for finding in &decoded.account.findings {
        prop_assert!(
            text.get(finding.span.start..finding.span.end).is_some(),
            "{:?}",
            finding
        );
    }
    Ok(())
}

/// The lexer must not recurse in a text: one of its states for each byte would be one frame for each.
#[test]
fn long_texts_with_escapes_end_where_they_end() {
    let escaped = r#"\n;"#.repeat(20_000);
    let cut = format!(
        r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{{"f":"F001","op":"EQ","v":"{escaped}"#
    );
    assert_eq!(ids(cut.as_bytes()), ["DEC006"]);
    let digits = "1".repeat(60_000);
    assert_eq!(ids(format!("{{\"s\":{digits}").as_bytes()), ["DEC006"]);
}
