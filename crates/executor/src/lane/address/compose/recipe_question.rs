//! The clarifying question where no recipe fits a contract: the nearest recipes. Pure.

use cmec_decoder::clarify::{Clarify, Reason};
use cmec_decoder::finding::Candidate;

use crate::lane::address::compose::wording;
use crate::response::Audience;
use crate::response::clarify::clarify;

pub(super) fn question(nearest: &[Candidate], code: &str, audience: Audience<'_>) -> Clarify {
    let tag = audience.locale.tag();
    let candidates = nearest.iter().map(|own| Candidate {
        label: own.label_in(tag).to_owned(),
        ..own.clone()
    });
    let reason = Reason {
        code: code.to_owned(),
        path: String::new(),
        headline: None,
        message: "no recipe answers this; the candidates are answered".to_owned(),
        candidates: candidates.collect(),
    };
    let ask = |locale| wording::near_question(locale).to_owned();
    clarify(audience.trace_id, reason, ask)
}
