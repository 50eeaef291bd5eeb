//! Names of an answer's columns, and the formatting of their values.

use std::borrow::Cow;

use cmec_decoder::Tables;
use cmec_decoder::language::given_names;
use cmec_executor::Locale;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::cell_text;
use cmec_executor::wording::column::{self, ColumnKind};

use crate::terminal::output;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Columns<'d> {
    tables: &'d Tables,
    pub(crate) locale: Locale,
}

impl<'d> Columns<'d> {
    pub(crate) const fn of(tables: &'d Tables, locale: Locale) -> Self {
        Self { tables, locale }
    }

    pub(super) fn name<'c>(&self, code: &'c str) -> Cow<'c, str>
    where
        'd: 'c,
    {
        column::called(self.tables, self.locale, code)
    }

    /// The name of a column among others, prefixed with its type if another column has the same name.
    pub(super) fn name_among<'c>(&self, code: &'c str, codes: &[&'c str]) -> Cow<'c, str>
    where
        'd: 'c,
    {
        let name = self.name(code);
        let mut others = codes.iter().filter(|other| **other != code);
        let is_alone = !others.any(|other| self.name(other) == name);
        match self.type_of(code) {
            Some(own) if !is_alone => Cow::Owned(format!("{own}: {name}")),
            _ => name,
        }
    }

    /// The label, or else the name, of the type of a column's field.
    fn type_of(&self, code: &str) -> Option<&'d str> {
        let (_, read) = given_names::at_place(code);
        let field = self.tables.field_by_path(read)?;
        let own = self.tables.type_by_name(&field.type_name)?;
        Some(column::label(&own.labels, self.locale).unwrap_or(&own.name))
    }

    pub(super) fn kind(&self, code: &str) -> ColumnKind {
        cell_text::kind(self.tables, code)
    }

    /// A value in the language's format.
    pub(super) fn value(&self, code: &str, cell: &Cell) -> String {
        output::plain(&cell_text::cell_text(
            (self.tables, self.locale),
            code,
            cell,
        ))
    }

    /// The same for a text.
    pub(super) fn said(&self, code: &str, shown: &str) -> String {
        output::plain(&cell_text::said((self.tables, self.locale), code, shown))
    }
}
