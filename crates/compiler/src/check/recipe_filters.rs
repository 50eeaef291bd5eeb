//! Recipes name filters of the catalogue, each once.

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::recipes::Recipes;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for recipe in &recipes.recipes {
        let matched = recipe.with.iter().chain(&recipe.without);
        for filter in recipe.filters().chain(matched) {
            known(recipes, filter, findings);
        }
        for filter in &recipe.optional {
            let required = recipe
                .required
                .iter()
                .find(|have| have.value == filter.value);
            if let Some(first) = required {
                findings.push(
                    Finding::new(
                        Rule::DuplicateFilter,
                        filter.place,
                        format!("`{}` is required and optional", filter.value),
                    )
                    .also(first.place, "required here"),
                );
            }
        }
    }
    for parameter in recipes
        .templates
        .iter()
        .flat_map(|template| &template.parameters)
    {
        for filter in &parameter.filters {
            known(recipes, filter, findings);
        }
    }
    for (filter, _) in &recipes.anchors {
        known(recipes, filter, findings);
    }
}

fn known(recipes: &Recipes, filter: &Spanned<String>, findings: &mut Vec<Finding>) {
    if recipes.filter(filter.text()).is_none() {
        let message = format!("the filter catalogue has no `{}`", filter.value);
        let names = recipes.filters.iter().map(|filter| filter.name.text());
        findings.push(
            Finding::new(Rule::UnknownFilter, filter.place, message).nearest(filter.text(), names),
        );
    }
}
