//! The part of a contract or of a subquery that a select of bindings is made from.

use cmec_decoder::contract::{Condition, Constraints, Contract, Grounding, Group, SetOp, Str};
use cmec_decoder::language::Scenario;
use cmec_decoder::places::Places;

use crate::lane::structured::sql::context::{SqlContext, each_once};

/// The part of a contract or of a subquery that bindings are made from.
#[derive(Debug, Clone)]
pub(crate) struct Subject<'q> {
    pub(crate) scenario: Scenario,
    pub(crate) grounding: &'q Grounding<'q>,
    /// The subqueries that conditions may refer to.
    pub(crate) groups: &'q [Group<'q>],
    pub(crate) targets: Vec<&'q str>,
    pub(crate) conditions: Vec<&'q Condition<'q>>,
    /// The set operation that the target must satisfy.
    pub(crate) sides: Option<Sides<'q>>,
    /// True where a row is a binding.
    pub(crate) has_matches: bool,
}

impl Subject<'_> {
    pub(crate) fn places<'s>(&'s self, context: &'s SqlContext<'_>) -> Places<'s> {
        Places::of(self.scenario, self.grounding, &self.targets, context.tables)
    }
}

impl<'q> Subject<'q> {
    pub(crate) fn of(contract: &'q Contract<'q>) -> Self {
        let sides = Sides::of(contract).filter(|_| contract.intent.scenario == Scenario::SetOps);
        let own = contract.grounding.target_types.iter();
        Self {
            scenario: contract.intent.scenario,
            grounding: &contract.grounding,
            groups: &contract.constraints.groups,
            targets: match &sides {
                Some(sides) => sides.types(),
                None => own.map(AsRef::as_ref).collect(),
            },
            conditions: contract.constraints.filters.iter().collect(),
            sides,
            has_matches: contract.intent.has_matches(),
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Sides<'q> {
    pub(crate) set: &'q SetOp<'q>,
    pub(crate) constraints: &'q Constraints<'q>,
    pub(crate) targets: &'q [Str<'q>],
}

impl<'q> Sides<'q> {
    fn of(contract: &'q Contract<'q>) -> Option<Self> {
        Some(Self {
            set: contract.constraints.set_ops.as_deref()?,
            constraints: &contract.constraints,
            targets: &contract.grounding.target_types,
        })
    }

    fn types_of(&self, group: &'q Group<'q>) -> Vec<&'q str> {
        let own = match group.grounding.target_types.as_slice() {
            [] => self.targets,
            own => own,
        };
        own.iter().map(AsRef::as_ref).collect()
    }

    pub(crate) fn groups(&self) -> impl Iterator<Item = &'q Group<'q>> {
        let set = self.set;
        let groups = self.constraints.groups.iter();
        groups.filter(move |group| set.uses(&group.name))
    }

    fn types(&self) -> Vec<&'q str> {
        each_once(
            self.groups()
                .flat_map(|group| self.types_of(group))
                .collect(),
        )
    }
}
