//! Checks that operators fit the value type.

use cmec_decoder::language::Operator;

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let fitting: Vec<Operator> = field.fitting().collect();
        let said = field.operators.iter().flatten();
        let misfits = said.filter(|operator| !fitting.contains(&operator.value));
        // One finding per field, since the cause is one mistake, often the type.
        let Some(first) = misfits.clone().next() else {
            continue;
        };
        let (count, names) = (
            misfits.clone().count(),
            quoted(misfits.map(|operator| operator.value.name()), ", "),
        );
        let verb = if count == 1 { "does" } else { "do" };
        let of = field.value_type.value.name();
        let message = format!("{names} {verb} not fit a field of type `{of}`");
        let known = quoted(fitting.iter().map(|operator| operator.name()), ", ");
        tell(findings, Rule::OperatorMisfit, first.place, message)
            .also(field.value_type.place, "its type")
            .help(format!("fitting: {known}"));
    }
}
