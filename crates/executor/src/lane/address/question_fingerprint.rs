//! The fingerprint of a question, which ties a cursor to it.

use crate::catalogue::Recipe;
use crate::filters::ExtractedFilters;
use crate::fingerprint::Fingerprint;
use crate::lane::address::plan::RecipeCall;
use crate::taxonomy::name;

/// The fingerprint of a question: everything its rows depend on except the limit and the resolved anchors.
pub(crate) fn of_question(
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &ExtractedFilters,
) -> Fingerprint {
    // The order is hashed separately, whether given or default.
    let mut filters: Vec<(&str, &str)> = (filters.entries.iter())
        .map(|entry| (entry.filter.as_str(), entry.value.as_str()))
        .filter(|(filter, _)| *filter != "sort")
        .collect();
    filters.sort_unstable();
    let order = name(&call.order);
    let scope = format!("{:?} {:?}", recipe.scope.mode, recipe.scope.side);
    let text = call.order.query_text(call.template).unwrap_or_default();
    let counts = [filters.len(), call.accounts.len()].map(|count| count.to_string());
    let head = [recipe.id.as_ref(), text, &order, &scope];
    Fingerprint::of(
        head.into_iter()
            .chain(counts.iter().map(String::as_str))
            .chain(filters.iter().flat_map(|(filter, value)| [*filter, *value]))
            .chain(call.accounts.iter().map(String::as_str))
            .chain(call.groups.iter().flatten().map(String::as_str))
            .chain(recipe.scope.except.iter().map(AsRef::as_ref)),
    )
}
