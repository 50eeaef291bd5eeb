//! One part said again: nothing else of the text changes.

use cmec_decoder::{Decoder, Verdict};
use serde_json::Value;

use crate::said::{domains, findings_fit, parts};

/// What a patch alone is for: texts with an unclear filter, an unclear type and an unclear hop.
const UNCLEAR: &[&str] = &[
    r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EX"},{"f":"F999","op":"CT","v":"新能源"}]}}"#,
    r#"{"s":"IS","tg":["parks"],"E":[{"txt":"a"}]}"#,
    r#"{"s":"RQ","E":[{"txt":"企业A","ty":"enterprise"}],"R":[{"r":"R999","dir":"O"}]}"#,
];

/// A text, a zero byte and a patch for it; without a zero byte, a patch.
pub fn patches_change_one_part(bytes: &[u8]) {
    let (first, second) = parts(bytes);
    let (Ok(first), Ok(second)) = (
        std::str::from_utf8(first),
        second.map(std::str::from_utf8).transpose(),
    ) else {
        return;
    };
    match second {
        Some(patch) => said_again(first, patch),
        None => UNCLEAR
            .iter()
            .for_each(|previous| said_again(previous, first)),
    }
}

fn said_again(previous: &str, patch: &str) {
    for tables in domains() {
        let decoder = Decoder::new(tables);
        let before = decoder.decode(previous, "1");
        let unclear = match &before.verdict {
            Verdict::Clarify(clarify) => clarify.patchable.clone(),
            _ => None,
        };
        let mut merged = String::new();
        let decoded = decoder.patch(previous, patch, &mut merged, "1");
        let found = decoded.account.findings.len();
        let verdict = serde_json::to_string(&decoded.verdict).expect("a verdict is JSON");
        drop(decoded);
        let whole = decoder.decode(&merged, "1");
        if serde_json::to_string(&whole.verdict).expect("a verdict is JSON") != verdict {
            // A patch that could not be merged: its places are those of the patch.
            assert_eq!(
                (merged.as_str(), found),
                (patch, 1),
                "{previous}\n{verdict}"
            );
            continue;
        }
        findings_fit(&whole, merged.as_bytes());
        if merged == patch {
            continue;
        }
        let Some(part) = unclear else {
            panic!("{previous}\n{merged}\nwas not to be said again");
        };
        assert_eq!(without(previous, &part), without(&merged, &part), "{part}");
    }
}

/// A JSON text with nothing in one place; `None` where it is no JSON, or the place is in a text inside it.
fn without(text: &str, pointer: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    *value.pointer_mut(pointer)? = Value::Null;
    Some(value)
}
