//! `Kind`: the properties of values that decide which derivations apply.

use std::borrow::Cow;

use crate::language::ValueType;
use crate::tables::FieldDef;

/// The type, unit and multiplicity of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind<'t> {
    /// Their type.
    pub value_type: ValueType,
    /// Their unit.
    pub unit: Option<Cow<'t, str>>,
    /// `true` if an instance has several values.
    pub several: bool,
}

impl Kind<'_> {
    pub(super) fn of(field: &FieldDef) -> Kind<'_> {
        Kind {
            value_type: field.value_type,
            unit: field.unit.as_deref().map(Cow::Borrowed),
            several: field.array,
        }
    }
}
