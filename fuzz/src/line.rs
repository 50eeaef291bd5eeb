//! Any text, read as a line and as nothing else.

use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::{Decoder, Extract, Notation, Spelling, Verdict, Violation};

use crate::said::{domains, findings_fit};

/// There is a verdict whose findings lie in the text; the short way, the long one and the judgement agree on it; and a
/// contract can be written as a line that is read as the same.
pub fn any_text_is_a_line_or_findings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for tables in domains() {
        let options = |extract| Options {
            spelling: Spelling::Only(Notation::Line),
            extract,
            ..Options::default()
        };
        let decoder = Decoder::new(tables).with_options(options(Extract::Off));
        let decoded = decoder.decode(text, "1");
        findings_fit(&decoded, bytes);
        // What stands between fences is another text.
        if !text.contains("```") {
            let long = Decoder::new(tables).with_options(options(Extract::On));
            assert_eq!(decoded, long.decode(text, "1"));
        }
        let judged = decoder.judge(text);
        let found: Vec<Violation> = decoded
            .account
            .findings
            .iter()
            .map(Violation::from)
            .collect();
        // The judgement has them all; of very many some are only counted.
        let is_judged = |one: &Violation| judged.violations.contains(one);
        assert!(found.iter().all(is_judged), "{found:?}");
        let all = found.len() + decoded.account.more;
        assert_eq!(judged.violations.len(), all);
        if let Verdict::Contract(contract) = &decoded.verdict {
            let line = encode(contract, tables, Notation::Line).expect("a contract can be written");
            let again = decoder.decode(&line, "1");
            let Verdict::Contract(read) = &again.verdict else {
                panic!("{line}: {:#?}", again.account.findings);
            };
            assert_eq!(read.get(), contract.get(), "{line}");
        }
    }
}
