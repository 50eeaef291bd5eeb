//! A value of an answer as a text for people: the codebook gives the kind of its column, the locale the format.

use cmec_decoder::language::ValueType;
use cmec_decoder::tables::Tables;

use crate::locale::Locale;
use crate::ports::raw_row::Cell;
use crate::wording::column::{self, ColumnKind};
use crate::wording::figure;

/// The kind of a column's values.
#[must_use]
pub fn kind(tables: &Tables, column: &str) -> ColumnKind {
    let own = tables.field_read(column).filter(|field| !field.array);
    match own.map(|field| field.value_type) {
        Some(ValueType::Integer | ValueType::Decimal) => ColumnKind::Number,
        Some(ValueType::Date) => ColumnKind::Day,
        Some(_) => ColumnKind::Text,
        None => column::kind(column),
    }
}

/// The text of a value.
#[must_use]
pub fn cell_text((tables, locale): (&Tables, Locale), column: &str, cell: &Cell) -> String {
    match cell {
        Cell::Boolean(true) => locale.pick("是", "да", "yes").to_owned(),
        Cell::Boolean(false) => locale.pick("否", "нет", "no").to_owned(),
        Cell::Number(digits) if column::kind(column) == ColumnKind::Text => number(locale, digits),
        _ => said(
            (tables, locale),
            column,
            &cell.written().unwrap_or_default(),
        ),
    }
}

/// The text of a value that is given as a text.
#[must_use]
pub fn said((tables, locale): (&Tables, Locale), column: &str, text: &str) -> String {
    match kind(tables, column) {
        ColumnKind::Day => figure::day(locale, text),
        ColumnKind::Month => figure::month(locale, text),
        ColumnKind::Year => figure::year(text).to_owned(),
        ColumnKind::Amount => figure::amount(locale, text),
        ColumnKind::Count => figure::count(locale, text),
        ColumnKind::Number => number(locale, text),
        ColumnKind::Text => text.to_owned(),
    }
}

/// A number with the locale's decimal mark. Digits are not grouped, since years and codes are numbers, too.
fn number(locale: Locale, digits: &str) -> String {
    figure::ungrouped(locale, digits).unwrap_or_else(|| digits.to_owned())
}
