//! An answer as a person reads it: a text with a table, or the rows for a spreadsheet.

mod columns;
mod csv;
mod sums;
mod table;
mod text;
mod texts;

use cmec_executor::{Locale, Response};

pub(crate) use columns::Columns;

use crate::terminal::arguments::AnswerFormat;
use crate::terminal::exit::Failure;
use crate::terminal::output;

/// An answer as text.
pub(crate) fn text(response: &Response, columns: Columns<'_>) -> String {
    text::text(response, columns)
}

/// Writes an answer.
pub(crate) fn answer(
    response: &Response,
    names: Columns<'_>,
    format: AnswerFormat,
) -> Result<(), Failure> {
    match format {
        AnswerFormat::Json => output::json_line(response),
        AnswerFormat::Text => output::text(&text(response, names)),
        AnswerFormat::Csv => csv(response, names),
    }
}

/// What an answer says in figures: its summary and its sums.
pub(crate) fn totals(response: &Response, locale: Locale) -> String {
    let mut said = vec![response.summary.clone()];
    said.extend(sums::sums(response, locale));
    said.join("; ")
}

/// Writes the rows of an answer; what else it says goes to standard error.
pub(crate) fn csv(response: &Response, columns: Columns<'_>) -> Result<(), Failure> {
    eprint!("{}", text::without_rows(response, columns));
    if response.rows.is_empty() {
        return Ok(());
    }
    output::text(&csv::csv(response, columns))
}
