//! What only some value types can have: the type referred to, a unit.

use cmec_decoder::language::ValueType;

use crate::finding::{Finding, Rule};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let value_type = field.value_type.value;
        match (&field.reference, value_type) {
            (None, ValueType::Reference) => findings.push(
                Finding::new(
                    Rule::ReferenceMisfit,
                    field.value_type.place,
                    format!(
                        "field `{}` does not say what it refers to",
                        field.code.value
                    ),
                )
                .help("add `reference: TYPE`"),
            ),
            (Some(reference), other) if other != ValueType::Reference => findings.push(
                Finding::new(
                    Rule::ReferenceMisfit,
                    reference.place,
                    format!("field `{}` is no reference", field.code.value),
                )
                .also(field.value_type.place, "its type")
                .help("write `type: reference`, or remove `reference`"),
            ),
            _ => {}
        }
        if let Some(unit) = &field.unit
            && !matches!(value_type, ValueType::Integer | ValueType::Decimal)
        {
            findings.push(
                Finding::new(
                    Rule::UnitMisfit,
                    unit.place,
                    format!("field `{}` is no number and has a unit", field.code.value),
                )
                .also(field.value_type.place, "its type"),
            );
        }
    }
}
