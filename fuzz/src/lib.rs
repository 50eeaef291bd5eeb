//! What must hold for any text whatever. The targets feed it; `cargo xtask fuzz` runs them.

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::{Decoded, Decoder, Extract, Notation, Spelling, Tables, Verdict};

/// Every way a text can be read.
fn ways() -> impl Iterator<Item = Options> {
    let spellings = [
        Spelling::Auto,
        Spelling::Only(Notation::C02),
        Spelling::Only(Notation::Mec),
        Spelling::Only(Notation::MecV01),
        Spelling::Only(Notation::ToolCall),
    ];
    spellings.into_iter().flat_map(|spelling| {
        [Extract::Off, Extract::On].map(|extract| Options {
            spelling,
            extract,
            ..Options::default()
        })
    })
}

fn domains() -> impl Iterator<Item = &'static Tables> {
    DOMAINS.iter().filter_map(|name| builtin(name))
}

/// There is a verdict, a contract exactly where nothing was found, and every finding lies in the text.
pub fn any_bytes_have_a_verdict(bytes: &[u8]) {
    for tables in domains() {
        for options in ways() {
            let decoder = Decoder::new(tables).with_options(options);
            let decoded = decoder.decode_bytes(bytes, "1");
            findings_fit(&decoded, bytes);
        }
    }
}

fn findings_fit(decoded: &Decoded<'_>, bytes: &[u8]) {
    let findings = &decoded.account.findings;
    let nothing_found = match &decoded.verdict {
        Verdict::Contract(_) => true,
        Verdict::Clarify(clarify) => clarify
            .reasons
            .first()
            .is_some_and(|reason| reason.code == MODEL_ASKED),
        Verdict::Reject(_) => false,
    };
    assert_eq!(findings.is_empty(), nothing_found, "{:?}", decoded.verdict);
    for finding in findings {
        let span = finding.span;
        assert!(bytes.get(span.start..span.end).is_some(), "{finding:?}");
        if let Ok(text) = std::str::from_utf8(bytes) {
            assert!(text.get(span.start..span.end).is_some(), "{finding:?}");
        }
    }
    let shown = serde_json::to_string(&decoded.verdict).expect("a verdict is JSON");
    assert!(shown.starts_with('{'));
}

/// What decodes to a contract is written in every notation that can say it, and decodes to the same contract.
pub fn contracts_round_trip(bytes: &[u8]) {
    for tables in domains() {
        let decoder = Decoder::new(tables);
        let decoded = decoder.decode_bytes(bytes, "1");
        let Verdict::Contract(contract) = &decoded.verdict else {
            continue;
        };
        for notation in [Notation::C02, Notation::Mec, Notation::ToolCall] {
            let written = encode(contract, tables, notation).expect("a contract can be written");
            let again = decoder.decode(&written, "1");
            let Verdict::Contract(read) = &again.verdict else {
                panic!("{written}: {:#?}", again.account.findings);
            };
            assert_eq!(read.get(), contract.get(), "{written}");
        }
    }
}
