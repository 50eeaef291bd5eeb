//! Which parts a text that is read in one pass has, for the scenario table and the caps.

use crate::contract::{Aggregation, Valid};
use crate::fast::Fusing;
use crate::tables::Limits;
use crate::vocabulary::Part;

/// A set of parts.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts(u32);

impl Parts {
    pub(super) fn of(parts: &[Part]) -> Self {
        Self(parts.iter().fold(0, |bits, part| bits | bit(*part)))
    }

    /// The same, with this part or without it.
    const fn with(self, part: Part, there: bool) -> Self {
        Self(self.0 & !bit(part) | ((there as u32) << part as u8))
    }

    pub(super) const fn have(self, part: Part) -> bool {
        self.0 & bit(part) != 0
    }

    /// Whether some part is in both.
    pub(super) const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

const fn bit(part: Part) -> u32 {
    1 << part as u8
}

impl Fusing<'_> {
    pub(super) fn new() -> Self {
        Self {
            contract: Box::new(Valid::BLANK),
            scenario: None,
            output: None,
            derived: None,
            grounded: false,
            first_lines: 0,
            set: None,
            limit: None,
            offset: None,
            paged: false,
            local: 0,
            filtered: false,
            sorted: false,
            wanted: 0,
            walked: false,
            has_path: false,
        }
    }

    /// The parts that are said; an empty list says nothing.
    pub(super) fn said(&self) -> Parts {
        let grounding = &self.contract.value.grounding;
        let constraints = &self.contract.value.constraints;
        let retrieval = self.contract.value.rag_params.as_ref();
        let entities = !grounding.entity_list.is_empty();
        let targets = !grounding.target_types.is_empty() && self.derived.is_none();
        let text = retrieval.is_some_and(|rag| rag.query_text.is_some());
        Parts::default()
            .with(Part::TargetType, targets)
            .with(Part::Entity, entities)
            .with(Part::TwoEnds, entities)
            .with(Part::Relation, !grounding.relations.is_empty())
            .with(Part::Attributes, self.wanted > 0)
            .with(Part::Filter, self.filtered)
            .with(Part::Sort, self.sorted)
            .with(Part::Page, self.paged)
            .with(Part::Graph, self.walked)
            .with(Part::Path, self.has_path)
            .with(Part::Retrieval, retrieval.is_some())
            .with(Part::QueryText, text)
            .with(Part::Metric, constraints.aggregation.is_some())
            .with(Part::Groups, !constraints.groups.is_empty())
            .with(Part::Set, self.set.is_some())
    }

    /// The parts that are there for what requires them, said or derived.
    pub(super) fn there(&self, said: Parts) -> Parts {
        let grounding = &self.contract.value.grounding;
        let constraints = &self.contract.value.constraints;
        let targets = !grounding.target_types.is_empty();
        let two_ends = match grounding.entity_list.len() {
            0 => false,
            1 => targets,
            _ => true,
        };
        let metrics = |aggregation: &Aggregation<'_>| !aggregation.metrics.is_empty();
        said.with(Part::TargetType, targets)
            .with(Part::TwoEnds, two_ends)
            // Those that were dropped are not there.
            .with(Part::Filter, !constraints.filters.is_empty())
            .with(
                Part::Metric,
                constraints.aggregation.as_deref().is_some_and(metrics),
            )
    }

    /// Whether no list is longer than its cap; what is longer has its finding on the longer way.
    pub(super) fn within_caps(&self, limits: &Limits) -> bool {
        let within = |length: usize, cap: u32| length <= cap as usize;
        let grounding = &self.contract.value.grounding;
        within(grounding.target_types.len(), limits.list_cap)
            && within(grounding.entity_list.len(), limits.list_cap)
            && within(self.wanted, limits.list_cap)
            && within(grounding.relations.len(), limits.hops_cap)
    }
}
