//! Which parts a text that is read in one pass has, for the scenario table and the caps.

use super::Fusing;
use crate::contract::Valid;
use crate::tables::Limits;
use crate::vocabulary::Part;

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

    /// Whether a part is said; an empty list says nothing.
    pub(super) fn says(&self, part: Part) -> bool {
        let grounding = &self.contract.value.grounding;
        let constraints = &self.contract.value.constraints;
        let retrieval = self.contract.value.rag_params.as_ref();
        match part {
            Part::TargetType => !grounding.target_types.is_empty() && self.derived.is_none(),
            Part::Entity | Part::TwoEnds => !grounding.entity_list.is_empty(),
            Part::Relation => !grounding.relations.is_empty(),
            Part::Attributes => self.wanted > 0,
            Part::Filter => self.filtered,
            Part::Sort => self.sorted,
            Part::Page => self.paged,
            Part::Graph => self.walked,
            Part::Path => self.has_path,
            Part::Retrieval => retrieval.is_some(),
            Part::QueryText => retrieval.is_some_and(|rag| rag.query_text.is_some()),
            Part::Metric => constraints.aggregation.is_some(),
            Part::Groups => !constraints.groups.is_empty(),
            Part::Set => self.set.is_some(),
            Part::Question => false,
        }
    }

    /// Whether a part that is required is there, said or derived.
    pub(super) fn has(&self, part: Part) -> bool {
        let grounding = &self.contract.value.grounding;
        match part {
            Part::TargetType => !grounding.target_types.is_empty(),
            Part::TwoEnds => {
                let entities = grounding.entity_list.len();
                entities >= 2 || (entities == 1 && !grounding.target_types.is_empty())
            }
            // Those that were dropped are not there.
            Part::Filter => !self.contract.value.constraints.filters.is_empty(),
            Part::Metric => (self.contract.value.constraints.aggregation.as_deref())
                .is_some_and(|aggregation| !aggregation.metrics.is_empty()),
            part => self.says(part),
        }
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
