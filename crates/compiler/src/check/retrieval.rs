//! Checks that profiles cover every kind of question, name known document types, and keep `top_k` in the range of the
//! mode.

use std::collections::HashSet;

use cmec_decoder::language::QuestionKind;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::retrieval::{ProfileSource, Retrieval};
use crate::words;

pub(super) fn check(source: &Source, retrieval: &Retrieval, findings: &mut Vec<Finding>) {
    for kind in QuestionKind::ALL {
        if (retrieval.profiles.iter()).all(|profile| profile.kind.value != *kind) {
            let (at, name) = (retrieval.profiles_at, kind.name());
            let message = format!("the kind `{name}` has no profile");
            tell(findings, Rule::MissingProfile, at, message);
        }
    }
    for (name, mode) in words::of() {
        if (retrieval.modes.iter()).all(|range| range.mode.value != mode) {
            let message = format!("the mode `{name}` has no range");
            tell(findings, Rule::MissingMode, retrieval.modes_at, message);
        }
    }
    let known: HashSet<&str> = retrieval.document_types.iter().map(Spanned::text).collect();
    let mut need = |ty: &Spanned<String>| {
        if !known.contains(ty.text()) {
            let message = format!("there is no document type `{ty}`");
            let names = retrieval.document_types.iter().map(Spanned::text);
            tell(findings, Rule::UnknownDocumentType, ty.place, message).nearest(ty.text(), names);
        }
    };
    for profile in &retrieval.profiles {
        profile.type_in.iter().for_each(&mut need);
    }
    for (_, types) in &retrieval.corpora {
        types.iter().for_each(&mut need);
    }
    let of_folders = retrieval.default_types.iter().map(|(_, ty)| ty);
    for ty in of_folders.chain(retrieval.aliases.iter().map(|(ty, _)| ty)) {
        need(ty);
    }
    let named = (retrieval.labels.iter().map(|(name, _)| name))
        .chain(retrieval.indexes.iter().map(|(name, _)| name));
    for name in named {
        let set = |(corpus, _): &(Spanned<String>, _)| corpus.value == name.value;
        if !retrieval.corpora.iter().any(set) {
            need(name);
        }
    }
    for (corpus, _) in &retrieval.corpora {
        let same = (retrieval.document_types.iter()).find(|ty| ty.value == corpus.value);
        if let Some(same) = same {
            let message = format!("`{corpus}` is a document type already");
            tell(findings, Rule::CorpusCollision, corpus.place, message)
                .also(same.place, "the document type");
        }
    }
    let of_broader = (retrieval.broader.iter())
        .flat_map(|(tag, broader)| std::iter::once(tag).chain(broader.iter()));
    for named in retrieval.projects.iter().chain(of_broader) {
        let mut tags = retrieval.tags.iter();
        if !tags.any(|(tag, _)| tag.value == named.value) {
            let message = format!("there is no tag `{named}`");
            let names = retrieval.tags.iter().map(|(tag, _)| tag.text());
            tell(findings, Rule::UnknownTag, named.place, message).nearest(named.text(), names);
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
        let message = format!("`top_k` {top_k} is outside its mode's range");
        let bounds = format!("{} to {}", range.top_k_min, range.top_k_max);
        tell(findings, Rule::TopKMisfit, top_k.place, message).also(range.mode.place, bounds);
    }
    if let Some(cap) = cap
        && top_k.value > cap.value
    {
        let message = format!("`top_k` {top_k} is above `top_k_cap`");
        tell(findings, Rule::TopKMisfit, top_k.place, message).also(cap.place, "the cap");
    }
}
