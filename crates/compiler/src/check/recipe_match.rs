//! No contract matches two recipes, and every recipe can be matched.

use cmec_executor::catalogue::Lane;

use crate::finding::list::too_many;
use crate::finding::{Finding, Rule};
use crate::source::Source;
use crate::source::recipes::RecipeSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for (position, recipe) in recipes.recipes.iter().enumerate() {
        // Each is told of with each of the others.
        if too_many(findings) {
            return;
        }
        for other in recipes.recipes.iter().take(position) {
            if !disjoint(recipe, other) {
                findings.push(
                    Finding::new(
                        Rule::AmbiguousRecipes,
                        recipe.id.place,
                        format!(
                            "a contract for `{}` could match two recipes",
                            recipe.target_type.value
                        ),
                    )
                    .also(other.id.place, "the other one")
                    .help("give one `with: FILTER` and the other `without: FILTER`"),
                );
            }
        }
        let mut lanes = source.codebook.lanes.iter();
        let listed = lanes
            .find(|(lane, _)| lane.value == Lane::Address)
            .is_none_or(|(_, scenarios)| {
                let mut scenarios = scenarios.iter();
                scenarios.any(|scenario| scenario.value == recipe.scenario.value)
            });
        if !listed {
            findings.push(
                Finding::new(
                    Rule::RecipeOutsideLane,
                    recipe.scenario.place,
                    format!(
                        "the lane `address` does not list `{}`",
                        recipe.scenario.value.name()
                    ),
                )
                .help("add it to the lane, or match another scenario"),
            );
        }
        contradicts(recipe, findings);
    }
}

/// `with` and `without` are filters the recipe can and cannot be given.
fn contradicts(recipe: &RecipeSource, findings: &mut Vec<Finding>) {
    if let Some(with) = &recipe.with
        && !recipe.has(with.text())
    {
        findings.push(
            Finding::new(
                Rule::AmbiguousRecipes,
                with.place,
                format!(
                    "the recipe is matched by `{}` and cannot take it",
                    with.value
                ),
            )
            .help("add it to `required` or `optional`"),
        );
    }
    if let Some(without) = &recipe.without
        && recipe.has(without.text())
    {
        findings.push(Finding::new(
            Rule::AmbiguousRecipes,
            without.place,
            format!(
                "the recipe takes `{}` and is not matched with it",
                without.value
            ),
        ));
    }
}

fn disjoint(left: &RecipeSource, right: &RecipeSource) -> bool {
    let apart = |one: &RecipeSource, other: &RecipeSource| matches!((&one.with, &other.without), (Some(with), Some(without)) if with.value == without.value);
    left.scenario.value != right.scenario.value
        || left.target_type.value != right.target_type.value
        || apart(left, right)
        || apart(right, left)
}
