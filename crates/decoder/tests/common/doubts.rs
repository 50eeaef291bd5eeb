//! What a text is asked about, and what it means.

use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoded, Decoder, Notation, Verdict};

pub(crate) fn decode<'a>(domain: &str, text: &'a str) -> Decoded<'a> {
    Decoder::new(builtin(domain).unwrap()).decode(text, "1")
}

/// The ids of all findings, and the candidates of the first.
pub(crate) fn asked(domain: &str, text: &str) -> (Vec<&'static str>, Vec<String>) {
    let decoded = decode(domain, text);
    assert!(
        matches!(decoded.verdict, Verdict::Clarify(_)),
        "{text}: {:#?}",
        decoded.verdict
    );
    let findings = decoded.account.findings;
    let ids: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
    let readings = findings[0].candidates.iter();
    (ids, readings.map(|one| one.code.clone()).collect())
}

/// What a text means, as the encoder writes it.
pub(crate) fn canonical(domain: &str, text: &str) -> String {
    let decoded = decode(domain, text);
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}: {:#?}", decoded.account.findings);
    };
    let tables = builtin(domain).unwrap();
    let sql = encode(contract, tables, Notation::Sql).unwrap();
    let again = decode(domain, &sql);
    let Verdict::Contract(read) = &again.verdict else {
        panic!("{sql}: {:#?}", again.account.findings);
    };
    assert_eq!(read.get(), contract.get(), "{text}: {sql}");
    sql
}
