//! `RetrievalPlan`: the request to the text index, as RAG Query Specification v0.1 has it, and how it came about.

use cmec_decoder::language::{QuestionKind, RetrievalMode};
use serde::{Serialize, Serializer};

/// A request to the text index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RagRequest {
    /// What to look for, in natural language.
    pub query_text: String,
    /// Depth of retrieval.
    pub mode: RetrievalMode,
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

/// A request and how it came about. The request is the whole plan as JSON: it goes to an index as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct RetrievalPlan {
    /// The request.
    pub request: RagRequest,
    /// How the kind of question was decided.
    pub kind: KindDecision,
    /// What differs from what was said, and what was added.
    pub notes: Vec<String>,
}

impl Serialize for RetrievalPlan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.request.serialize(serializer)
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
