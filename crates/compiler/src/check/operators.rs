//! Operators fit the type of the values.

use cmec_decoder::language::Operator;

use crate::finding::Finding;
use crate::finding::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let fitting: Vec<Operator> = Operator::fitting(field.value_type.value).collect();
        for operator in field.operators.iter().flatten() {
            if !fitting.contains(&operator.value) {
                let known: Vec<String> = fitting
                    .iter()
                    .map(|operator| format!("`{}`", operator.name()))
                    .collect();
                findings.push(
                    Finding::new(
                        Rule::OperatorMisfit,
                        operator.place,
                        format!(
                            "`{}` does not fit a field of type `{}`",
                            operator.value.name(),
                            field.value_type.value.name()
                        ),
                    )
                    .also(field.value_type.place, "its type")
                    .help(format!("fitting: {}", known.join(", "))),
                );
            }
        }
    }
}
