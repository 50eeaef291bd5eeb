//! Checks that no contract matches two recipes and that every recipe can match.

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::Lane;

use crate::finding::list::too_many;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::{RecipeSource, Recipes};

pub(super) fn check(source: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for (position, recipe) in recipes.recipes.iter().enumerate() {
        // Each pair is a finding, so there may be many.
        if too_many(findings) {
            return;
        }
        for other in recipes.recipes.iter().take(position) {
            if !disjoint(recipe, other) {
                let target = &recipe.matches.target_type;
                let message = format!("a contract for `{target}` could match two recipes");
                tell(findings, Rule::AmbiguousRecipes, recipe.id.place, message)
                    .also(other.id.place, "the other one")
                    .help("give one `with: FILTER` and the other `without: FILTER`");
            }
        }
        let mut lanes = source.codebook.lanes.iter();
        let lane = lanes.find(|(lane, _)| lane.value == Lane::Address);
        let lists = |scenario: &Spanned<Scenario>| scenario.value == recipe.matches.scenario.value;
        if lane.is_some_and(|(_, scenarios)| !scenarios.iter().any(lists)) {
            let (at, name) = (
                recipe.matches.scenario.place,
                recipe.matches.scenario.value.name(),
            );
            let message = format!("the lane `address` does not list `{name}`");
            tell(findings, Rule::RecipeOutsideLane, at, message)
                .help("add it to the lane, or match another scenario");
        }
        contradicts(recipe, findings);
    }
}

/// Checks that `with` is a possible filter of the recipe and `without` is not a required one.
fn contradicts(recipe: &RecipeSource, findings: &mut Vec<Finding>) {
    if let Some(with) = &recipe.matches.with
        && !recipe.has(with.text())
    {
        let message = format!("the recipe is matched by `{with}` and cannot take it");
        tell(findings, Rule::AmbiguousRecipes, with.place, message)
            .help("add it to `required` or `optional`");
    }
    if let Some(without) = &recipe.matches.without
        && recipe.has(without.text())
    {
        let message = format!("the recipe takes `{without}` and is not matched with it");
        tell(findings, Rule::AmbiguousRecipes, without.place, message);
    }
}

fn disjoint(left: &RecipeSource, right: &RecipeSource) -> bool {
    let apart = |one: &RecipeSource, other: &RecipeSource| matches!((&one.matches.with, &other.matches.without), (Some(with), Some(without)) if with.value == without.value);
    left.matches.scenario.value != right.matches.scenario.value
        || left.matches.target_type.value != right.matches.target_type.value
        || apart(left, right)
        || apart(right, left)
}
