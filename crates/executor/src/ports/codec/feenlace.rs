//! feenlace mcp-1c: arguments of `execute_query` out; in, a heading with the number of rows, a table in Markdown, and a note
//! where rows were cut off.
//!
//! The table tells no types, so the column says what a cell is. A reference is a navigation link, and only in a column of
//! references: anybody may have typed a link into the purpose of a payment. Released versions show the presentation of a
//! reference only, which names an object and does not identify it. It is read as a text, and a question whose anchor it
//! would be ends there. An account is known by its code, and goes on.

use chrono::NaiveDateTime;
use serde_json::{Map, Value};

use crate::ports::codec::column_types::{self, ColumnType};
use crate::ports::codec::json_rows::is_number;
use crate::ports::codec::{self, markdown_table, navigation_link};
use crate::ports::moment;
use crate::ports::one_c::{ParameterValue, PortError, QueryCall};
use crate::ports::raw_row::{Cell, RawRow, RawRows, Reference, Truncation};

/// Most rows the tool returns.
pub const ROW_CAP: u32 = 1000;

/// Around the number of rows in the first line.
const HEADING: (&str, &str) = ("## Результат запроса (", " записей)");

/// What stands in the place of a table without rows.
const NO_ROWS: &str = "Нет данных.";

/// How the note about rows cut off begins.
const TRUNCATION_NOTE: &str = "> Результат усечён";

/// How 1C shows a moment to people.
const SHOWN: &str = "%d.%m.%Y %H:%M:%S";

/// Arguments of the tool.
#[must_use]
pub fn arguments(call: &QueryCall<'_>) -> Map<String, Value> {
    // A reference that no link can be made of did not come from such a server, which will refuse it.
    let reference = |reference: &Reference| {
        Value::from(navigation_link::to(reference).unwrap_or_else(|| reference.id.clone()))
    };
    let value = |value: &ParameterValue| codec::untyped(value, reference);
    codec::arguments(call, "parameters", ROW_CAP, value)
}

/// Rows of the tool's text.
///
/// # Errors
/// [`PortError::Malformed`] for anything else than rows.
pub fn rows(text: &str) -> Result<RawRows, PortError> {
    read(text).map_err(|why| PortError::Malformed(format!("Markdown: {why}")))
}

fn read(text: &str) -> Result<RawRows, String> {
    let (heading, body) = text.split_once('\n').unwrap_or((text, ""));
    let told: usize = heading
        .strip_prefix(HEADING.0)
        .and_then(|rest| rest.strip_suffix(HEADING.1))
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| format!("it does not begin with `{}N{}`", HEADING.0, HEADING.1))?;
    let body = body.trim_start_matches('\n');
    if body.trim_end() == NO_ROWS {
        return if told == 0 {
            Ok(RawRows {
                truncation: Truncation::No,
                ..RawRows::default()
            })
        } else {
            Err(format!("{told} rows are told and none given"))
        };
    }
    let table = markdown_table::table(body)?;
    if table.rows.len() != told {
        return Err(format!(
            "{told} rows are told and {} given",
            table.rows.len()
        ));
    }
    let rest = table.rest.trim();
    let truncation = match rest {
        "" => Truncation::No,
        line if line.starts_with(TRUNCATION_NOTE) => Truncation::Yes,
        _ => return Err("what follows the table is not known".to_owned()),
    };
    let kinds: Vec<(&String, ColumnType)> = table
        .columns
        .iter()
        .map(|column| (column, column_types::column_type(column)))
        .collect();
    let rows = table.rows.into_iter().map(|row| RawRow {
        cells: (kinds.iter().zip(row))
            .map(|((column, kind), text)| ((*column).clone(), cell(*kind, text)))
            .collect(),
    });
    Ok(RawRows {
        rows: rows.collect(),
        fetched: told,
        truncation,
    })
}

/// A cell of a column; a text that is none of what the column holds stays a text.
fn cell(kind: ColumnType, text: String) -> Cell {
    let read = match kind {
        _ if text.is_empty() => Some(Cell::Null),
        ColumnType::Text => None,
        ColumnType::Number => is_number(&text).then(|| Cell::Number(text.clone())),
        ColumnType::Date => NaiveDateTime::parse_from_str(&text, SHOWN)
            .ok()
            .map(|date| Cell::Text(date.format(moment::FORMAT).to_string())),
        ColumnType::Flag => match text.as_str() {
            "true" => Some(Cell::Boolean(true)),
            "false" => Some(Cell::Boolean(false)),
            _ => None,
        },
        ColumnType::Reference => navigation_link::read(&text).map(Cell::Reference),
    };
    read.unwrap_or(Cell::Text(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "## Результат запроса (2 записей)\n\n\
        | Период | СчетДт | Контрагент | Сумма | НазначениеПлатежа | Целиком |\n|---|---|---|---|---|---|\n\
        | 31.03.2026 8:05:00 | 62 | [А \\| Б](e1cib/data/Справочник.Контрагенты?ref=abcdef0123456789900011ea8d3a1b2c) \
        | 893000 | [x](e1cib/data/Справочник.Контрагенты?ref=abcdef0123456789900011ea8d3a1b2c) | true |\n\
        | 01.01.0001 0:00:00 |  | ООО | 7 | 62 | да |\n";

    #[test]
    fn a_cell_is_what_its_column_holds() {
        let read = rows(TABLE).unwrap();
        let cells = |row: usize| read.rows[row].cells.iter().map(|(_, cell)| cell.clone());
        let text = |text: &str| Cell::Text(text.to_owned());
        let link = "[x](e1cib/data/Справочник.Контрагенты?ref=abcdef0123456789900011ea8d3a1b2c)";
        let first: Vec<Cell> = cells(0).collect();
        assert_eq!(
            [&first[0], &first[1], &first[3], &first[4], &first[5]],
            [
                &text("2026-03-31T08:05:00"),
                &text("62"),
                &Cell::Number("893000".to_owned()),
                // Anybody may have typed it: in a column of texts nothing is a reference.
                &text(link),
                &Cell::Boolean(true)
            ]
        );
        let Cell::Reference(found) = &first[2] else {
            panic!("{first:?}");
        };
        assert_eq!(found.id, "8d3a1b2c-11ea-9000-abcd-ef0123456789");
        assert_eq!(found.presentation, "А | Б");
        let second: Vec<Cell> = cells(1).collect();
        assert!(second[0].is_empty() && second[1].is_empty());
        assert_eq!(
            second[2..],
            [
                text("ООО"),
                Cell::Number("7".to_owned()),
                text("62"),
                text("да")
            ]
        );
        assert_eq!((read.fetched, read.truncation), (2, Truncation::No));
    }

    #[test]
    fn rows_cut_off_are_told_and_no_rows_are_rows() {
        let cut = format!("{TABLE}\n> Результат усечён. Показаны первые записи.\n");
        assert_eq!(rows(&cut).unwrap().truncation, Truncation::Yes);
        let none = rows("## Результат запроса (0 записей)\n\nНет данных.\n").unwrap();
        assert_eq!((none.fetched, none.truncation), (0, Truncation::No));
    }

    #[test]
    fn anything_else_is_named() {
        for (text, why) in [
            ("", "it does not begin with"),
            ("<html>502</html>", "it does not begin with"),
            ("{\"success\":true,\"data\":[]}", "it does not begin with"),
            (
                "## Результат запроса (много записей)\n",
                "it does not begin with",
            ),
            (
                "## Результат запроса (2 записей)\n\nНет данных.\n",
                "2 rows are told and none given",
            ),
            (
                "## Результат запроса (1 записей)\n\nСбой",
                "there is no table",
            ),
            (&TABLE.replace("(2", "(3"), "3 rows are told and 2 given"),
            (
                &format!("{TABLE}\nИ ещё"),
                "what follows the table is not known",
            ),
        ] {
            let error = rows(text).unwrap_err();
            assert_eq!(error.code(), "mcp_answer_malformed");
            assert!(error.to_string().contains(why), "{text}: {error}");
        }
    }
}
