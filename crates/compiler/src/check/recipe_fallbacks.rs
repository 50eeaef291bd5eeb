//! Checks fallbacks: only for recipes with a preferred scope, each once, with a template that supports the same
//! filters.

use cmec_executor::catalogue::{Fallback, RowShape, ScopeMode};

use super::template;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::{RecipeSource, Recipes};
use crate::source::templates::TemplateSource;

pub(super) fn check(_: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for recipe in &recipes.recipes {
        listed(recipe, findings);
        bank_rows(recipes, recipe, findings);
    }
}

fn listed(recipe: &RecipeSource, findings: &mut Vec<Finding>) {
    let mut seen: Vec<&Spanned<Fallback>> = Vec::new();
    for fallback in &recipe.fallbacks {
        if recipe.scope.mode.value == ScopeMode::Strict {
            let message = "a recipe with a strict scope falls back to nothing";
            tell(findings, Rule::FallbackMisfit, fallback.place, message)
                .also(recipe.scope.mode.place, "its scope");
        }
        if let Some(first) = seen.iter().find(|first| first.value == fallback.value) {
            let place = fallback.place;
            tell(findings, Rule::FallbackMisfit, place, "listed twice")
                .also(first.place, "first here");
        }
        seen.push(fallback);
    }
}

/// A fallback template and the word in the list require each other.
fn bank_rows(recipes: &Recipes, recipe: &RecipeSource, findings: &mut Vec<Finding>) {
    let word = (recipe.fallbacks.iter()).find(|word| word.value == Fallback::BankRows);
    match (word, &recipe.bank_rows) {
        (None, None) => {}
        (Some(word), None) => {
            let message = "nothing says which template gives the bank rows";
            tell(findings, Rule::FallbackMisfit, word.place, message)
                .help("add `bank_rows`, the name of a template");
        }
        (None, Some(name)) => {
            let message = "`bank_rows` is not among the fallbacks of the recipe";
            tell(findings, Rule::FallbackMisfit, name.place, message)
                .help("add `bank_rows` to `fallbacks`, or leave the template out");
        }
        (Some(_), Some(name)) => {
            if let Some(found) = template(recipes, name, Rule::FallbackMisfit, findings) {
                fits(recipe, name, found, findings);
            }
        }
    }
}

/// Checks that the fallback template supports what the recipe promises.
fn fits(
    recipe: &RecipeSource,
    name: &Spanned<String>,
    template: &TemplateSource,
    findings: &mut Vec<Finding>,
) {
    let mut misfit = |why: String| {
        tell(findings, Rule::FallbackMisfit, name.place, why)
            .also(template.name.place, "this template");
    };
    if template.rows.value != RowShape::Document {
        misfit(format!("template `{name}` gives no documents"));
    }
    for filter in recipe.filters() {
        let read = match filter.text() {
            "limit" => true,
            "sort" => template.oldest_first().is_some(),
            filter => template.reads(filter),
        };
        if !read {
            misfit(format!("template `{name}` does not read `{filter}`"));
        }
    }
}
