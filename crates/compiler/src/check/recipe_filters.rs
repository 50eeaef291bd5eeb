//! Checks that recipes use known filters without duplicates.

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::Recipes;

pub(super) fn check(_: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for recipe in &recipes.recipes {
        let matched = recipe.matches.with.iter().chain(&recipe.matches.without);
        for filter in recipe.filters().chain(matched).chain(&recipe.groups) {
            known(recipes, filter, findings);
        }
        for filter in &recipe.optional {
            let required = (recipe.required.iter()).find(|have| have.value == filter.value);
            if let Some(first) = required {
                let message = format!("`{filter}` is required and optional");
                tell(findings, Rule::DuplicateFilter, filter.place, message)
                    .also(first.place, "required here");
            }
        }
    }
    let read = (recipes.parameters()).flat_map(|parameter| &parameter.filters);
    for filter in read.chain(recipes.anchors.iter().map(|(filter, _)| filter)) {
        known(recipes, filter, findings);
    }
}

fn known(recipes: &Recipes, filter: &Spanned<String>, findings: &mut Vec<Finding>) {
    if recipes.filter(filter.text()).is_none() {
        let message = format!("the filter catalogue has no `{filter}`");
        let names = recipes.filters.iter().map(|filter| filter.name.text());
        tell(findings, Rule::UnknownFilter, filter.place, message).nearest(filter.text(), names);
    }
}
