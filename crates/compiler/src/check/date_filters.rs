//! A filter that is a date is said by a field that is one: the executor reads its value as a day.

use std::collections::BTreeSet;

use cmec_decoder::language::ValueType;

use super::sayable::field_of;
use crate::finding::{Finding, Rule};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let Some(recipes) = &source.recipes else {
        return;
    };
    // One field says both ends of a period, in every recipe of its type.
    let mut seen = BTreeSet::new();
    for recipe in &recipes.recipes {
        for filter in recipe.filters() {
            let dated = recipes
                .filter(filter.text())
                .is_some_and(|known| known.value_type.value == "date");
            let Some((name, _)) = field_of(filter.text()).filter(|_| dated) else {
                continue;
            };
            let path = format!("{}.{name}", recipe.target_type.value);
            let Some(field) = source.codebook.field_at(&path) else {
                continue; // Reported as unsayable.
            };
            if field.value_type.value == ValueType::Date || !seen.insert(path.clone()) {
                continue;
            }
            findings.push(
                Finding::new(
                    Rule::DateMisfit,
                    field.value_type.place,
                    format!(
                        "`{path}` says the date `{}` and is of type `{}`",
                        filter.value,
                        field.value_type.value.name()
                    ),
                )
                .also(filter.place, "this filter")
                .help("write `type: date`"),
            );
        }
    }
}
