//! `Column`: the operand of a grouping or a metric.

use crate::language::{Function, given_names};
use crate::tables::{FieldDef, Tables};

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

impl Tables {
    /// The field with this path, or the type with this name, at any variable. A derived field is represented by a field
    /// with values of its type.
    #[must_use]
    pub fn column(&self, path: &str) -> Option<Column<'_>> {
        let field = self.field_read(path).map(Column::Field);
        let (_, read) = given_names::at_place(path);
        field.or_else(|| self.type_by_name(read).map(|def| Column::Type(&def.name)))
    }

    /// The field that a path of a contract reads, at any variable. A derived field is represented by a field with
    /// values of its type.
    #[must_use]
    pub fn field_read(&self, path: &str) -> Option<&FieldDef> {
        let (_, read) = given_names::at_place(path);
        self.field_by_path(read)
            .or_else(|| self.derived_field(path))
    }
}
