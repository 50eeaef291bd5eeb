//! All change rules, collected from the files that define them.

use super::rule::ChangeRule;
use super::{
    address, bare_names, bindings, domain, elements, examples, fields, limits, metrics, names,
    policy, recipes, relations, retrieval, rust_names, scenarios, tools, values,
};

static GROUPS: &[&[&ChangeRule]] = &[
    domain::RULES,
    elements::RULES,
    rust_names::RULES,
    bare_names::RULES,
    fields::RULES,
    values::RULES,
    names::RULES,
    relations::RULES,
    metrics::RULES,
    limits::RULES,
    policy::RULES,
    scenarios::RULES,
    recipes::RULES,
    address::RULES,
    retrieval::RULES,
    tools::RULES,
    bindings::RULES,
    examples::RULES,
];

/// All change rules, sorted by id.
pub fn change_rules() -> impl Iterator<Item = &'static ChangeRule> {
    GROUPS.iter().copied().flatten().copied()
}
