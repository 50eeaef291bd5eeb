//! `Measure`: decides which fields can be compared with each other.

use std::borrow::Cow;

use crate::language::ValueType;
use crate::tables::{FieldDef, Kind};

/// The measure of values. Fields with equal measures can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Measure<'t> {
    /// `Decimal` also stands for whole numbers, and `String` for long texts.
    value_type: ValueType,
    /// The unit of a number, or the referenced type.
    of: Option<Cow<'t, str>>,
    values: Vec<&'t str>,
}

impl<'t> Measure<'t> {
    /// The measure of single values of this kind.
    pub(crate) fn of_kind(kind: Kind<'t>) -> Self {
        Self {
            value_type: compared_as(kind.value_type),
            of: kind.unit,
            values: Vec::new(),
        }
    }
}

const fn compared_as(value_type: ValueType) -> ValueType {
    match value_type {
        ValueType::Integer => ValueType::Decimal,
        ValueType::Text => ValueType::String,
        other => other,
    }
}

impl Measure<'_> {
    pub(crate) const COUNT: Self = Self {
        value_type: ValueType::Decimal,
        of: None,
        values: Vec::new(),
    };
}

impl FieldDef {
    /// The measure of its values; `None` for an array, which has several.
    #[must_use]
    pub fn measure(&self) -> Option<Measure<'_>> {
        let value_type = compared_as(self.value_type);
        let of = match value_type {
            ValueType::Reference => &self.reference,
            _ => &self.unit,
        };
        let values = self.values.iter().map(|value| value.value.as_ref());
        (!self.array).then(|| Measure {
            value_type,
            of: of.as_deref().map(Cow::Borrowed),
            values: values.collect(),
        })
    }
}
