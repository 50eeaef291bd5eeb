//! The verdict without words is the verdict with them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "common/intents.rs"]
mod intents;

use cases::cases;
use cmec_decoder::Extract;
use cmec_decoder::decode::{EmitClarify, Options};
use cmec_decoder::finding::Violation;
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::{ContractVersion, Decoder, Ruling, Tables, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;

fn agree(decoder: &Decoder<'_>, text: &str) {
    let judged = decoder.judge(text);
    let decoded = decoder.decode(text, "1");
    let place = |violation: &Violation| (violation.rule.id, violation.span);
    let found: Vec<_> = judged.violations.iter().map(place).collect();
    let told: Vec<_> = (decoded.account.findings.iter())
        .map(|finding| place(&Violation::from(finding)))
        .collect();
    assert_eq!(found.len(), told.len() + decoded.account.more, "{text}");
    if decoded.account.more == 0 {
        assert_eq!(found, told, "{text}");
    }
    // Of more than can be told those are told that decide, in their order.
    let mut rest = found.iter();
    let in_order = told.iter().all(|one| rest.any(|other| other == one));
    assert!(in_order, "{told:?} {found:?} {text}");
    match (&judged.ruling, &decoded.verdict) {
        (Ruling::Contract(judged), Verdict::Contract(told)) => assert_eq!(judged, told, "{text}"),
        (Ruling::Clarify, Verdict::Clarify(_)) | (Ruling::Reject, Verdict::Reject(_)) => {}
        (judged, told) => panic!("{judged:?} and {told:?} of {text}"),
    }
    assert_eq!(judged.ledger, decoded.account.ledger, "{text}");
}

fn agree_with_every_switch(tables: &Tables, text: &str) {
    for clarify in [EmitClarify::On, EmitClarify::Off] {
        for extract in [Extract::Off, Extract::On] {
            for contract_version in ContractVersion::ALL.iter().copied().map(Some) {
                let options = Options {
                    clarify,
                    extract,
                    contract_version,
                    ..Options::default()
                };
                agree(&Decoder::new(tables).with_options(options), text);
            }
        }
    }
}

#[test]
fn of_every_fixture() {
    for case in cases() {
        agree_with_every_switch(builtin(&case.domain).unwrap(), &case.text);
    }
}

fn scenario(tables: &Tables, numbers: &[u32]) -> Scenario {
    let said: Vec<Scenario> = (tables.scenarios.iter())
        .map(|row| row.scenario)
        .filter(|scenario| {
            let needs_relations = matches!(
                scenario,
                Scenario::RelationQuery | Scenario::RelationExistence
            );
            *scenario != Scenario::Clarify && !(needs_relations && tables.relations.is_empty())
        })
        .collect();
    said[numbers.first().map_or(0, |number| *number as usize) % said.len()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn of_intents_with_faults(
        numbers in prop::collection::vec(any::<u32>(), 1..60),
        domain in 0_usize..4,
        faults in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..8), 0..4),
    ) {
        let tables = builtin(["address", "enterprise", "mind", "wine"][domain]).unwrap();
        let mut text = intent(tables, scenario(tables, &numbers), &mut Dice::of(&numbers));
        for (at, fault) in faults {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
            let with = ["", "0", "X", "\"", "F999", ",", "{}", "\"zz\":1,"][fault];
            text.insert_str(places[at.index(places.len())], with);
        }
        agree_with_every_switch(tables, &text);
    }
}
