//! Recipes of the address lane: which contracts they answer, with which filters, from which rows.

use std::collections::HashMap;

use cmec_executor::catalogue::{LimitClass, Recipe, RecipeState, Text};

use super::change::{Change, cut};
use super::comparison::Comparison;
use super::rule::{self, ChangeRule};
use super::version::{added, list};
use crate::source::files::RECIPES as FILE;

rule::table! {
    RECIPE_ADDED "CD100" "recipe-added" Untouched Compatible Untouched Compatible {
        what: "is new",
        why: "contracts that had no answer have one",
        instead: "nothing",
    }
    RECIPE_REMOVED "CD101" "recipe-removed" Untouched Breaking Untouched Compatible {
        what: "is gone",
        why: "contracts that it answered have no answer",
        instead: "keep it until no contract asks for it",
    }
    MATCH_CHANGED "CD102" "match-changed" Untouched Breaking Untouched Compatible {
        what: "answers other contracts",
        why: "a stored contract is answered by another recipe, or by none",
        instead: "a recipe of its own, `_v2`, for the other contracts",
    }
    FILTER_REQUIRED "CD103" "filter-required" Untouched Breaking Untouched Compatible {
        what: "requires a filter more",
        why: "a stored contract without the filter gets a limited answer",
        instead: "keep it optional, or fill it in under `defaults`",
    }
    FILTER_EASED "CD104" "filter-eased" Untouched Compatible Untouched Compatible {
        what: "requires a filter less",
        why: "contracts without the filter have an answer",
        instead: "nothing",
    }
    FILTER_ACCEPTED "CD105" "filter-accepted" Untouched Compatible Untouched Compatible {
        what: "takes a filter more",
        why: "contracts with the filter have an answer",
        instead: "nothing",
    }
    FILTER_REFUSED "CD106" "filter-refused" Untouched Breaking Untouched Compatible {
        what: "takes a filter less",
        why: "a stored contract with the filter gets a limited answer",
        instead: "keep the filter until no contract has it",
    }
    FILL_IN_CHANGED "CD107" "fill-in-changed" Untouched Breaking Untouched Compatible {
        what: "fills in other filters",
        why: "a stored contract that leaves the filter out is answered otherwise",
        instead: "a recipe of its own, `_v2`",
    }
    SCOPE_CHANGED "CD108" "scope-changed" Untouched Breaking Untouched Compatible {
        what: "counts other rows",
        why: "the same contract is answered with other facts",
        instead: "a recipe of its own, `_v2`",
    }
    RESULT_CHANGED "CD109" "result-changed" Untouched Breaking Untouched Compatible {
        what: "answers in another mode",
        why: "a host gets a summary for a list, or the reverse",
        instead: "a recipe of its own, `_v2`",
    }
    RECIPE_STOPPED "CD110" "recipe-stopped" Untouched Breaking Untouched Compatible {
        what: "is no longer run",
        why: "its contracts get a limited answer",
        instead: "keep it runnable until no contract asks for it",
    }
    RECIPE_STARTED "CD111" "recipe-started" Untouched Compatible Untouched Compatible {
        what: "is run",
        why: "its contracts get facts",
        instead: "nothing",
    }
    MAXIMUM_LOWERED "CD112" "maximum-lowered" Untouched Breaking Untouched Compatible {
        what: "gives at most the base limit of rows",
        why: "a stored contract that asks for more is cut",
        instead: "keep the extended limit; pages bound an answer too",
    }
    MAXIMUM_RAISED "CD113" "maximum-raised" Untouched Compatible Untouched Compatible {
        what: "gives up to the extended limit of rows",
        why: "an answer may be longer than any before",
        instead: "nothing",
    }
    QUERY_CHANGED "CD114" "query-changed" Untouched Compatible Untouched Compatible {
        what: "asks in another way",
        why: "the contract means the same; its rows come from another query or in another number",
        instead: "compare answers before and after",
    }
    PURPOSE_CHANGED "CD115" "purpose-changed" Untouched Untouched Untouched Compatible {
        what: "is described otherwise",
        why: "people and debug envelopes see the intent and the purpose",
        instead: "nothing",
    }
}

/// The recipes of both catalogues, by id.
pub(super) fn compare(changes: &mut Comparison<'_>, old: &[Recipe], new: &[Recipe]) {
    let before: HashMap<&str, &Recipe> = by_id(old).collect();
    let now: HashMap<&str, &Recipe> = by_id(new).collect();
    for recipe in new {
        match before.get(recipe.id.as_ref()) {
            Some(before) => of_recipe(changes, before, recipe),
            None => {
                add(changes, recipe, &RECIPE_ADDED, &[]);
            }
        }
    }
    for recipe in old {
        if !now.contains_key(recipe.id.as_ref()) {
            add(changes, recipe, &RECIPE_REMOVED, &[]);
        }
    }
}

fn by_id(recipes: &[Recipe]) -> impl Iterator<Item = (&str, &Recipe)> {
    recipes.iter().map(|recipe| (recipe.id.as_ref(), recipe))
}

fn add<'s>(
    changes: &'s mut Comparison<'_>,
    recipe: &Recipe,
    rule: &'static ChangeRule,
    keys: &[&str],
) -> &'s mut Change {
    let mut path = vec!["recipes", recipe.id.as_ref()];
    path.extend(keys);
    changes.add(rule, format!("recipe `{}`", cut(&recipe.id)), (FILE, &path))
}

fn of_recipe(changes: &mut Comparison<'_>, old: &Recipe, new: &Recipe) {
    if old.matches != new.matches {
        add(changes, new, &MATCH_CHANGED, &["match"]);
    }
    filters(changes, old, new);
    if old.defaults != new.defaults {
        add(changes, new, &FILL_IN_CHANGED, &["defaults"]);
    }
    if old.scope != new.scope {
        add(changes, new, &SCOPE_CHANGED, &["scope"]);
    }
    if old.row_filter != new.row_filter {
        add(changes, new, &SCOPE_CHANGED, &["row_filter"]);
    }
    if old.result != new.result {
        add(changes, new, &RESULT_CHANGED, &["result"]);
    }
    match (old.state, new.state) {
        (RecipeState::Runnable, RecipeState::Planned) => {
            add(changes, new, &RECIPE_STOPPED, &["state"]);
        }
        (RecipeState::Planned, RecipeState::Runnable) => {
            add(changes, new, &RECIPE_STARTED, &["state"]);
        }
        _ => {}
    }
    match (old.limit, new.limit) {
        (LimitClass::Extended, LimitClass::Base) => {
            add(changes, new, &MAXIMUM_LOWERED, &["limit"]);
        }
        (LimitClass::Base, LimitClass::Extended) => {
            add(changes, new, &MAXIMUM_RAISED, &["limit"]);
        }
        _ => {}
    }
    for (key, same) in [
        ("template", old.template == new.template),
        ("totals", old.totals == new.totals),
        ("fallbacks", old.fallbacks == new.fallbacks),
        ("bank_rows", old.bank_rows == new.bank_rows),
        ("all_time", old.all_time_max == new.all_time_max),
        ("account_intent", old.account_intent == new.account_intent),
    ] {
        if !same {
            add(changes, new, &QUERY_CHANGED, &[key]);
        }
    }
    for (key, same) in [
        ("intent", old.intent == new.intent),
        ("purpose", old.purpose == new.purpose),
        ("caveat", old.caveat == new.caveat),
    ] {
        if !same {
            add(changes, new, &PURPOSE_CHANGED, &[key]);
        }
    }
}

/// Filters that a contract must have, or may have. One that is filled in need not be said.
fn filters(changes: &mut Comparison<'_>, old: &Recipe, new: &Recipe) {
    let required = |recipe: &Recipe| -> Vec<Text> {
        let filled = |filter: &Text| recipe.defaults.iter().any(|one| one.filter == *filter);
        (recipe.required.iter())
            .filter(|filter| !filled(filter))
            .cloned()
            .collect()
    };
    let taken = |recipe: &Recipe| -> Vec<Text> {
        [&recipe.required, &recipe.required_any, &recipe.optional]
            .into_iter()
            .flat_map(|filters| filters.iter())
            .chain(recipe.defaults.iter().map(|one| &one.filter))
            .cloned()
            .collect()
    };
    let (before, now) = (required(old), required(new));
    for filter in added(&before, &now) {
        add(changes, new, &FILTER_REQUIRED, &["required", filter]).to(filter.as_ref());
    }
    for filter in added(&now, &before) {
        add(changes, new, &FILTER_EASED, &["required", filter]).from(filter.as_ref());
    }
    let any = |recipe: &Recipe| list(&recipe.required_any);
    let narrower = |left: &[Text], right: &[Text]| {
        !left.is_empty() && (right.is_empty() || !added(left, right).is_empty())
    };
    let guard = ["required_any"];
    if narrower(&new.required_any, &old.required_any) {
        let change = add(changes, new, &FILTER_REQUIRED, &guard);
        (change.from, change.to) = (any(old), any(new));
    }
    if narrower(&old.required_any, &new.required_any) {
        let change = add(changes, new, &FILTER_EASED, &guard);
        (change.from, change.to) = (any(old), any(new));
    }
    let (before, now) = (taken(old), taken(new));
    for filter in added(&before, &now) {
        add(changes, new, &FILTER_ACCEPTED, &["optional", filter]).to(filter.as_ref());
    }
    for filter in added(&now, &before) {
        add(changes, new, &FILTER_REFUSED, &["optional", filter]).from(filter.as_ref());
    }
}
