//! Operations on sets nest equally deep in every notation.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test panics on failure"
)]

use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Extract, Notation, Options, Tables, Verdict};
use proptest::prelude::*;

/// Those that have a place for operations on sets.
const NOTATIONS: [Notation; 4] = [
    Notation::C02,
    Notation::Sql,
    Notation::Mec,
    Notation::ToolCall,
];

/// Operations in one another as cMEC, from the innermost out: the one before is on the left, or on the right.
fn nested(lefts: &[bool]) -> String {
    let mut set = "\"a\"".to_owned();
    for left in lefts {
        set = if *left {
            format!(r#"{{"l":{set},"op":"UNI","r":"a"}}"#)
        } else {
            format!(r#"{{"l":"a","op":"UNI","r":{set}}}"#)
        };
    }
    format!(r#"{{"s":"SET","tg":["park"],"C":{{"grp":[{{"n":"a"}}],"set":{set}}}}}"#)
}

fn tables(input_depth: u32) -> Tables {
    let mut tables = builtin("enterprise").unwrap().clone();
    tables.limits.input_depth = input_depth;
    tables
}

/// The rules a text breaks.
fn broken(tables: &Tables, text: &str, extract: Extract) -> Vec<&'static str> {
    let options = Options {
        extract,
        ..Options::default()
    };
    let decoded = Decoder::new(tables).with_options(options).decode(text, "1");
    let findings = decoded.account.findings.iter();
    findings.map(|finding| finding.rule.id).collect()
}

/// A text is a contract, and can be said in every notation.
fn said_in_all(tables: &Tables, text: &str) {
    let decoded = Decoder::new(tables).decode(text, "1");
    let Verdict::Contract(contract) = &decoded.verdict else {
        panic!("{text}: {:#?}", decoded.account.findings);
    };
    for notation in NOTATIONS {
        let written = encode(contract, tables, notation).unwrap();
        let read = Decoder::new(tables).decode(&written, "1");
        let Verdict::Contract(read) = &read.verdict else {
            panic!("{written}: {:#?}", read.account.findings);
        };
        assert_eq!(read.get(), contract.get(), "{written}");
    }
}

#[test]
fn what_is_as_deep_as_may_be_is_said_in_every_notation() {
    for (input_depth, deepest) in [(32, 28), (12, 8), (6, 2)] {
        let tables = tables(input_depth);
        assert_eq!(tables.limits.set_depth(), deepest);
        let deepest = deepest as usize;
        for left in [true, false] {
            said_in_all(&tables, &nested(&vec![left; deepest]));
            let deeper = nested(&vec![left; deepest + 1]);
            // In one pass, and by way of a tree.
            for extract in [Extract::Off, Extract::On] {
                assert_eq!(broken(&tables, &deeper, extract), ["DEC070"]);
            }
        }
    }
}

proptest! {
    #[test]
    fn whatever_is_no_deeper_is_said_in_every_notation(
        lefts in proptest::collection::vec(any::<bool>(), 1..=28),
    ) {
        said_in_all(&tables(32), &nested(&lefts));
    }
}
