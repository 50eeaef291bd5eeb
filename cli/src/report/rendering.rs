//! Displays an answer: as text with a table, or as CSV for a spreadsheet.

mod columns;
mod csv;
mod sums;
mod table;
mod text;
mod texts;

use cmec_executor::{Locale, Response};

pub(crate) use columns::Columns;

use crate::terminal::arguments::AnswerFormat;
use crate::terminal::exit::CliError;
use crate::terminal::output;

pub(crate) fn text(response: &Response, columns: Columns<'_>) -> String {
    text::text(response, columns)
}

pub(crate) fn answer(
    response: &Response,
    names: Columns<'_>,
    format: AnswerFormat,
) -> Result<(), CliError> {
    match format {
        AnswerFormat::Json => output::json_line(response),
        AnswerFormat::Text => output::text(&text(response, names)),
        AnswerFormat::Csv => csv(response, names),
    }
}

/// Summary and sums of an answer.
pub(crate) fn totals(response: &Response, locale: Locale) -> String {
    let mut said = vec![response.summary.clone()];
    said.extend(sums::sums(response, locale));
    said.join("; ")
}

/// Writes the rows of an answer as CSV; the rest goes to standard error.
pub(crate) fn csv(response: &Response, columns: Columns<'_>) -> Result<(), CliError> {
    eprint!("{}", text::without_rows(response, columns));
    if response.rows.is_empty() {
        return Ok(());
    }
    output::text(&csv::csv(response, columns))
}
