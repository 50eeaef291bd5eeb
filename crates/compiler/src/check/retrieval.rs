//! Profiles cover every kind of question, name known document types, and keep `top_k` in its mode's range.

use std::collections::HashSet;

use cmec_decoder::language::QuestionKind;

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::retrieval::{ProfileSource, Retrieval};
use crate::words;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(retrieval) = &source.retrieval else {
        return;
    };
    for kind in QuestionKind::ALL {
        if !retrieval
            .profiles
            .iter()
            .any(|profile| profile.kind == *kind)
        {
            let message = format!("the kind `{}` has no profile", kind.name());
            findings.push(Finding::new(
                Rule::MissingProfile,
                retrieval.profiles_at,
                message,
            ));
        }
    }
    for (name, mode) in words::of() {
        if !retrieval.modes.iter().any(|range| range.mode.value == mode) {
            let message = format!("the mode `{name}` has no range");
            findings.push(Finding::new(Rule::MissingMode, retrieval.modes_at, message));
        }
    }
    let known: HashSet<&str> = retrieval.document_types.iter().map(Spanned::text).collect();
    let mut need = |ty: &Spanned<String>| {
        if !known.contains(ty.text()) {
            let message = format!("there is no document type `{}`", ty.value);
            let names = retrieval.document_types.iter().map(Spanned::text);
            findings.push(
                Finding::new(Rule::UnknownDocumentType, ty.place, message)
                    .nearest(ty.text(), names),
            );
        }
    };
    for profile in &retrieval.profiles {
        profile.type_in.iter().for_each(&mut need);
    }
    for (_, types) in &retrieval.corpora {
        types.iter().for_each(&mut need);
    }
    for (corpus, _) in &retrieval.corpora {
        let same = (retrieval.document_types.iter()).find(|ty| ty.value == corpus.value);
        if let Some(same) = same {
            let message = format!("`{}` is a document type already", corpus.value);
            findings.push(
                Finding::new(Rule::CorpusCollision, corpus.place, message)
                    .also(same.place, "the document type"),
            );
        }
    }
    let cap = source.codebook.limits.get("top_k_cap");
    let cap = cap.or_else(|| source.core.limits.get("top_k_cap"));
    for profile in &retrieval.profiles {
        top_k(retrieval, profile, cap, findings);
    }
}

fn top_k(
    retrieval: &Retrieval,
    profile: &ProfileSource,
    cap: Option<&Spanned<u32>>,
    findings: &mut Vec<Finding>,
) {
    let top_k = &profile.top_k;
    let mut modes = retrieval.modes.iter();
    if let Some(range) = modes.find(|range| range.mode.value == profile.mode.value)
        && !(range.top_k_min.value..=range.top_k_max.value).contains(&top_k.value)
    {
        findings.push(
            Finding::new(
                Rule::TopKMisfit,
                top_k.place,
                format!("`top_k` {} is outside its mode's range", top_k.value),
            )
            .also(
                range.mode.place,
                format!("{} to {}", range.top_k_min.value, range.top_k_max.value),
            ),
        );
    }
    if let Some(cap) = cap
        && top_k.value > cap.value
    {
        findings.push(
            Finding::new(
                Rule::TopKMisfit,
                top_k.place,
                format!("`top_k` {} is above `top_k_cap`", top_k.value),
            )
            .also(cap.place, "the cap"),
        );
    }
}
