//! The request to the text index, as RAG Query Specification v0.1 has it.

mod phrases;
pub mod question_kind;

use cmec_decoder::contract::{Contract, RagParams};
use cmec_decoder::vocabulary::Output;
use serde::Serialize;

use crate::catalogue::{Mode, Profile, RetrievalCatalogue};
use crate::lane::retrieval::decompose::phrases::{fold, places};
use crate::lane::retrieval::decompose::question_kind::KindDecision;

/// A request to the text index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RagRequest {
    /// What to look for, in natural language.
    pub query_text: String,
    /// Depth of retrieval.
    pub mode: Mode,
    /// Which texts may be found.
    pub filters: RagFilters,
    /// Number of texts.
    pub top_k: u32,
}

/// Which texts may be found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RagFilters {
    /// Document types, in order of preference.
    pub type_in: Vec<String>,
    /// Statuses that are never found.
    pub status_not_in: Vec<String>,
    /// Tags of which a text must have one; left out: any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags_any: Vec<String>,
    /// Project a text must belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

/// A request and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalPlan {
    /// The request.
    pub request: RagRequest,
    /// How the kind of question was decided.
    pub kind: KindDecision,
    /// What differs from what was said, and what was added.
    pub notes: Vec<String>,
}

/// Why a contract has no request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRequest {
    /// Parts of the contract a request cannot carry.
    pub parts: Vec<String>,
}

/// Forms the request.
///
/// # Errors
/// When the contract says something a request cannot carry; it is named, never dropped.
pub fn request(
    contract: &Contract<'_>,
    limit: RequestLimit,
    catalogue: &RetrievalCatalogue,
) -> Result<RetrievalPlan, NoRequest> {
    let parts = unplaced(contract, limit);
    let rag = contract.rag_params.as_ref();
    let text = rag.and_then(|rag| rag.query_text.as_deref());
    let (Some(rag), Some(text), true) = (rag, text, parts.is_empty()) else {
        return Err(NoRequest { parts });
    };
    let kind = question_kind::decide(rag.kind, text, catalogue);
    let Some(profile) = catalogue
        .profiles
        .iter()
        .find(|profile| profile.kind == kind.kind)
    else {
        return Err(NoRequest {
            parts: vec![format!("kind: {}", kind.kind.name())],
        });
    };
    let mut notes = Vec::new();
    let request = RagRequest {
        query_text: text.to_owned(),
        mode: profile.mode,
        filters: RagFilters {
            type_in: types(rag, profile, catalogue),
            status_not_in: catalogue
                .always_excluded
                .iter()
                .map(ToString::to_string)
                .collect(),
            tags_any: tags(rag, text, catalogue, &mut notes),
            project: rag.project.as_deref().map(str::to_owned),
        },
        top_k: top_k(limit.host.or(rag.top_k), profile, catalogue, &mut notes),
    };
    Ok(RetrievalPlan {
        request,
        kind,
        notes,
    })
}

/// Limits beside the contract's `top_k`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimit {
    /// The number of texts the host says; it goes before the contract's.
    pub host: Option<u32>,
    /// Whether the contract says a page limit, which is no number of texts.
    pub page_is_said: bool,
}

fn unplaced(contract: &Contract<'_>, limit: RequestLimit) -> Vec<String> {
    let constraints = &contract.constraints;
    let grounding = &contract.grounding;
    let rerank = contract.rag_params.as_ref().and_then(|rag| rag.rerank);
    [
        (!constraints.filters.is_empty(), "filters"),
        (!constraints.sort.is_empty(), "sort"),
        (constraints.pagination.offset > 0, "offset"),
        (
            limit.page_is_said,
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
        return profile.type_in.iter().map(ToString::to_string).collect();
    }
    let mut types: Vec<String> = Vec::new();
    for name in &rag.corpora {
        let set = catalogue.corpora.iter().find(|corpus| corpus.name == *name);
        let members: Vec<String> = set.map_or_else(
            || vec![name.to_string()],
            |corpus| corpus.types.iter().map(ToString::to_string).collect(),
        );
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
        if let Some(name) = names.find(|name| !places(&text, name).is_empty()) {
            notes.push(format!("tag `{}`: the question names `{name}`", rule.tag));
            tags.push(rule.tag.to_string());
        }
    }
    tags
}

fn top_k(
    said: Option<u32>,
    profile: &Profile,
    catalogue: &RetrievalCatalogue,
    notes: &mut Vec<String>,
) -> u32 {
    let Some(said) = said else {
        notes.push(format!("top_k {}: that of the profile", profile.top_k));
        return profile.top_k;
    };
    let range = catalogue
        .modes
        .iter()
        .find(|range| range.mode == profile.mode);
    let kept = range.map_or(said, |range| {
        said.clamp(range.top_k_min, range.top_k_max.max(range.top_k_min))
    });
    if kept != said {
        notes.push(format!(
            "top_k {said} is kept in the range of its mode: {kept}"
        ));
    }
    kept
}
