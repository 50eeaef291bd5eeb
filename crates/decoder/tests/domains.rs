//! What holds in every built-in domain.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test panics on failure"
)]

#[path = "common/intents.rs"]
mod intents;
#[path = "stream/spoil.rs"]
mod spoil;

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::language::Scenario;
use cmec_decoder::{Decoded, Decoder, Extract, Notation, Tables, Verdict};
use intents::{Dice, intent};
use proptest::prelude::*;
use spoil::{mutate, swap};

fn all() -> impl Iterator<Item = &'static Tables> {
    DOMAINS.iter().map(|domain| builtin(domain).unwrap())
}

/// Decodes some bytes in every domain.
fn everywhere(bytes: &[u8], hold: impl Fn(&Decoded<'_>)) {
    for tables in all() {
        for extract in [Extract::Off, Extract::On] {
            let options = Options {
                extract,
                ..Options::default()
            };
            let decoder = Decoder::new(tables).with_options(options);
            hold(&decoder.decode_bytes(bytes, "1"));
        }
    }
}

/// A contract or a question of the model's own exactly where nothing was found, and findings that lie in the text.
fn has_a_verdict(bytes: &[u8]) {
    let shown = String::from_utf8_lossy(bytes);
    everywhere(bytes, |decoded| {
        let findings = &decoded.account.findings;
        let understood = match &decoded.verdict {
            Verdict::Contract(_) => true,
            Verdict::Clarify(clarify) => clarify.reasons[0].code == MODEL_ASKED,
            Verdict::Reject(_) => false,
        };
        assert_eq!(findings.is_empty(), understood, "{shown}");
        for finding in findings {
            let span = finding.span;
            assert!(
                bytes.get(span.start..span.end).is_some(),
                "{shown}\n{finding:?}"
            );
        }
    });
}

/// Writes what a text means in every notation, and reads it back.
fn round_trip(text: &str, tables: &Tables) {
    let decoded = Decoder::new(tables).decode(text, "1");
    let Verdict::Contract(said) = &decoded.verdict else {
        panic!("{text}: {:#?}", decoded.account.findings);
    };
    for notation in [Notation::C02, Notation::Mec, Notation::ToolCall] {
        let written = encode(said, tables, notation).unwrap();
        let again = Decoder::new(tables).decode(&written, "1");
        let Verdict::Contract(read) = &again.verdict else {
            panic!("{written}: {:#?}", again.account.findings);
        };
        assert_eq!(read.get(), said.get(), "{text}\n{written}");
        assert_eq!(again.account.notation, notation, "{written}");
    }
}

/// The scenarios a domain can speak of: those its lanes name.
fn speaks_of(tables: &Tables, scenario: Scenario) -> bool {
    tables.scenario(scenario).is_some()
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    let all = Scenario::ALL.iter().copied();
    let said = all.filter(|scenario| *scenario != Scenario::Clarify);
    proptest::sample::select(said.collect::<Vec<_>>())
}

fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_contract_is_written_and_read_again(scenario in scenarios(), numbers in numbers()) {
        for tables in all().filter(|tables| speaks_of(tables, scenario)) {
            round_trip(&intent(tables, scenario, &mut Dice::of(&numbers)), tables);
        }
    }

    #[test]
    fn spoilt_intents_have_a_verdict(
        scenario in scenarios(),
        numbers in numbers(),
        which in any::<proptest::sample::Index>(),
        changes in proptest::collection::vec((any::<bool>(), any::<[u16; 3]>()), 0..4),
    ) {
        let tables = builtin(which.get::<&str>(DOMAINS)).unwrap();
        let mut text = intent(tables, scenario, &mut Dice::of(&numbers));
        for (strings, numbers) in changes {
            let [at, length, piece] = numbers.map(usize::from);
            if strings {
                swap(&mut text, at, piece);
            } else {
                mutate(&mut text, at, length, piece);
            }
        }
        has_a_verdict(text.as_bytes());
    }

    #[test]
    fn any_bytes_have_a_verdict(bytes in any::<Vec<u8>>()) {
        has_a_verdict(&bytes);
    }
}
