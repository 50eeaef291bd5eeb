//! Checks that a contract can express every filter of a recipe: as a field of the target type, a sort or a page.

use std::collections::BTreeSet;

use cmec_decoder::language::{Operator, ValueType};

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::{FilterType, RecipeSource, Recipes};
use crate::words;

pub(super) fn check(source: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for recipe in &recipes.recipes {
        let target = recipe.matches.target_type.text();
        if source.codebook.type_named(target).is_none() {
            continue; // Reported as a dangling type; every filter would be reported again.
        }
        let mut seen = BTreeSet::new();
        for filter in recipe.filters() {
            let known = recipes.filter(filter.text()).is_some();
            if known && seen.insert(filter.text()) {
                said(source, recipes, recipe, filter, findings);
            }
        }
    }
}

fn said(
    source: &Source,
    recipes: &Recipes,
    recipe: &RecipeSource,
    filter: &Spanned<String>,
    findings: &mut Vec<Finding>,
) {
    let Some((field, operators)) = field_of(filter.text()) else {
        return;
    };
    let path = format!("{}.{field}", recipe.matches.target_type);
    let (rule, at) = (Rule::UnsayableFilter, filter.place);
    let Some(found) = source.codebook.field_at(&path) else {
        if source.codebook.lost.has_path(&path) {
            return;
        }
        let message = format!("no field `{path}` says the filter `{filter}`");
        tell(findings, rule, at, message)
            .also(recipe.id.place, "in this recipe")
            .help(format!("add a field with `path: {path}`"));
        return;
    };
    if filter.value == "sort" && !found.sortable {
        let message = format!("the field `{path}` is not sortable");
        tell(findings, rule, at, message)
            .also(found.code.place, "this field")
            .help("add `sortable: true`");
        return;
    }
    let allowed = found.allowed();
    if !operators.is_empty() && !operators.iter().any(|operator| allowed.contains(operator)) {
        let names = quoted(operators.iter().map(|operator| operator.name()), " or ");
        let message = format!("the field `{path}` has no operator for `{filter}`");
        tell(findings, rule, at, message)
            .also(found.code.place, "this field")
            .help(format!("allow {names}"));
        return;
    }
    let dated = matches!(
        found.value_type.value,
        ValueType::Date | ValueType::Datetime
    );
    // `date_filters` checks filters that are dates.
    if let Some(wanted) = recipes
        .filter(filter.text())
        .map(|known| known.value_type.value)
        && filter.value != "sort"
        && wanted != FilterType::Date
        && dated
    {
        let has = found.value_type.value.name();
        let wanted = words::name(wanted);
        let message =
            format!("`{filter}` is of type `{wanted}`, the field `{path}` of type `{has}`");
        tell(findings, rule, at, message).also(found.value_type.place, "this type");
    }
}

/// The field of the target type that expresses a filter; `None` for the page.
pub(super) fn field_of(filter: &str) -> Option<(&str, &'static [Operator])> {
    match filter {
        "limit" => None,
        "sort" => Some(("period", &[])),
        "period_from" => Some(("period", &[Operator::Ge, Operator::Between])),
        "period_to" => Some(("period", &[Operator::Le, Operator::Between])),
        "amount_from" => Some(("amount", &[Operator::Ge])),
        "amount_to" => Some(("amount", &[Operator::Le])),
        "overdue_over" => Some(("overdue", &[Operator::Gt])),
        other => Some((other, &[Operator::Eq])),
    }
}
