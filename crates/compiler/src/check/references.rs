//! Checks keys that only some value types allow: the target of a reference and the unit.

use cmec_decoder::language::ValueType;

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let value_type = field.value_type.value;
        match (&field.reference, value_type) {
            (None, ValueType::Reference) => {
                let message = format!("field `{}` does not say what it refers to", field.code);
                let at = field.value_type.place;
                tell(findings, Rule::ReferenceMisfit, at, message).help("add `reference: TYPE`");
            }
            (Some(reference), other) if other != ValueType::Reference => {
                let message = format!("field `{}` is no reference", field.code);
                tell(findings, Rule::ReferenceMisfit, reference.place, message)
                    .also(field.value_type.place, "its type")
                    .help("write `type: reference`, or remove `reference`");
            }
            _ => {}
        }
        if let Some(unit) = &field.unit
            && !matches!(value_type, ValueType::Integer | ValueType::Decimal)
        {
            let message = format!("field `{}` is no number and has a unit", field.code);
            tell(findings, Rule::UnitMisfit, unit.place, message)
                .also(field.value_type.place, "its type");
        }
    }
}
