//! Checks that a date filter uses a date field, because the executor reads its value as a day.

use std::collections::BTreeSet;

use cmec_decoder::language::ValueType;

use super::sayable::field_of;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::{FilterType, Recipes};

pub(super) fn check(source: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    // One field expresses both ends of a period in every recipe of a type.
    let mut seen = BTreeSet::new();
    for recipe in &recipes.recipes {
        for filter in recipe.filters() {
            let known = recipes.filter(filter.text());
            let dated = known.filter(|known| known.value_type.value == FilterType::Date);
            let Some((name, _)) = dated.and_then(|_| field_of(filter.text())) else {
                continue;
            };
            let path = format!("{}.{name}", recipe.matches.target_type);
            let Some(field) = source.codebook.field_at(&path) else {
                continue; // Reported as unsayable.
            };
            if field.value_type.value == ValueType::Date || !seen.insert(path.clone()) {
                continue;
            }
            let Spanned { value: of, place } = &field.value_type;
            let of = of.name();
            let message = format!("`{path}` says the date `{filter}` and is of type `{of}`");
            tell(findings, Rule::DateMisfit, *place, message)
                .also(filter.place, "this filter")
                .help("write `type: date`");
        }
    }
}
