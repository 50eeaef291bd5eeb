//! What the promises share: the built-in domains, the form of an input with two parts, and where findings may lie.

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::{Decoded, Tables, Verdict};

pub(crate) fn domains() -> impl Iterator<Item = &'static Tables> {
    DOMAINS.iter().filter_map(|name| builtin(name))
}

/// An input of two parts, where a zero byte stands between them: the last one, which no notation allows in a text.
pub(crate) fn parts(bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
    match bytes.iter().rposition(|byte| *byte == 0) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    }
}

/// A contract exactly where nothing was found, every finding in the text, and a verdict that can be shown.
pub(crate) fn findings_fit(decoded: &Decoded<'_>, bytes: &[u8]) {
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
