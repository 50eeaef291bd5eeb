//! `RetrievalPlan`: the request to the text index, as RAG Query Specification v0.1 has it, and how it came about.

use cmec_decoder::language::{QuestionKind, RetrievalMode};
use serde::{Deserialize, Serialize, Serializer};

use crate::ports::text_index::{MetadataField, Predicate};

/// A request to the text index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RagRequest {
    /// What to look for, in natural language.
    pub query_text: String,
    /// Depth of retrieval.
    pub mode: RetrievalMode,
    /// Which texts may be found.
    #[serde(default)]
    pub filters: RagFilters,
    /// Number of texts.
    pub top_k: u32,
}

/// Which texts may be found; what is left out lets all in.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RagFilters {
    /// Document types, in order of preference.
    pub type_in: Vec<String>,
    /// Statuses that are never found.
    pub status_not_in: Vec<String>,
    /// Tags of which a text must have one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags_any: Vec<String>,
    /// Project a text must belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

impl RagFilters {
    /// What holds of every text that is found, in the order in which an empty answer is explained.
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

/// A request and how it came about. The request is the whole plan as JSON: it goes to an index as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalPlan {
    /// The request.
    pub request: RagRequest,
    /// What else a text must fit: conditions of the contract.
    pub narrowed: Vec<Predicate>,
    /// Which texts may be seen. No answer names it.
    pub(crate) policy: Vec<Predicate>,
    /// That a text has none of the statuses that are always left out.
    pub(crate) not_left_out: Predicate,
    /// The documents that a contract leaves, by their paths; `None`: it was not asked for them. No answer names it.
    pub(crate) among: Option<Predicate>,
    /// The filters of the request that were guessed from the words of the question: they put texts first and leave none out.
    pub guessed: Vec<MetadataField>,
    /// Tags that the question names, where the mode has none in its request: they put texts first, too.
    pub preferred_tags: Vec<String>,
    /// The number of texts that was asked for, where the mode allows another.
    pub(crate) top_k_asked: Option<u32>,
    /// The words by which the question names projects: every text of a project has them, so they tell none from another.
    pub project_names: Vec<String>,
    /// Document types whose texts stand first.
    pub first: Vec<String>,
    /// Whether the best texts are read again by a model; `None`: where the host has one.
    pub rerank: Option<bool>,
    /// How the kind of question was decided.
    pub kind: KindDecision,
    /// What differs from what was said, and what was added.
    pub notes: Vec<String>,
}

#[cfg(feature = "retrieval")]
impl RetrievalPlan {
    /// Whether the best texts are read again. `has_model`: whether the host has a model for it.
    pub(super) fn reads_again(&self, has_model: bool) -> bool {
        self.rerank.unwrap_or(has_model)
    }

    /// The part of the usual bound that an answer is held to. An overview is gathered from several texts, of which none has the
    /// question; a question of no kind asks for none.
    pub(super) fn bound(&self) -> f64 {
        let is_wide = self.request.mode == RetrievalMode::Architect;
        match is_wide && self.kind.why != KindReason::NoPhrase {
            true => 0.5,
            false => 1.0,
        }
    }

    /// What holds whatever is said: the row policy, then what is always left out, then what a contract has chosen.
    pub(crate) fn fixed(&self) -> impl Iterator<Item = Predicate> {
        let policy = self.policy.iter().cloned();
        let fixed = policy.chain([self.not_left_out.clone()]);
        fixed.chain(self.among.iter().cloned())
    }
}

impl Serialize for RetrievalPlan {
    /// The request, and beside it what narrows it further: an index that knows the request alone refuses the whole.
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

/// How the kind was decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindDecision {
    /// The kind.
    pub kind: QuestionKind,
    /// Why.
    pub why: KindReason,
    /// Phrases found, with the kind of each.
    pub phrases: Vec<(String, QuestionKind)>,
}

/// Why a kind was decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KindReason {
    /// The contract says it.
    Said,
    /// Phrases of one kind.
    Phrase,
    /// Phrases of several kinds: the broad one.
    SeveralKinds,
    /// No phrase: the broad one, which filters least.
    NoPhrase,
}
