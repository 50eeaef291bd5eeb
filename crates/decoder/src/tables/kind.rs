//! What the values of a field are, as far as others are derived from them.

use std::borrow::Cow;

use crate::language::ValueType;
use crate::tables::FieldDef;

/// What the values of a field are, as far as something is derived from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind<'t> {
    /// Their type.
    pub value_type: ValueType,
    /// Their unit.
    pub unit: Option<Cow<'t, str>>,
    /// Whether an instance has several.
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
