//! Any text, read in one notation and in no other.

use cmec_decoder::decode::Options;
use cmec_decoder::encode::{EncodeError, encode};
use cmec_decoder::{Decoder, Extract, Notation, Spelling, Verdict};

use crate::said::{domains, findings_fit};

/// There is a verdict whose findings lie in the text; cutting text around it away changes nothing; and a contract can be
/// written in it, where it has words for the contract, as a text that is read as the same.
pub fn any_text_is_an_intent_or_findings(bytes: &[u8], notation: Notation) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for tables in domains() {
        let options = |extract| Options {
            spelling: Spelling::Only(notation),
            extract,
            ..Options::default()
        };
        let decoder = Decoder::new(tables).with_options(options(Extract::Off));
        let decoded = decoder.decode(text, "1");
        findings_fit(&decoded, bytes);
        // What stands between fences is another text.
        if !text.contains("```") {
            let extracting = Decoder::new(tables).with_options(options(Extract::On));
            assert_eq!(decoded, extracting.decode(text, "1"));
        }
        if let Verdict::Contract(contract) = &decoded.verdict {
            let text = match encode(contract, tables, notation) {
                Err(EncodeError::NotInSql { .. }) => continue,
                text => text.expect("a contract can be written"),
            };
            let again = decoder.decode(&text, "1");
            let Verdict::Contract(read) = &again.verdict else {
                panic!("{text}: {:#?}", again.account.findings);
            };
            assert_eq!(read.get(), contract.get(), "{text}");
        }
    }
}
