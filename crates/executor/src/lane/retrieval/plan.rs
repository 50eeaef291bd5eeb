//! `RetrievalPlan`: the request to the text index by RAG Query Specification v0.1, and the reasons for it.

use cmec_decoder::language::{QuestionKind, RetrievalMode};
use serde::{Deserialize, Serialize, Serializer};

use crate::ports::text_index::{MetadataField, Predicate};

/// A request to the text index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RagRequest {
    /// The text to search for, in natural language.
    pub query_text: String,
    /// Depth of retrieval.
    pub mode: RetrievalMode,
    /// Filters on the texts.
    #[serde(default)]
    pub filters: RagFilters,
    /// Maximum number of texts.
    pub top_k: u32,
}

/// Filters on the texts; an absent filter excludes nothing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RagFilters {
    /// Document types, in order of preference.
    pub type_in: Vec<String>,
    /// Excluded statuses.
    pub status_not_in: Vec<String>,
    /// Tags of which a text must have at least one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags_any: Vec<String>,
    /// Project that a text must belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

impl RagFilters {
    /// The predicates of the filters, in the order in which an empty answer checks them.
    #[must_use]
    pub fn predicates(&self) -> Vec<Predicate> {
        let mut all = vec![Predicate::none_of(
            MetadataField::Status,
            &self.status_not_in,
        )];
        if !self.type_in.is_empty() {
            all.push(Predicate::any_of(
                MetadataField::DocumentType,
                &self.type_in,
            ));
        }
        if let Some(project) = &self.project {
            all.push(Predicate::any_of(MetadataField::Project, [project]));
        }
        if !self.tags_any.is_empty() {
            all.push(Predicate::any_of(MetadataField::Tags, &self.tags_any));
        }
        all
    }
}

/// A request with the reasons for it. It serialises to the request alone, as it is sent to an index.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalPlan {
    /// The request.
    pub request: RagRequest,
    /// Additional predicates from the conditions of the contract.
    pub narrowed: Vec<Predicate>,
    /// The row-level security policy. No answer names it.
    pub(crate) policy: Vec<Predicate>,
    /// Excludes the statuses that are always excluded.
    pub(crate) not_left_out: Predicate,
    /// The paths of the documents that the contract selects; `None` where it selects none. No answer names it.
    pub(crate) among: Option<Predicate>,
    /// Filters of the request that were guessed from the words of the question. They rank texts but exclude none.
    pub guessed: Vec<MetadataField>,
    /// Tags that the question names in a mode whose request has no tags. They also only rank texts.
    pub preferred_tags: Vec<String>,
    /// The requested number of texts, where the mode allows another.
    pub(crate) top_k_asked: Option<u32>,
    /// The words by which the question names projects. All texts of a project have them, so they do not discriminate.
    pub project_names: Vec<String>,
    /// Document types that come first.
    pub first: Vec<String>,
    /// Whether a model reranks the best texts; `None`: where the host has one.
    pub rerank: Option<bool>,
    /// The reason for the kind of the question.
    pub kind: KindDecision,
    /// Deviations from the contract and additions to it.
    pub notes: Vec<String>,
}

#[cfg(feature = "run")]
impl RetrievalPlan {
    /// True where the best texts are reranked. `has_model` is true where the host has a reranker.
    pub(super) fn reads_again(&self, has_model: bool) -> bool {
        self.rerank.unwrap_or(has_model)
    }

    /// The fraction of the usual word threshold that an answer must reach. An overview combines several texts, none of
    /// which contains the whole question; a question without a kind has no threshold.
    pub(super) fn bound(&self) -> f64 {
        let is_wide = self.request.mode == RetrievalMode::Architect;
        match is_wide && self.kind.why != KindReason::NoPhrase {
            true => 0.5,
            false => 1.0,
        }
    }

    /// The predicates that always hold: row-level security, then excluded statuses, then the documents of a contract.
    pub(crate) fn fixed(&self) -> impl Iterator<Item = Predicate> {
        let policy = self.policy.iter().cloned();
        let fixed = policy.chain([self.not_left_out.clone()]);
        fixed.chain(self.among.iter().cloned())
    }
}

impl Serialize for RetrievalPlan {
    /// The request with its additional predicates as a separate field, so that an index that knows only the request
    /// refuses it instead of ignoring them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct NarrowedRequest<'p> {
            #[serde(flatten)]
            request: &'p RagRequest,
            narrowed: &'p [Predicate],
        }
        match self.narrowed.as_slice() {
            [] => self.request.serialize(serializer),
            narrowed => NarrowedRequest {
                request: &self.request,
                narrowed,
            }
            .serialize(serializer),
        }
    }
}

/// The kind of a question with the reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindDecision {
    /// The kind.
    pub kind: QuestionKind,
    /// The reason.
    pub why: KindReason,
    /// The phrases found, with the kind of each.
    pub phrases: Vec<(String, QuestionKind)>,
}

/// The reason for a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KindReason {
    /// The contract gives it.
    Said,
    /// Phrases of one kind.
    Phrase,
    /// Phrases of several kinds, which give the broad kind.
    SeveralKinds,
    /// No phrase, which gives the broad kind: it filters least.
    NoPhrase,
}
