//! `Column`: the operand of a grouping or a metric.

use crate::language::Function;
use crate::tables::FieldDef;

/// A field, or the instances of a type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Column<'t> {
    /// A field.
    Field(&'t FieldDef),
    /// The instances of the type of this name.
    Type(&'t str),
}

impl<'t> Column<'t> {
    /// The path of the field or the name of the type, as in contracts.
    #[must_use]
    pub fn path(self) -> &'t str {
        match self {
            Self::Field(field) => &field.path,
            Self::Type(name) => name,
        }
    }

    /// The code of the field or the name of the type, as in cMEC.
    #[must_use]
    pub fn code(self) -> &'t str {
        match self {
            Self::Field(field) => &field.code,
            Self::Type(name) => name,
        }
    }

    /// The name without its type.
    #[must_use]
    pub fn name(self) -> &'t str {
        match self {
            Self::Field(field) => &field.name,
            Self::Type(name) => name,
        }
    }

    /// The type whose instances have the column.
    #[must_use]
    pub fn type_name(self) -> &'t str {
        match self {
            Self::Field(field) => &field.type_name,
            Self::Type(name) => name,
        }
    }

    /// The field, if it is one.
    #[must_use]
    pub const fn field(self) -> Option<&'t FieldDef> {
        match self {
            Self::Field(field) => Some(field),
            Self::Type(_) => None,
        }
    }

    /// `true` if a function accepts the column. Instances of a type can only be counted.
    #[must_use]
    pub fn takes(self, function: Function) -> bool {
        match self {
            Self::Field(field) => function.fits(field.value_type, field.ordered),
            Self::Type(_) => matches!(function, Function::Count),
        }
    }
}
