//! Compares recipes of the address lane: the contracts they answer, their filters and their rows.

use cmec_executor::catalogue::{LimitClass, Recipe, RecipeState, Text};

use super::change::{Change, cut};
use super::comparison::Comparison;
use super::rule::{self, ChangeRule};
use super::version::{added, list, matched};
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
    QUERY_CHANGED "CD114" "query-changed" Untouched Breaking Untouched Compatible {
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

/// Matches the recipes of both catalogues by id.
pub(super) fn compare(changes: &mut Comparison<'_>, old: &[Recipe], new: &[Recipe]) {
    let recipes = matched(old, new, |recipe| &recipe.id);
    for (was, now) in recipes.stayed {
        of_recipe(changes, was, now);
    }
    for recipe in recipes.came {
        add(changes, recipe, &RECIPE_ADDED, &[]);
    }
    for recipe in recipes.gone {
        add(changes, recipe, &RECIPE_REMOVED, &[]);
    }
}

fn add<'s>(
    changes: &'s mut Comparison<'_>,
    recipe: &Recipe,
    rule: &'static ChangeRule,
    keys: &[&str],
) -> &'s mut Change {
    let path = [&["recipes", &*recipe.id], keys].concat();
    changes.add(rule, format!("recipe `{}`", cut(&recipe.id)), (FILE, &path))
}

fn of_recipe(changes: &mut Comparison<'_>, old: &Recipe, new: &Recipe) {
    filters(changes, old, new);
    let state = match new.state {
        RecipeState::Planned => &RECIPE_STOPPED,
        RecipeState::Runnable => &RECIPE_STARTED,
    };
    let limit = match new.limit {
        LimitClass::Base => &MAXIMUM_LOWERED,
        LimitClass::Extended | LimitClass::Report => &MAXIMUM_RAISED,
    };
    let (query, purpose) = (&QUERY_CHANGED, &PURPOSE_CHANGED);
    for (rule, key, same) in [
        (&MATCH_CHANGED, "match", old.matches == new.matches),
        (&FILL_IN_CHANGED, "defaults", old.defaults == new.defaults),
        (&SCOPE_CHANGED, "scope", old.scope == new.scope),
        (
            &SCOPE_CHANGED,
            "row_filter",
            old.row_filter == new.row_filter,
        ),
        (&RESULT_CHANGED, "result", old.result == new.result),
        (state, "state", old.state == new.state),
        (limit, "limit", old.limit == new.limit),
        (query, "template", old.template == new.template),
        (query, "totals", old.totals == new.totals),
        (query, "ranked_by", old.ranked_by == new.ranked_by),
        (query, "sum_of", old.sum_of == new.sum_of),
        (query, "groups", old.groups == new.groups),
        (query, "fallbacks", old.fallbacks == new.fallbacks),
        (query, "bank_rows", old.bank_rows == new.bank_rows),
        (query, "all_time", old.all_time_max == new.all_time_max),
        (
            query,
            "account_intent",
            old.account_intent == new.account_intent,
        ),
        (purpose, "intent", old.intent == new.intent),
        (purpose, "purpose", old.purpose == new.purpose),
        (purpose, "caveats", old.caveats == new.caveats),
    ] {
        if !same {
            add(changes, new, rule, &[key]);
        }
    }
}

/// Compares required and optional filters. A filter with a default is optional.
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
        add(changes, new, &FILTER_REQUIRED, &guard).between(any(old), any(new));
    }
    if narrower(&old.required_any, &new.required_any) {
        add(changes, new, &FILTER_EASED, &guard).between(any(old), any(new));
    }
    let (before, now) = (taken(old), taken(new));
    for filter in added(&before, &now) {
        add(changes, new, &FILTER_ACCEPTED, &["optional", filter]).to(filter.as_ref());
    }
    for filter in added(&now, &before) {
        add(changes, new, &FILTER_REFUSED, &["optional", filter]).from(filter.as_ref());
    }
}
