//! The answer to an entity that resolves to no instance or to several: a clarifying question with the candidates.

use cmec_decoder::clarify::{Clarify, Reason};
use cmec_decoder::finding::Candidate;

use crate::lane::structured::resolve::{LOOKUP_ROWS, Resolution};
use crate::limitation::Limitation;
use crate::locale::Locale;
use crate::response::clarify::clarify;
use crate::response::{Audience, Response, excerpt};
use crate::taxonomy::LimitedReason;

pub(crate) fn unresolved(resolution: &Resolution, audience: Audience<'_>) -> Response {
    let said = excerpt(&resolution.said);
    let count = resolution.found.len();
    let summary = match count {
        0 => audience.locale.pick(
            "找不到所说的对象",
            "Названного нет в базе данных",
            "What is named is not in the database",
        ),
        _ => audience.locale.pick(
            "所说的对象不止一个",
            "Названное можно понять по-разному",
            "What is named could be several things",
        ),
    };
    let anchor = resolution.type_name.as_deref().unwrap_or("entity");
    let (anchor, value, found) = (anchor.to_owned(), said, count as u64);
    let more = count >= LOOKUP_ROWS as usize;
    let reason = match found {
        0 => "anchor_not_found",
        _ => "anchor_ambiguous",
    };
    let limitation = match found {
        0 => Limitation::InstanceNotFound { anchor, value },
        count if more => Limitation::InstanceAmbiguousOrMore {
            anchor,
            value,
            count,
        },
        count => Limitation::InstanceAmbiguous {
            anchor,
            value,
            count,
        },
    };
    let answer = Response::limited(LimitedReason::MissingAnchor, summary, audience.trace_id);
    Response {
        clarify: (count > 0).then(|| question(resolution, audience)),
        ..answer.because(reason).limited_by(limitation)
    }
}

fn question(resolution: &Resolution, audience: Audience<'_>) -> Clarify {
    let found = resolution.found.iter().take(LOOKUP_ROWS as usize - 1);
    let candidates = found.map(|found| Candidate {
        code: found.id(),
        label: found.name.clone(),
        description: found.type_name.clone(),
        ..Candidate::default()
    });
    let said = excerpt(&resolution.said);
    let reason = Reason {
        code: "missing_anchor".to_owned(),
        path: resolution.pointer.clone(),
        headline: None,
        message: format!("`{said}` could be several instances"),
        candidates: candidates.collect(),
    };
    clarify(audience.trace_id, reason, |locale| match locale {
        Locale::Zh => format!("`{said}` 指哪一个？"),
        Locale::Ru => format!("Какой именно `{said}`?"),
        Locale::En => format!("Which `{said}` is meant?"),
    })
}
