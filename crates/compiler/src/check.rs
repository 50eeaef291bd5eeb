//! `check`: the rules over a `Source`, one per file. Each rule reads the whole source and adds its findings.

mod aliases;
mod anchors;
mod binding_names;
mod bindings;
mod broken_elements;
mod characters;
mod codes;
mod core_agrees;
mod date_filters;
mod deprecation;
mod enums;
mod hidden;
mod labels;
mod lanes;
mod letter_case;
mod limits;
mod lock;
mod lookalikes;
mod metric_names;
mod metric_periods;
mod metric_version;
mod missing_elements;
mod names;
mod operators;
mod parameters;
mod phrases;
mod policy;
mod query_bound;
mod query_text;
mod recipe_fallbacks;
mod recipe_filters;
mod recipe_match;
mod recipe_template;
mod references;
mod register_filter;
mod retrieval;
mod rows;
mod sayable;
mod scenario_table;
mod scopes;
mod tool_parameters;
mod tool_scenario;
mod tools;
mod units;
mod unreachable_scenarios;

use crate::finding::Finding;
use crate::finding::list::too_many;
use crate::source::Source;

/// One rule, or several that read the same part.
type Check = fn(&Source, &mut Vec<Finding>);

const CHECKS: &[Check] = &[
    core_agrees::check,
    scenario_table::check,
    limits::check,
    policy::check,
    rows::check,
    characters::check,
    codes::check,
    names::check,
    lookalikes::check,
    aliases::check,
    metric_names::check,
    metric_periods::check,
    metric_version::check,
    missing_elements::check,
    deprecation::check,
    references::check,
    units::check,
    operators::check,
    letter_case::check,
    enums::check,
    labels::check,
    hidden::check,
    lanes::check,
    unreachable_scenarios::check,
    recipe_filters::check,
    sayable::check,
    date_filters::check,
    recipe_match::check,
    recipe_template::check,
    recipe_fallbacks::check,
    parameters::check,
    query_text::check,
    query_bound::check,
    register_filter::check,
    anchors::check,
    scopes::check,
    retrieval::check,
    phrases::check,
    tools::check,
    tool_parameters::check,
    tool_scenario::check,
    bindings::check,
    binding_names::check,
    // The lock comes last, since errors elsewhere would distort its findings.
    lock::check,
];

/// Names in backticks on one line.
fn quoted<'n>(names: impl Iterator<Item = &'n str>, between: &str) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(between)
}

/// Runs every rule until there are more findings than anybody reads.
pub(crate) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for check in CHECKS {
        if too_many(findings) {
            return;
        }
        check(source, findings);
    }
}
