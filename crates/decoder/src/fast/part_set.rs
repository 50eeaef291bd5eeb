//! Which parts a text that is read in one pass has, for the scenario table and the caps.

use crate::contract::Aggregation;
use crate::fast::ContractBuilder;
use crate::language::Part;
use crate::tables::Limits;

/// A set of parts.
#[derive(Clone, Copy, Default)]
pub(super) struct PartSet(u32);

impl PartSet {
    /// The same, with this part or without it.
    const fn with(self, part: Part, there: bool) -> Self {
        Self(self.0 & !bit(part) | ((there as u32) << part as u8))
    }

    pub(super) const fn contains(self, part: Part) -> bool {
        self.0 & bit(part) != 0
    }

    /// Whether it has some of these parts. The first one that is required is mostly there.
    pub(super) fn has_one_of(self, parts: &[Part]) -> bool {
        parts.iter().any(|part| self.contains(*part))
    }
}

const fn bit(part: Part) -> u32 {
    1 << part as u8
}

impl ContractBuilder<'_> {
    /// The parts that are said; an empty list says nothing.
    pub(super) fn said(&self) -> PartSet {
        let grounding = &self.contract.value.grounding;
        let constraints = &self.contract.value.constraints;
        let retrieval = self.contract.value.rag_params.as_ref();
        let entities = !grounding.entity_list.is_empty();
        let targets = !grounding.target_types.is_empty() && self.derived_target.is_none();
        let text = retrieval.is_some_and(|rag| rag.query_text.is_some());
        PartSet::default()
            .with(Part::TargetType, targets)
            .with(Part::Entity, entities)
            .with(Part::TwoEnds, entities)
            .with(Part::Relation, !grounding.relations.is_empty())
            .with(Part::Attributes, self.attributes_said)
            .with(Part::Filter, self.filters_said)
            .with(Part::Sort, self.sort_said)
            .with(Part::Page, self.page_said)
            .with(Part::Graph, self.graph_said)
            .with(Part::Path, self.path_said)
            .with(Part::Retrieval, retrieval.is_some())
            .with(Part::QueryText, text)
            .with(Part::Metric, constraints.aggregation.is_some())
            .with(Part::Groups, !constraints.groups.is_empty())
            .with(Part::Set, self.set_said)
    }

    /// The parts that are there for what requires them, said or derived.
    pub(super) fn available(&self, said: PartSet) -> PartSet {
        let grounding = &self.contract.value.grounding;
        let aggregation = self.contract.value.constraints.aggregation.as_deref();
        let targets = !grounding.target_types.is_empty();
        let two_ends = match grounding.entity_list.len() {
            0 => false,
            1 => targets,
            _ => true,
        };
        let filters = !self.contract.value.constraints.filters.is_empty();
        let metrics = |aggregation: &Aggregation<'_>| !aggregation.metrics.is_empty();
        said.with(Part::TargetType, targets)
            .with(Part::TwoEnds, two_ends)
            // Those that were dropped are not there.
            .with(Part::Filter, filters)
            .with(
                Part::Metric,
                self.metrics_said || aggregation.is_some_and(metrics),
            )
    }

    /// Whether no list of a line is longer than its cap.
    pub(super) fn within_caps(&self, limits: &Limits) -> bool {
        let within = |length: usize, cap: u32| length <= cap as usize;
        let grounding = &self.contract.value.grounding;
        let constraints = &self.contract.value.constraints;
        within(grounding.target_types.len(), limits.list_cap)
            && within(grounding.entity_list.len(), limits.list_cap)
            && within(grounding.target_attributes.len(), limits.list_cap)
            && within(grounding.relations.len(), limits.list_cap)
            && within(constraints.sort.len(), limits.list_cap)
            && within(constraints.groups.len(), limits.list_cap)
    }
}
