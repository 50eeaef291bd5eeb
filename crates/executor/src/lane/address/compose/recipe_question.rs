//! The clarifying question where no recipe fits a contract: the nearest recipes. Pure.

use std::collections::BTreeMap;

use cmec_decoder::clarify::{Clarify, Reason};
use cmec_decoder::finding::Candidate;

use crate::lane::address::compose::wording;
use crate::locale::Locale;
use crate::response::Audience;

pub(super) fn question(nearest: &[Candidate], code: &str, audience: Audience<'_>) -> Clarify {
    let tag = audience.locale.tag();
    let candidates = nearest.iter().map(|own| Candidate {
        label: own.label_in(tag).to_owned(),
        ..own.clone()
    });
    let question = [Locale::Zh, Locale::Ru, Locale::En].map(|locale| {
        (
            locale.tag().to_owned(),
            wording::near_question(locale).to_owned(),
        )
    });
    Clarify {
        trace_id: audience.trace_id.to_owned(),
        reasons: vec![Reason {
            code: code.to_owned(),
            path: String::new(),
            headline: None,
            message: "no recipe answers this; the candidates are answered".to_owned(),
            candidates: candidates.collect(),
        }],
        more: 0,
        question: BTreeMap::from(question),
        patchable: None,
    }
}
