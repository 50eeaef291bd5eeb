//! Rows for a spreadsheet: UTF-8 with a byte order mark, `;` as separator, the language's decimal mark, no digit
//! grouping. A text that could be read as a formula is prefixed with an apostrophe.

use cmec_executor::Response;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::wording::figure;

use super::Columns;
use super::table::all_codes;
use crate::terminal::output;

/// The byte order mark, by which spreadsheets recognise UTF-8.
const MARK: char = '\u{feff}';

/// First characters of a formula, with full-width forms that some spreadsheets accept too.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The rows under the columns of the whole answer, so that pages can be concatenated.
pub(super) fn csv(response: &Response, columns: Columns<'_>) -> String {
    let codes = all_codes(response);
    let mut text = String::from(MARK);
    let names = (codes.iter()).map(|code| cell(&columns.name_among(code, &codes)));
    line(&mut text, names);
    for row in &response.rows {
        let cells = codes.iter().map(|code| {
            let cell = row.get(code).unwrap_or(&Cell::Null);
            value(columns, code, cell)
        });
        line(&mut text, cells);
    }
    text
}

fn line(text: &mut String, cells: impl Iterator<Item = String>) {
    let cells: Vec<String> = cells.collect();
    text.push_str(&cells.join(";"));
    // RFC 4180.
    text.push_str("\r\n");
}

fn value(columns: Columns<'_>, code: &str, value: &Cell) -> String {
    let is_number = matches!(value, Cell::Number(_)) || columns.kind(code).is_number();
    let digits = value.shown().filter(|_| is_number);
    let number = digits.and_then(|digits| figure::ungrouped(columns.locale, digits));
    // A number may begin with a minus.
    number.unwrap_or_else(|| cell(&columns.value(code, value)))
}

/// A text that is not a formula, quoted if needed.
fn cell(text: &str) -> String {
    let mut text = output::plain(text);
    if text.trim_start().starts_with(FORMULA) {
        text.insert(0, '\'');
    }
    if text.contains([';', '"', ',']) {
        text = format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use cmec_decoder::generated::builtin;
    use cmec_executor::Locale;
    use cmec_executor::response::row::Row;

    use super::*;

    #[test]
    fn rows_are_cells_and_no_formulas() {
        let row = |values: &[(&'static str, Cell)]| Row {
            values: (values.iter().cloned())
                .map(|(name, cell)| (name.into(), cell))
                .collect(),
        };
        let columns = |locale| Columns::of(builtin("address").unwrap(), locale);
        let said = |text: &str| Cell::Text(text.to_owned());
        let rows = vec![
            row(&[
                ("period", said("2026-03-31T20:00:00")),
                ("document", said("=СУММ(A1)")),
                ("amount", Cell::Number("-1000.50".to_owned())),
            ]),
            row(&[
                ("document", said("ООО \"Икс\"; да\nнет")),
                ("amount", said("-cmd|x")),
            ]),
            row(&[("document", said(" @x")), ("amount", Cell::Null)]),
            row(&[("document", said("＝1+1")), ("amount", said("＋1"))]),
            row(&[("document", said("－1")), ("amount", said("\u{3000}＠x"))]),
        ];
        // No row of this page has a contract.
        let response = Response {
            rows,
            columns: vec!["period", "document", "contract", "amount"],
            ..Response::default()
        };
        let expected = "\u{feff}Дата;Документ;Договор;Сумма\r\n\
                        31.03.2026;'=СУММ(A1);;-1000,5\r\n\
                        ;\"ООО \"\"Икс\"\"; да\\nнет\";;'-cmd|x\r\n\
                        ;' @x;;\r\n\
                        ;'＝1+1;;'＋1\r\n\
                        ;'－1;;'\u{3000}＠x\r\n";
        assert_eq!(csv(&response, columns(Locale::Ru)), expected);
        let english = csv(&response, columns(Locale::En));
        assert!(english.contains("2026-03-31;'=СУММ(A1);;-1000.5\r\n"));
    }
}
