//! Which fields can be compared with one another.

use std::borrow::Cow;

use crate::language::ValueType;
use crate::tables::{FieldDef, Kind};

/// What the values of a field are: fields with the same measure can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Measure<'t> {
    /// Whole numbers are decimals, and texts of any length strings.
    value_type: ValueType,
    /// The unit of a number, or the type that is referred to.
    of: Option<Cow<'t, str>>,
    /// The values of an enum.
    values: Vec<&'t str>,
}

impl<'t> Measure<'t> {
    /// That of values of this kind, which are none of a list.
    pub(crate) fn of_kind(kind: Kind<'t>) -> Self {
        Self {
            value_type: compared_as(kind.value_type),
            of: kind.unit,
            values: Vec::new(),
        }
    }
}

/// Whole numbers are decimals, and texts of any length strings.
const fn compared_as(value_type: ValueType) -> ValueType {
    match value_type {
        ValueType::Integer => ValueType::Decimal,
        ValueType::Text => ValueType::String,
        other => other,
    }
}

impl Measure<'_> {
    /// That of a number of things.
    pub(crate) const COUNT: Self = Self {
        value_type: ValueType::Decimal,
        of: None,
        values: Vec::new(),
    };
}

impl FieldDef {
    /// What its values are; `None` for an array, which has several.
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
