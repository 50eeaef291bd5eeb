//! Filters that are always added are ones their fields can have.

use super::policy::dangling;
use crate::finding::{Finding, Rule};
use crate::source::Source;
use crate::source::policy::AlwaysSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    for always in &codebook.policy.always {
        let path = always.field.text();
        let mut fields = codebook.fields.iter();
        let Some(field) = fields.find(|field| field.path.text() == path) else {
            findings.push(dangling(codebook, &always.field, findings));
            continue;
        };
        let listed = |text: &str| {
            let mut values = field.values.iter().flatten();
            values.any(|value| value.value.text() == text)
        };
        let operators = field.allowed();
        let value_type = field.value_type.value;
        if always
            .filter()
            .value_of(value_type, &operators, &listed)
            .is_none()
        {
            findings.push(misfit(always, value_type.name()));
        }
    }
}

fn misfit(always: &AlwaysSource, value_type: &str) -> Finding {
    let operator = always.operator.value.name();
    let values: Vec<&str> = always.values.iter().map(|value| value.text()).collect();
    let said = if values.is_empty() {
        format!("`{operator}` without a value")
    } else {
        format!("`{operator}` with `{}`", values.join("`, `"))
    };
    Finding::new(
        Rule::AlwaysMisfit,
        always.place,
        format!(
            "{said} is no filter of `{}`, which is {value_type}",
            always.field.value
        ),
    )
    .help("write an operator the field has, and as many values of its type as the operator takes")
}
