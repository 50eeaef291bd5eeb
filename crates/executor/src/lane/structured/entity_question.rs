//! The answer to an entity that resolves to no instance or to several: a clarifying question with the candidates.

use std::collections::BTreeMap;

use cmec_decoder::clarify::{Clarify, Reason};
use cmec_decoder::finding::Candidate;

use crate::lane::structured::resolve::{LOOKUP_ROWS, Resolution};
use crate::limitation::Limitation;
use crate::locale::Locale;
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
    let category = LimitedReason::MissingAnchor;
    let mut response = Response::limited(category, summary.to_owned(), audience.trace_id);
    let anchor = resolution.type_name.as_deref().unwrap_or("entity");
    let (anchor, value, instances) = (anchor.to_owned(), said, count as u64);
    let (reason, limitation) = match count {
        0 => (
            "anchor_not_found",
            Limitation::InstanceNotFound { anchor, value },
        ),
        _ if count >= LOOKUP_ROWS as usize => (
            "anchor_ambiguous",
            Limitation::InstanceAmbiguousOrMore {
                anchor,
                value,
                count: instances,
            },
        ),
        _ => (
            "anchor_ambiguous",
            Limitation::InstanceAmbiguous {
                anchor,
                value,
                count: instances,
            },
        ),
    };
    response.reasons.push(reason.to_owned());
    response.limitations.push(limitation);
    if count > 0 {
        response.clarify = Some(question(resolution, audience));
    }
    response
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
    let question = [
        (Locale::Zh, format!("`{said}` 指哪一个？")),
        (Locale::Ru, format!("Какой именно `{said}`?")),
        (Locale::En, format!("Which `{said}` is meant?")),
    ];
    let question = question.map(|(locale, words)| (locale.tag().to_owned(), words));
    Clarify {
        trace_id: audience.trace_id.to_owned(),
        reasons: vec![Reason {
            code: "missing_anchor".to_owned(),
            path: resolution.pointer.clone(),
            headline: None,
            message: format!("`{said}` could be several instances"),
            candidates: candidates.collect(),
        }],
        more: 0,
        question: BTreeMap::from(question),
        patchable: None,
    }
}
