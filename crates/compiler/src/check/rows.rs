//! Checks row-level security: filters fit their fields, and once one type has rules, every type has a rule.

use cmec_decoder::tables::{RowFilter, RowValue};

use super::policy::dangling;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::codebook::Codebook;
use crate::source::elements::FieldSource;
use crate::source::rows::{IsSource, RowFilterSource, TypeRowsSource};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let rows = &codebook.policy.rows;
    for of_type in rows {
        if of_type.says_nothing {
            without_rows(&of_type.type_name, of_type.type_name.place, findings);
        }
        for filter in &of_type.filters {
            row_filter(codebook, of_type, filter, findings);
        }
    }
    // Reported at the rules, because an import may be about to add the type.
    if let Some(first) = rows.first() {
        for ty in &codebook.types {
            if !rows.iter().any(|own| own.type_name.value == ty.name.value) {
                without_rows(&ty.name, first.type_name.place, findings);
            }
        }
    }
    unused(codebook, findings);
}

fn without_rows(name: &Spanned<String>, place: Place, findings: &mut Vec<Finding>) {
    let message = format!("`policy.rows` does not say which rows of `{name}` may be seen");
    tell(findings, Rule::TypeWithoutRows, place, message)
        .help(format!("write filters, or `{name}: public`"));
}

fn row_filter(
    codebook: &Codebook,
    of_type: &TypeRowsSource,
    written: &RowFilterSource,
    findings: &mut Vec<Finding>,
) {
    let Some(field) = codebook.field_at(written.field.text()) else {
        dangling(codebook, &written.field, findings);
        return;
    };
    if field.type_name() != of_type.type_name.text() {
        let message = format!("`{}` is no field of `{}`", written.field, of_type.type_name);
        let place = written.field.place;
        tell(findings, Rule::RowFilterMisfit, place, message)
            .help("write it under its own type: rows of another type have rows of their own");
        return;
    }
    let principals = &codebook.policy.principals;
    let filter = written.filter(field.array, principals);
    if let IsSource::Principal(name) = &written.is {
        let Some(known) = principals.iter().find(|own| own.name.value == name.value) else {
            let message = format!("there is no principal `{name}`");
            let names = principals.iter().map(|own| own.name.text());
            tell(findings, Rule::DanglingPrincipal, name.place, message)
                .nearest(name.text(), names)
                .help("name it under `policy.principals`, with its type; a constant that begins with `$` is written with two");
            return;
        };
        if !filter.takes(&known.principal(), field.value_type.value, &field.allowed()) {
            misfit(written, field, &filter, findings)
                .also(known.name.place, format!("`{name}` is said here"));
        }
        return;
    }
    if let RowValue::Constant(texts) = &filter.is {
        let listed = |text: &str| {
            let mut values = field.values.iter().flatten();
            values.any(|value| value.value.text() == text)
        };
        let value_type = field.value_type.value;
        let value = filter.value_of(value_type, &field.allowed(), &listed, texts);
        if value.is_none() {
            misfit(written, field, &filter, findings);
        }
    }
}

fn misfit<'f>(
    written: &RowFilterSource,
    field: &FieldSource,
    filter: &RowFilter,
    findings: &'f mut Vec<Finding>,
) -> &'f mut Finding {
    let operator = filter.operator.name();
    let said = match (&filter.is, written.constants().as_slice()) {
        (RowValue::Principal(name), _) => format!("`{operator}` with the principal `{name}`"),
        (RowValue::Constant(_), []) => format!("`{operator}` without a value"),
        (RowValue::Constant(_), values) => format!("`{operator}` with `{}`", values.join("`, `")),
    };
    let array = if field.array { "an array of " } else { "" };
    let value_type = field.value_type.value.name();
    let path = &written.field;
    let message = format!("{said} is no filter of `{path}`, which is {array}{value_type}");
    tell(findings, Rule::RowFilterMisfit, written.place, message).help(
        "write an operator the field has, and as many values of its type as the operator takes; a principal has the \
         field's type, and is an array where the operator takes a list",
    )
}

/// Reports principals that no filter uses.
fn unused(codebook: &Codebook, findings: &mut Vec<Finding>) {
    let filters = || codebook.policy.rows.iter().flat_map(|own| &own.filters);
    for principal in &codebook.policy.principals {
        let is_used = filters().any(|filter| match &filter.is {
            IsSource::Principal(name) => name.value == principal.name.value,
            _ => false,
        });
        if !is_used {
            let message = format!("no row filter names the principal `{}`", principal.name);
            let place = principal.name.place;
            tell(findings, Rule::UnusedPrincipal, place, message)
                .help("name it in `policy.rows`, or take it away: a host must say every principal");
        }
    }
}
