//! Values that the decoder fills in or derives, so that the writers can omit them.

use crate::contract::{Contract, PathParams};
use crate::language::Scenario;
use crate::tables::Tables;

/// `true` if the target follows from a codebook with a single type and no entities are given.
pub(super) fn target_is_derived(contract: &Contract<'_>, tables: &Tables) -> bool {
    let targets = contract.grounding.target_types.as_slice();
    contract.grounding.entity_list.is_empty()
        && matches!((tables.types.as_ref(), targets), ([only], [target]) if only.name == *target)
}

pub(crate) fn default_limit(tables: &Tables, scenario: Scenario) -> u32 {
    let own = tables.scenario(scenario).and_then(|row| row.default_limit);
    own.unwrap_or(tables.limits.page_default)
}

pub(super) fn default_depth(scenario: Scenario, tables: &Tables) -> u32 {
    if scenario == Scenario::PathQuery {
        return tables.limits.hops_default;
    }
    let own = tables.scenario(scenario).and_then(|row| row.default_depth);
    own.unwrap_or(1)
}

pub(super) fn two_ends(contract: &Contract<'_>) -> bool {
    let grounding = &contract.grounding;
    match grounding.entity_list.len() {
        0 => false,
        1 => !grounding.target_types.is_empty(),
        _ => true,
    }
}

/// `true` if a path consists only of its number of hops.
pub(super) fn only_hops(path: &PathParams<'_>) -> bool {
    path.source_ids.is_empty() && path.target_types.is_empty() && path.allowed_relations.is_empty()
}
