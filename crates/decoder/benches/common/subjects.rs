//! The texts the benches read.
#![allow(dead_code, reason = "each bench takes what it needs")]

#[path = "../../../../fixtures/decode/cases.rs"]
mod fixtures;

use cmec_decoder::generated::builtin;
use cmec_decoder::{ContractVersion, Decoder, Notation, Options, Verdict};

pub(crate) const DOMAINS: [&str; 4] = ["address", "enterprise", "mind", "wine"];
const SEED: &str = include_str!("../../../../fixtures/seed/cmec-instance-search.json");

pub(crate) struct Case {
    pub(crate) domain: &'static str,
    pub(crate) text: String,
}

/// The seed's first cMEC.
pub(crate) fn seed() -> Vec<Case> {
    vec![Case {
        domain: "enterprise",
        text: SEED.to_owned(),
    }]
}

/// The core cases with this verdict that use no form of v0.3: those of cMEC, or those of the other notations.
pub(crate) fn cases(verdict: &str, of_cmec: bool) -> Vec<Case> {
    select(verdict, of_cmec, false)
}

/// The core contracts in cMEC that use forms of v0.3.
pub(crate) fn new_forms() -> Vec<Case> {
    select("contract", true, true)
}

/// Whether a text uses a form that v0.2 has no place for.
fn is_new(domain: &str, text: &str) -> bool {
    let older = Decoder::new(builtin(domain).unwrap()).with_options(Options {
        contract_version: Some(ContractVersion::V02Lite),
        ..Options::default()
    });
    let findings = older.decode(text, "1").account.findings;
    findings.iter().any(|finding| finding.rule.id == "DEC083")
}

fn select(verdict: &str, of_cmec: bool, new: bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for domain in DOMAINS {
        for text in fixtures::cases_of(verdict, domain)
            .into_iter()
            .map(|case| case.text)
        {
            let decoded = Decoder::new(builtin(domain).unwrap()).decode(&text, "1");
            let is_cmec = decoded.account.notation == Notation::C02;
            if verdict == "contract" {
                assert!(matches!(decoded.verdict, Verdict::Contract(_)));
            }
            if is_cmec == of_cmec && is_new(domain, &text) == new {
                cases.push(Case { domain, text });
            }
        }
    }
    cases
}

pub(crate) fn bytes(cases: &[Case]) -> usize {
    cases.iter().map(|case| case.text.len()).sum()
}
