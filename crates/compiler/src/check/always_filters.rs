//! Filters that are always added are ones their fields can have.

use super::policy::dangling;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::policy::AlwaysSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for always in &codebook.policy.always {
        let Some(field) = codebook.field_at(always.field.text()) else {
            dangling(codebook, &always.field, findings);
            continue;
        };
        let listed = |text: &str| {
            let mut values = field.values.iter().flatten();
            values.any(|value| value.value.text() == text)
        };
        let operators = field.allowed();
        let value_type = field.value_type.value;
        let filter = always.filter();
        if filter.value_of(value_type, &operators, &listed).is_none() {
            misfit(always, value_type.name(), findings);
        }
    }
}

fn misfit(always: &AlwaysSource, value_type: &str, findings: &mut Vec<Finding>) {
    let operator = always.operator.value.name();
    let values: Vec<&str> = always.values.iter().map(Spanned::text).collect();
    let said = if values.is_empty() {
        format!("`{operator}` without a value")
    } else {
        format!("`{operator}` with `{}`", values.join("`, `"))
    };
    let field = &always.field;
    let message = format!("{said} is no filter of `{field}`, which is {value_type}");
    tell(findings, Rule::AlwaysMisfit, always.place, message).help(
        "write an operator the field has, and as many values of its type as the operator takes",
    );
}
