//! Suggestions where no recipe fits a contract: SQL of its filters in the form of each near recipe.

use cmec_decoder::finding::Candidate;
use cmec_decoder::language::Scenario;

use crate::catalogue::{AddressCatalogue, Recipe, RecipeState};
use crate::filters::Origin;
use crate::lane::address::decompose::extraction::{Extraction, condition};
use crate::lane::address::decompose::recipe_gaps;
use crate::locale::Locale;
use crate::wording::intent;

/// Maximum number of suggested recipes.
const OFFERED: usize = 3;

/// A question for each recipe of the type whose required filters the contract has.
pub(super) fn questions(
    targets: &[&str],
    found: &Extraction,
    catalogue: &AddressCatalogue,
) -> Vec<Candidate> {
    let recipes = catalogue.recipes.iter().filter(|recipe| {
        let matches = &recipe.matches;
        let says = |name: &str| found.filters.value(name).is_some();
        let defaults = recipe.defaults.iter().map(|own| own.filter.as_ref());
        let defaults: Vec<&str> = defaults.collect();
        let missing = recipe_gaps::missing(recipe, found);
        // A suggestion must not silently omit a filter of the contract.
        let mut said = found.filters.entries.iter();
        let knows_all = said.all(|own| own.origin != Origin::Said || knows(recipe, &own.filter));
        targets.contains(&matches.target_type.as_ref())
            && recipe.state == RecipeState::Runnable
            && knows_all
            && matches.with.as_deref().is_none_or(says)
            && !matches.without.as_deref().is_some_and(says)
            && missing.iter().all(|name| defaults.contains(&name.as_str()))
    });
    let nearest = recipes.take(OFFERED);
    nearest.map(|recipe| question(recipe, found)).collect()
}

fn knows(recipe: &Recipe, filter: &str) -> bool {
    let lists = [&recipe.required, &recipe.required_any, &recipe.optional];
    let mut known = lists.into_iter().flat_map(|list| list.iter());
    known.any(|own| own == filter)
}

fn question(recipe: &Recipe, found: &Extraction) -> Candidate {
    let columns = match (recipe.matches.scenario, &recipe.sum_of) {
        (Scenario::Aggregation, Some(column)) => format!("SUM({column})"),
        _ => "*".to_owned(),
    };
    let mut sql = format!("SELECT {columns} FROM {}", recipe.matches.target_type);
    let mut filters: Vec<&str> = Vec::new();
    for entry in &found.filters.entries {
        let name = entry.filter.as_str();
        if entry.origin == Origin::Said && !filters.contains(&name) {
            filters.push(name);
        }
    }
    let conditions = filters.iter().filter_map(|name| {
        let values: Vec<&str> = found.filters.values(name).collect();
        condition(name, &values)
    });
    for (place, condition) in conditions.enumerate() {
        sql.push_str(if place == 0 { " WHERE " } else { " AND " });
        sql.push_str(&condition);
    }
    let subject = |locale| intent::subject(locale, &recipe.intent, &recipe.purpose).to_owned();
    Candidate {
        code: sql,
        label: subject(Locale::Ru),
        labels: Locale::ALL
            .map(|locale| (locale.tag().to_owned(), subject(locale)))
            .into(),
        ..Candidate::default()
    }
}
