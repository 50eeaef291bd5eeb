//! What a column of groups is made by, or a metric computed over: a field, or the instances of a type.

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
    /// As contracts write it: a path, or the name of a type.
    #[must_use]
    pub fn path(self) -> &'t str {
        match self {
            Self::Field(field) => &field.path,
            Self::Type(name) => name,
        }
    }

    /// As cMEC writes it: a code, or the name of a type.
    #[must_use]
    pub fn code(self) -> &'t str {
        match self {
            Self::Field(field) => &field.code,
            Self::Type(name) => name,
        }
    }

    /// What it is called by itself.
    #[must_use]
    pub fn name(self) -> &'t str {
        match self {
            Self::Field(field) => &field.name,
            Self::Type(name) => name,
        }
    }

    /// The type whose instances have it.
    #[must_use]
    pub fn type_name(self) -> &'t str {
        match self {
            Self::Field(field) => &field.type_name,
            Self::Type(name) => name,
        }
    }

    /// The field, where it is one.
    #[must_use]
    pub const fn field(self) -> Option<&'t FieldDef> {
        match self {
            Self::Field(field) => Some(field),
            Self::Type(_) => None,
        }
    }

    /// Whether a function can be computed over it; of a type only the instances are counted.
    #[must_use]
    pub fn takes(self, function: Function) -> bool {
        match self {
            Self::Field(field) => function.fits(field.value_type, field.ordered),
            Self::Type(_) => matches!(function, Function::Count),
        }
    }
}

impl Tables {
    /// The field with this path, or the type with this name, at whichever place it is read. What is derived is as a field with
    /// such values.
    #[must_use]
    pub fn column(&self, path: &str) -> Option<Column<'_>> {
        let field = self.field_read(path).map(Column::Field);
        let (_, read) = given_names::at_place(path);
        field.or_else(|| self.type_by_name(read).map(|def| Column::Type(&def.name)))
    }

    /// The field that a path of a contract reads, at whichever place. What is derived is as a field with such values.
    #[must_use]
    pub fn field_read(&self, path: &str) -> Option<&FieldDef> {
        let (_, read) = given_names::at_place(path);
        self.field_by_path(read)
            .or_else(|| self.derived_field(path))
    }
}
