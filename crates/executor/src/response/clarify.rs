//! A clarifying question with one reason.

use std::collections::BTreeMap;

use cmec_decoder::clarify::{Clarify, Reason};

use crate::locale::Locale;

/// The question about a reason. `ask` words it in a language.
pub fn clarify(trace_id: &str, reason: Reason, ask: impl Fn(Locale) -> String) -> Clarify {
    let question = Locale::ALL.map(|locale| (locale.tag().to_owned(), ask(locale)));
    Clarify {
        trace_id: trace_id.to_owned(),
        reasons: vec![reason],
        more: 0,
        question: BTreeMap::from(question),
        patchable: None,
    }
}
