//! Decompose: contract → the request to the text index. Pure.

mod phrases;
pub mod question_kind;

use cmec_decoder::contract::{Contract, Defaultable, RagParams, Valid};
use cmec_decoder::language::{Output, RetrievalMode};

use crate::catalogue::{Profile, RetrievalCatalogue, owned};
use crate::lane::retrieval::decompose::phrases::{fold, positions};
use crate::lane::retrieval::plan::{RagFilters, RagRequest, RetrievalPlan};
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::LimitedReason;

/// Plans a contract of the retrieval lane. `limit`: the number of texts the host says; it goes before the contract's.
///
/// # Errors
/// When the contract says something a request cannot carry; it is named, never dropped.
pub fn decompose(
    contract: &Valid<Contract<'_>>,
    catalogue: &RetrievalCatalogue,
    limit: Option<u32>,
) -> Result<RetrievalPlan, LimitedAnswer> {
    let parts = unplaced(contract);
    let rag = contract.rag_params.as_ref();
    let text = rag.and_then(|rag| rag.query_text.as_deref());
    let (Some(rag), Some(text), true) = (rag, text, parts.is_empty()) else {
        return Err(no_request(parts));
    };
    let kind = question_kind::decide(rag.kind, text, catalogue);
    let Some(profile) = catalogue
        .profiles
        .iter()
        .find(|profile| profile.kind == kind.kind)
    else {
        let kind = format!("kind: {}", kind.kind.name());
        return Err(no_request(vec![kind]));
    };
    let mut notes = Vec::new();
    let mode = rag.mode.unwrap_or(profile.mode);
    let request = RagRequest {
        query_text: text.to_owned(),
        mode,
        filters: RagFilters {
            type_in: types(rag, profile, catalogue),
            status_not_in: owned(&catalogue.always_excluded),
            tags_any: tags(rag, text, catalogue, &mut notes),
            project: rag.project.as_deref().map(str::to_owned),
        },
        top_k: top_k(limit.or(rag.top_k), mode, profile, catalogue, &mut notes),
    };
    Ok(RetrievalPlan {
        request,
        kind,
        notes,
    })
}

fn no_request(parts: Vec<String>) -> LimitedAnswer {
    let category = LimitedReason::RecipeVisibilityGap;
    LimitedAnswer::new(category, "part_unknown_to_retrieval", parts)
}

/// Parts of the contract that a request cannot carry. A page limit is one: it is no number of texts.
fn unplaced(contract: &Valid<Contract<'_>>) -> Vec<String> {
    let constraints = &contract.constraints;
    let grounding = &contract.grounding;
    let rerank = contract.rag_params.as_ref().and_then(|rag| rag.rerank);
    [
        (!constraints.filters.is_empty(), "filters"),
        (!constraints.sort.is_empty(), "sort"),
        (constraints.pagination.offset > 0, "offset"),
        (!constraints.pagination.per.is_empty(), "per"),
        (
            !contract.is_defaulted(Defaultable::Limit),
            "limit: say the number of texts in `Q.k`",
        ),
        (!grounding.entity_list.is_empty(), "entities"),
        (!grounding.relations.is_empty(), "relations"),
        (!grounding.target_attributes.is_empty(), "attributes"),
        (contract.graph_params.is_some(), "graph_params"),
        (rerank == Some(true), "rerank"),
        (contract.intent.output_type != Output::Texts, "output_type"),
    ]
    .into_iter()
    .filter(|(said, _)| *said)
    .map(|(_, part)| part.to_owned())
    .collect()
}

/// The types said, sets written out, order kept; or the profile's.
fn types(rag: &RagParams<'_>, profile: &Profile, catalogue: &RetrievalCatalogue) -> Vec<String> {
    if rag.corpora.is_empty() {
        return owned(&profile.type_in);
    }
    let mut types: Vec<String> = Vec::new();
    for name in &rag.corpora {
        let set = catalogue.corpora.iter().find(|corpus| corpus.name == *name);
        let members = set.map_or_else(|| vec![name.to_string()], |set| owned(&set.types));
        for member in members {
            if !types.contains(&member) {
                types.push(member);
            }
        }
    }
    types
}

/// The tags said; where none are, the tags whose names stand in the question.
fn tags(
    rag: &RagParams<'_>,
    text: &str,
    catalogue: &RetrievalCatalogue,
    notes: &mut Vec<String>,
) -> Vec<String> {
    if !rag.tags_any.is_empty() {
        return rag.tags_any.iter().map(ToString::to_string).collect();
    }
    let text = fold(text);
    let mut tags = Vec::new();
    for rule in catalogue.tags.iter() {
        let mut names = std::iter::once(&rule.tag).chain(rule.synonyms.iter());
        if let Some(name) = names.find(|name| !positions(&text, name).is_empty()) {
            notes.push(format!("tag `{}`: the question names `{name}`", rule.tag));
            tags.push(rule.tag.to_string());
        }
    }
    tags
}

/// The number of texts said, or the profile's; kept in the range of the mode.
fn top_k(
    said: Option<u32>,
    mode: RetrievalMode,
    profile: &Profile,
    catalogue: &RetrievalCatalogue,
    notes: &mut Vec<String>,
) -> u32 {
    let asked = said.unwrap_or_else(|| {
        notes.push(format!("top_k {}: that of the profile", profile.top_k));
        profile.top_k
    });
    let range = (catalogue.modes.iter()).find(|range| range.mode == mode);
    let kept = range.map_or(asked, |range| {
        asked.clamp(range.top_k_min, range.top_k_max.max(range.top_k_min))
    });
    if kept != asked {
        let mode = mode.name();
        notes.push(format!(
            "top_k {asked} is kept in the range of the mode {mode}: {kept}"
        ));
    }
    kept
}
