//! Every filter of a recipe can be said in a contract: as a field of its target type, as a sort or as a page.

use std::collections::BTreeSet;

use cmec_decoder::language::{Operator, ValueType};

use crate::finding::Rule;
use crate::finding::{Finding, Spanned};
use crate::source::Source;
use crate::source::recipes::{RecipeSource, Recipes};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    for recipe in &recipes.recipes {
        if source
            .codebook
            .type_named(recipe.target_type.text())
            .is_none()
        {
            continue; // Reported as a dangling type; every filter would be reported again.
        }
        let mut seen = BTreeSet::new();
        for filter in recipe.filters() {
            let known = recipes.filter(filter.text()).is_some();
            if known && seen.insert(filter.text()) {
                findings.extend(said(source, recipes, recipe, filter));
            }
        }
    }
}

fn said(
    source: &Source,
    recipes: &Recipes,
    recipe: &RecipeSource,
    filter: &Spanned<String>,
) -> Option<Finding> {
    let (field, operators) = field_of(filter.text())?;
    let path = format!("{}.{field}", recipe.target_type.value);
    let finding = |message: String| Finding::new(Rule::UnsayableFilter, filter.place, message);
    let Some(found) = source.codebook.field_at(&path) else {
        return Some(
            finding(format!(
                "no field `{path}` says the filter `{}`",
                filter.value
            ))
            .also(recipe.id.place, "in this recipe")
            .help(format!("add a field with `path: {path}`")),
        );
    };
    if filter.value == "sort" && !found.sortable {
        return Some(
            finding(format!("the field `{path}` is not sortable"))
                .also(found.code.place, "this field")
                .help("add `sortable: true`"),
        );
    }
    let allowed = found.allowed();
    if !operators.is_empty() && !operators.iter().any(|operator| allowed.contains(operator)) {
        let names: Vec<&str> = operators.iter().map(|operator| operator.name()).collect();
        return Some(
            finding(format!(
                "the field `{path}` has no operator for `{}`",
                filter.value
            ))
            .also(found.code.place, "this field")
            .help(format!("allow `{}`", names.join("` or `"))),
        );
    }
    let wanted = recipes.filter(filter.text())?.value_type.value;
    let dated = matches!(
        found.value_type.value,
        ValueType::Date | ValueType::Datetime
    );
    // A filter that is a date is `date_filters`' business.
    if filter.value != "sort" && wanted != "date" && dated {
        return Some(
            finding(format!(
                "`{}` is of type `{wanted}`, the field `{path}` of type `{}`",
                filter.value,
                found.value_type.value.name()
            ))
            .also(found.value_type.place, "this type"),
        );
    }
    None
}

/// The field of the target type that says a filter; `None` for the page, which no field says.
pub(super) fn field_of(filter: &str) -> Option<(&str, &'static [Operator])> {
    match filter {
        "limit" => None,
        "sort" => Some(("period", &[])),
        "period_from" => Some(("period", &[Operator::Ge, Operator::Between])),
        "period_to" => Some(("period", &[Operator::Le, Operator::Between])),
        other => Some((other, &[Operator::Eq])),
    }
}
