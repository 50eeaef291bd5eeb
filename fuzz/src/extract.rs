//! Text around an intent: what is cut away is a line of the ledger, and what is left is the intent, untouched.

use cmec_decoder::decode::Options;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Decoder, Extract, Notation, Verdict};

use crate::said::{domains, findings_fit};

/// A contract cut out of prose is the contract of the intent alone; a bare contract is the same with extraction on.
pub fn extraction_is_accounted_for(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for tables in domains() {
        let plain = Decoder::new(tables);
        let extracting = plain.with_options(Options {
            extract: Extract::On,
            ..Options::default()
        });
        let decoded = extracting.decode(text, "1");
        findings_fit(&decoded, bytes);
        let bare = plain.decode(text, "1");
        if matches!(bare.verdict, Verdict::Contract(_)) {
            assert_eq!(decoded.verdict, bare.verdict);
        }
        if !matches!(decoded.verdict, Verdict::Contract(_)) {
            continue;
        }
        let (mut start, mut end, mut pieces) = (0, text.len(), 0);
        for line in decoded.account.ledger.entries() {
            if line.kind == LedgerKind::Extracted {
                let span = line.span.expect("a piece has its place");
                let after = text[..span.start].trim().is_empty();
                (start, end) = if after {
                    (span.end, end)
                } else {
                    (start, span.start)
                };
                pieces += 1;
            }
        }
        assert!(pieces <= 2, "{pieces}");
        let intent = text[start..end].trim();
        assert_eq!(
            plain.decode(intent, "1").verdict,
            decoded.verdict,
            "{intent}"
        );
        let is_sql = decoded.account.notation == Notation::Sql;
        let is_object = intent.starts_with('{') && intent.ends_with('}');
        assert!(is_sql || is_object, "{intent}");
    }
}
