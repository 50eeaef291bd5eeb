//! Every contract can be written, and what is written decodes to the same contract.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "common/intents.rs"]
mod intents;

use cases::cases;
use cmec_decoder::contract::Defaultable;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::{EncodeError, encode};
use cmec_decoder::generated::builtin;
use cmec_decoder::language::Scenario;
use cmec_decoder::{
    Contract, ContractVersion, Decoded, Decoder, Notation, Spelling, Tables, Valid, Verdict,
};
use intents::{Dice, intent};
use proptest::prelude::*;

const WRITTEN: &[Notation] = &[Notation::C02, Notation::Mec, Notation::ToolCall];

fn contract<'a>(decoded: &'a Decoded<'a>, text: &str) -> &'a Valid<Contract<'a>> {
    match &decoded.verdict {
        Verdict::Contract(contract) => contract,
        _ => panic!("{text}: {:#?}", decoded.account.findings),
    }
}

/// Writes what a text means in every notation, and reads it back.
fn round_trip(text: &str, tables: &Tables) {
    let first = Decoder::new(tables).decode(text, "1");
    let said = contract(&first, text);
    for notation in WRITTEN {
        let written = encode(said, tables, *notation).unwrap();
        let again = Decoder::new(tables).decode(&written, "1");
        let read = contract(&again, &written);
        assert_eq!(read.get(), said.get(), "{text}\n{written}");
        assert_eq!(again.account.notation, *notation, "{written}");
        assert_eq!(encode(read, tables, *notation).unwrap(), written);
        if *notation != Notation::Mec {
            assert_eq!(
                read.is_defaulted(Defaultable::Limit),
                said.is_defaulted(Defaultable::Limit),
                "{text}\n{written}"
            );
        }
        let only = Decoder::new(tables).with_options(Options {
            spelling: Spelling::Only(*notation),
            ..Options::default()
        });
        assert_eq!(only.decode(&written, "1").verdict, again.verdict);
    }
    older(said, tables);
}

/// A host of v0.1 gets the same contract, or is asked about what it has no place for.
fn older(said: &Valid<Contract<'_>>, tables: &Tables) {
    let host = Decoder::new(tables).with_options(Options {
        contract_version: Some(ContractVersion::V01),
        ..Options::default()
    });
    let text = encode(said, tables, Notation::C02).unwrap();
    let decoded = host.decode(&text, "1");
    match encode(said, tables, Notation::MecV01) {
        Ok(written) => {
            let again = host.decode(&written, "1");
            assert_eq!(again.account.notation, Notation::MecV01, "{written}");
            assert_eq!(contract(&again, &written).get(), said.get(), "{written}");
            assert_eq!(contract(&decoded, &text).get(), said.get(), "{text}");
        }
        Err(EncodeError::NotInVersion { .. }) => {
            let findings = &decoded.account.findings;
            assert!(matches!(decoded.verdict, Verdict::Clarify(_)), "{text}");
            assert!(
                findings.iter().all(|found| found.rule.id == "DEC083"),
                "{text}"
            );
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

#[test]
fn every_contract_of_the_fixtures_round_trips() {
    for case in cases().iter().filter(|case| case.verdict == "contract") {
        round_trip(&case.text, builtin(&case.domain).unwrap());
    }
}

#[test]
fn canonical_texts_leave_out_what_is_derived() {
    let tables = builtin("enterprise").unwrap();
    for (text, canonical) in [
        (
            include_str!("../../../fixtures/seed/cmec-instance-search.json"),
            r#"{"s":"IS","tg":["enterprise"],"E":[{"txt":"企业A"}],"C":{"flt":[{"f":"F001","op":"CT","v":"新能源"}],"srt":[{"f":"F010","ord":"D"}],"pg":{"lim":20}}}"#,
        ),
        (
            r#"{"G":{"dir":"O","dep":1,"rel":["R001"]},"R":[{"dir":"O","r":"R001"}],"o":"EXIST","E":[{"txt":"企业A"},{"txt":"园区B"}],"s":"REX","C":{"flt":[],"pg":{"off":0}}}"#,
            r#"{"s":"REX","E":[{"txt":"企业A"},{"txt":"园区B"}],"R":[{"r":"R001"}]}"#,
        ),
        (
            r#"{"s":"PQ","E":[{"txt":"a"},{"txt":"b"}],"G":{"dir":"B","path":{"hop":2}}}"#,
            r#"{"s":"PQ","E":[{"txt":"a"},{"txt":"b"}],"G":{"dep":2}}"#,
        ),
        (
            r#"{"s":"PQ","G":{"path":{"src":["1"]}}}"#,
            r#"{"s":"PQ","G":{"path":{"src":["1"]}}}"#,
        ),
        (
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","as":"count"},{"fn":"SUM","f":"F006","as":"staff"}],"srt":[{"by":"F006","ord":"A"}],"pg":{"lim":20}}}}"#,
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"},{"fn":"SUM","f":"F006","as":"staff"}],"srt":[{"by":"&staff"}]}}}"#,
        ),
    ] {
        let decoded = Decoder::new(tables).decode(text, "1");
        let said = contract(&decoded, text);
        assert_eq!(encode(said, tables, Notation::C02).unwrap(), canonical);
    }
    let tables = builtin("mind").unwrap();
    let text = r#"{"s":"RAG","tg":["note"],"Q":{"txt":"why"}}"#;
    let decoded = Decoder::new(tables).decode(text, "1");
    assert_eq!(
        encode(contract(&decoded, text), tables, Notation::C02).unwrap(),
        r#"{"s":"RAG","Q":{"txt":"why"}}"#
    );
}

#[test]
fn what_cannot_be_written_says_why() {
    let tables = builtin("enterprise").unwrap();
    let text = r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F001","op":"EX"}]}}"#;
    let decoded = Decoder::new(tables).decode(text, "1");
    let said = contract(&decoded, text);
    let counted = r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"}]}}}"#;
    let decoded = Decoder::new(tables).decode(counted, "1");
    let flat = encode(contract(&decoded, counted), tables, Notation::MecV01).unwrap_err();
    assert_eq!(
        flat.to_string(),
        "a contract of version `v0.1` has no aggregation"
    );
    let other = encode(said, builtin("mind").unwrap(), Notation::C02).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the tables have no field `enterprise.name`: the contract comes from another codebook"
    );
}

/// A scenario that makes a contract, and the numbers its intent is drawn from.
fn seeds() -> impl Strategy<Value = (Scenario, Vec<u32>)> {
    let scenarios: Vec<Scenario> = (Scenario::ALL.iter().copied())
        .filter(|scenario| *scenario != Scenario::Clarify)
        .collect();
    (
        proptest::sample::select(scenarios),
        proptest::collection::vec(any::<u32>(), 0..120),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_contract_of_the_enterprise_round_trips((scenario, numbers) in seeds()) {
        let tables = builtin("enterprise").unwrap();
        round_trip(&intent(tables, scenario, &mut Dice::of(&numbers)), tables);
    }

    #[test]
    fn every_contract_over_notes_round_trips((scenario, numbers) in seeds()) {
        let tables = builtin("mind").unwrap();
        // Its lanes name a few.
        let served = [Scenario::InstanceSearch, Scenario::TextRag, Scenario::Hybrid];
        let scenario = served[scenario as usize % served.len()];
        round_trip(&intent(tables, scenario, &mut Dice::of(&numbers)), tables);
    }
}
