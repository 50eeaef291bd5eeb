//! The scenario of a line that names none: it follows from which parts are there, and from nothing else.

use crate::language::Scenario;

/// Which parts a line says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Parts {
    /// Types.
    pub targets: usize,
    /// Entities.
    pub entities: usize,
    /// Relations.
    pub relations: usize,
    /// Those of them that must not be there.
    pub absent: usize,
    /// Attributes wanted.
    pub attributes: usize,
    /// Filters.
    pub filters: usize,
    /// A metric, a grouping or a condition on a metric.
    pub aggregation: bool,
    /// Groups, or an operation on them.
    pub sets: bool,
    /// A walk.
    pub walk: bool,
    /// A path.
    pub path: bool,
    /// A text to look for.
    pub text: bool,
    /// Anything of the retrieval but its text.
    pub retrieval: bool,
    /// A question back.
    pub question: bool,
}

impl Parts {
    /// Whether a line of these parts alone is no line to tell from other texts, so that its scenario must be said: it
    /// has none, or only a text to look for.
    #[must_use]
    pub fn are_silent(&self) -> bool {
        let rest = Self {
            text: false,
            ..*self
        };
        rest == Self::default()
    }
}

/// The scenario these parts make; the first that fits:
///
/// 1. a question back: `CL`;
/// 2. an operation on groups: `SET`;
/// 3. a metric, a grouping or a condition on a metric: `AGG`;
/// 4. a text with filters or relations: `HY`; another text, or how to look for one: `RAG`;
/// 5. a path: `PQ`;
/// 6. relations, two entities or more and no target: `REX`; other relations, if one is to be there: `RQ`;
/// 7. two entities or more, no target and no attributes: `PQ`;
/// 8. a walk: `SG`;
/// 9. an entity and no target: `AF`;
/// 10. anything else: `IS`.
#[must_use]
pub const fn scenario(parts: &Parts) -> Scenario {
    if parts.question {
        return Scenario::Clarify;
    }
    if parts.sets {
        return Scenario::SetOps;
    }
    if parts.aggregation {
        return Scenario::Aggregation;
    }
    if parts.text && (parts.filters > 0 || parts.relations > 0) {
        return Scenario::Hybrid;
    }
    if parts.text || parts.retrieval {
        return Scenario::TextRag;
    }
    if parts.path {
        return Scenario::PathQuery;
    }
    let two_ends = parts.entities >= 2 && parts.targets == 0;
    if parts.relations > 0 && two_ends {
        return Scenario::RelationExistence;
    }
    if parts.relations > parts.absent {
        return Scenario::RelationQuery;
    }
    if two_ends && parts.attributes == 0 {
        return Scenario::PathQuery;
    }
    if parts.walk {
        return Scenario::Subgraph;
    }
    if parts.entities > 0 && parts.targets == 0 {
        return Scenario::AttributesFetch;
    }
    Scenario::InstanceSearch
}
