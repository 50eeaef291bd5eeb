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

use crate::finding::list::too_many;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::bindings::Bindings;
use crate::source::recipes::Recipes;
use crate::source::retrieval::Retrieval;
use crate::source::templates::TemplateSource;

/// A rule about one part.
type PartCheck<P> = fn(&Source, &P, &mut Vec<Finding>);

/// One rule, or several that read the same part. A rule about a file that a codebook may lack runs if the file is there.
enum Check {
    Codebook(fn(&Source, &mut Vec<Finding>)),
    Recipes(PartCheck<Recipes>),
    Retrieval(PartCheck<Retrieval>),
    Bindings(PartCheck<Bindings>),
}

impl Check {
    fn run(&self, source: &Source, findings: &mut Vec<Finding>) {
        match self {
            Self::Codebook(check) => check(source, findings),
            Self::Recipes(check) => run_with(*check, source, &source.recipes, findings),
            Self::Retrieval(check) => run_with(*check, source, &source.retrieval, findings),
            Self::Bindings(check) => run_with(*check, source, &source.bindings, findings),
        }
    }
}

fn run_with<P>(
    check: PartCheck<P>,
    source: &Source,
    part: &Option<P>,
    findings: &mut Vec<Finding>,
) {
    if let Some(part) = part {
        check(source, part, findings);
    }
}

const CHECKS: &[Check] = &[
    Check::Codebook(core_agrees::check),
    Check::Codebook(scenario_table::check),
    Check::Codebook(limits::check),
    Check::Codebook(policy::check),
    Check::Codebook(rows::check),
    Check::Codebook(characters::check),
    Check::Codebook(codes::check),
    Check::Codebook(names::check),
    Check::Codebook(lookalikes::check),
    Check::Codebook(aliases::check),
    Check::Codebook(metric_names::check),
    Check::Codebook(metric_periods::check),
    Check::Codebook(metric_version::check),
    Check::Codebook(missing_elements::check),
    Check::Codebook(deprecation::check),
    Check::Codebook(references::check),
    Check::Codebook(units::check),
    Check::Codebook(operators::check),
    Check::Codebook(letter_case::check),
    Check::Codebook(enums::check),
    Check::Codebook(labels::check),
    Check::Codebook(hidden::check),
    Check::Codebook(lanes::check),
    Check::Codebook(unreachable_scenarios::check),
    Check::Recipes(recipe_filters::check),
    Check::Recipes(sayable::check),
    Check::Recipes(date_filters::check),
    Check::Recipes(recipe_match::check),
    Check::Recipes(recipe_template::check),
    Check::Recipes(recipe_fallbacks::check),
    Check::Recipes(parameters::check),
    Check::Codebook(query_text::check),
    Check::Recipes(query_bound::check),
    Check::Codebook(register_filter::check),
    Check::Recipes(anchors::check),
    Check::Recipes(scopes::check),
    Check::Retrieval(retrieval::check),
    Check::Retrieval(phrases::check),
    Check::Codebook(tools::check),
    Check::Codebook(tool_parameters::check),
    Check::Codebook(tool_scenario::check),
    Check::Bindings(bindings::check),
    Check::Bindings(binding_names::check),
    // The lock comes last, since errors elsewhere would distort its findings.
    Check::Codebook(lock::check),
];

/// Names in backticks on one line.
fn quoted<'n>(names: impl Iterator<Item = &'n str>, between: &str) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(between)
}

/// The template of this name; reports a name without one.
fn template<'r>(
    recipes: &'r Recipes,
    name: &Spanned<String>,
    rule: Rule,
    findings: &mut Vec<Finding>,
) -> Option<&'r TemplateSource> {
    let found = recipes.template(name.text());
    if found.is_none() {
        let message = format!("there is no template `{name}`");
        tell(findings, rule, name.place, message).nearest(name.text(), recipes.template_names());
    }
    found
}

/// Runs every rule until there are more findings than anybody reads.
pub(crate) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for check in CHECKS {
        if too_many(findings) {
            return;
        }
        check.run(source, findings);
    }
}
