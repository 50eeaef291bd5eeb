//! Operations on sets nest equally deep in every notation.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test panics on failure"
)]

use cmec_decoder::encode::encode;
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Extract, Notation, Options, Tables, Verdict};

/// Operations so deep, to the left or to the right, as cMEC.
fn nested(levels: u32, left: bool) -> String {
    let mut set = "\"a\"".to_owned();
    for _ in 0..levels {
        let (l, r) = if left {
            (&*set, "\"a\"")
        } else {
            ("\"a\"", &*set)
        };
        set = format!(r#"{{"l":{l},"op":"UNI","r":{r}}}"#);
    }
    format!(r#"{{"s":"SET","tg":["park"],"C":{{"grp":[{{"n":"a"}}],"set":{set}}}}}"#)
}

/// The rules a text breaks, the same by every way through the decoder.
fn broken(tables: &Tables, text: &str) -> Vec<&'static str> {
    let ids = |extract| {
        let options = Options {
            extract,
            ..Options::default()
        };
        let decoded = Decoder::new(tables).with_options(options).decode(text, "1");
        let findings = decoded.account.findings.iter();
        findings.map(|finding| finding.rule.id).collect::<Vec<_>>()
    };
    let found = ids(Extract::Off);
    assert_eq!(ids(Extract::On), found, "{text}");
    found
}

#[test]
fn what_is_as_deep_as_may_be_is_said_in_every_notation() {
    let mut tables = builtin("enterprise").unwrap().clone();
    for input_depth in [32, 12, 9] {
        tables.limits.input_depth = input_depth;
        let deepest = tables.limits.set_depth();
        assert_eq!(deepest, input_depth - 6);
        for left in [true, false] {
            let text = nested(deepest, left);
            let decoded = Decoder::new(&tables).decode(&text, "1");
            let Verdict::Contract(contract) = &decoded.verdict else {
                panic!("{text}: {:#?}", decoded.account.findings);
            };
            for notation in [
                Notation::C02,
                Notation::Line,
                Notation::Mec,
                Notation::ToolCall,
            ] {
                let written = encode(contract, &tables, notation).unwrap();
                let read = Decoder::new(&tables).decode(&written, "1");
                let Verdict::Contract(read) = &read.verdict else {
                    panic!("{written}: {:#?}", read.account.findings);
                };
                assert_eq!(read.get(), contract.get(), "{written}");
            }
            assert_eq!(broken(&tables, &nested(deepest + 1, left)), ["DEC012"]);
        }
        let many = vec!["a"; deepest as usize + 2].join("|");
        assert_eq!(broken(&tables, &format!("park a{{}} ;{many}")), ["DEC012"]);
    }
}
