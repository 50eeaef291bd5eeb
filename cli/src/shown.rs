//! An answer as a person reads it: a text with a table, or the rows for a spreadsheet.

mod csv;
mod sums;
mod table;
mod text;

use cmec_executor::wording::column::{self, ColumnKind};
use cmec_executor::wording::figure;
use cmec_executor::{Locale, Response};

use crate::exit::Failure;
use crate::output;

/// An answer as text.
pub(crate) fn text(response: &Response, locale: Locale) -> String {
    text::text(response, locale)
}

/// What an answer says in figures: its summary and its sums.
pub(crate) fn totals(response: &Response, locale: Locale) -> String {
    let mut said = vec![response.summary.clone()];
    said.extend(sums::sums(response, locale));
    said.join("; ")
}

/// Writes the rows of an answer; what else it says goes to standard error.
pub(crate) fn csv(response: &Response, locale: Locale) -> Result<(), Failure> {
    eprint!("{}", text::without_rows(response, locale));
    if response.rows.is_empty() {
        return Ok(());
    }
    output::text(&csv::csv(&response.rows, locale))
}

/// A value of a column, in the language's own way of writing it.
fn value(locale: Locale, column: &str, shown: &str) -> String {
    let value = match column::kind(column) {
        ColumnKind::Day => figure::day(locale, shown),
        ColumnKind::Month => figure::month(locale, shown),
        ColumnKind::Year => figure::year(shown).to_owned(),
        ColumnKind::Amount => figure::amount(locale, shown),
        ColumnKind::Count => figure::count(locale, shown),
        ColumnKind::Text => shown.to_owned(),
    };
    output::plain(&value)
}
