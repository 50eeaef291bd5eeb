//! Which fields can be compared with one another.

use crate::language::{Function, ValueType};
use crate::tables::FieldDef;

/// What the values of a field are: fields with the same measure can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Measure<'t> {
    /// Whole numbers are decimals, and texts of any length strings.
    value_type: ValueType,
    /// The unit of a number, or the type that is referred to.
    of: Option<&'t str>,
    /// The values of an enum.
    values: Vec<&'t str>,
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
    /// What a number that is computed over it is; `None` for a list, which is no value.
    pub(crate) fn measure_of(&self, function: Function) -> Option<Measure<'_>> {
        match function {
            Function::Count | Function::CountDistinct => Some(Measure::COUNT),
            Function::List => None,
            Function::Sum | Function::Avg | Function::Min | Function::Max => self.measure(),
        }
    }

    /// What its values are; `None` for an array, which has several.
    #[must_use]
    pub fn measure(&self) -> Option<Measure<'_>> {
        let value_type = match self.value_type {
            ValueType::Integer => ValueType::Decimal,
            ValueType::Text => ValueType::String,
            other => other,
        };
        let of = match value_type {
            ValueType::Reference => &self.reference,
            _ => &self.unit,
        };
        let values = self.values.iter().map(|value| value.value.as_ref());
        (!self.array).then(|| Measure {
            value_type,
            of: of.as_deref(),
            values: values.collect(),
        })
    }
}
