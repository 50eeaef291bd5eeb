//! Operators fit the type of the values.

use cmec_decoder::language::Operator;

use super::quoted;
use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let fitting: Vec<Operator> = Operator::fitting(field.value_type.value).collect();
        for operator in field.operators.iter().flatten() {
            if !fitting.contains(&operator.value) {
                let known = quoted(fitting.iter().map(|operator| operator.name()), ", ");
                let message = format!(
                    "`{}` does not fit a field of type `{}`",
                    operator.value.name(),
                    field.value_type.value.name()
                );
                tell(findings, Rule::OperatorMisfit, operator.place, message)
                    .also(field.value_type.place, "its type")
                    .help(format!("fitting: {known}"));
            }
        }
    }
}
