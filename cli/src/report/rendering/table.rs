//! Rows as a table of fixed width: numbers right-aligned, long texts wrapped, constant columns moved above the table.

use std::borrow::Cow;

use cmec_executor::Response;
use cmec_executor::lane::address::column_names::position;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::wording::column::ColumnKind;
use textwrap::core::display_width as width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use super::Columns;

/// Widest text column; longer texts wrap.
const WIDEST: usize = 36;

/// Most characters of a value in text output; the JSON has the whole value.
const SHOWN: usize = 1000;

/// A value shortened for text output.
pub(super) fn bounded(mut value: String) -> String {
    if let Some((end, _)) = value.char_indices().nth(SHOWN) {
        value.truncate(end);
        value.push('…');
    }
    value
}

/// The columns of the merged details.
const DEBIT: &str = "debit_details";
const CREDIT: &str = "credit_details";

/// The columns with a value in some row, in answer order.
pub(super) fn codes(rows: &[Row]) -> Vec<&str> {
    let values = rows.iter().flat_map(|row| &row.values);
    let has_value = |cell: &Cell| cell.written().is_some_and(|shown| !shown.is_empty());
    in_order((values.filter(|(_, cell)| has_value(cell))).map(|(name, _)| name.as_ref()))
}

/// The columns of all pages of an answer, with or without a value on this page.
pub(super) fn all_codes(response: &Response) -> Vec<&str> {
    let values = response.rows.iter().flat_map(|row| &row.values);
    let names = values.map(|(name, _)| name.as_ref());
    in_order(response.columns.iter().copied().chain(names))
}

fn in_order<'r>(names: impl Iterator<Item = &'r str>) -> Vec<&'r str> {
    let mut codes: Vec<&str> = Vec::new();
    for name in names {
        if !codes.contains(&name) {
            codes.push(name);
        }
    }
    codes.sort_by_key(|name| {
        let first_merged = match *name {
            DEBIT => "debit_1",
            CREDIT => "credit_1",
            name => name,
        };
        position(first_merged)
    });
    codes
}

/// The rows with the details of each side of an account merged into one column, because six columns are too wide.
pub(super) fn narrowed(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(narrow).collect()
}

fn narrow(row: &Row) -> Row {
    let mut values: Vec<(Cow<'static, str>, Cell)> = Vec::with_capacity(row.values.len());
    for (name, cell) in &row.values {
        let merged = match name.as_ref() {
            "debit_1" | "debit_2" | "debit_3" => DEBIT,
            "credit_1" | "credit_2" | "credit_3" => CREDIT,
            _ => {
                values.push((name.clone(), cell.clone()));
                continue;
            }
        };
        let shown = cell.shown().unwrap_or_default();
        match values.iter_mut().find(|(known, _)| *known == merged) {
            Some((_, Cell::Text(text))) if !shown.is_empty() => {
                text.push_str("; ");
                text.push_str(shown);
            }
            Some(_) => {}
            None if shown.is_empty() => {}
            None => values.push((Cow::Borrowed(merged), Cell::Text(shown.to_owned()))),
        }
    }
    Row { values }
}

/// The columns with the same value in all of several rows, with that value.
pub(super) fn common<'r>(rows: &'r [Row], columns: Columns<'_>) -> Vec<(&'r str, &'r Cell)> {
    let [first, rest @ ..] = rows else {
        return Vec::new();
    };
    first
        .values
        .iter()
        .filter_map(|(name, cell)| {
            let is_there = *cell != Cell::Null;
            let is_text =
                columns.kind(name) == ColumnKind::Text && !matches!(cell, Cell::Number(_));
            let same = |row: &Row| row.get(name) == Some(cell);
            let is_common = is_there && is_text && !rest.is_empty() && rest.iter().all(same);
            is_common.then_some((name.as_ref(), cell))
        })
        .collect()
}

/// The table with column names, without the columns above it.
pub(super) fn table(rows: &[Row], above: &[&str], columns: Columns<'_>) -> String {
    let all = codes(rows);
    let codes: Vec<&str> = (all.iter().copied())
        .filter(|name| !above.contains(name))
        .collect();
    let head: Vec<String> = (codes.iter())
        .map(|code| columns.name_among(code, &all).into_owned())
        .collect();
    let body: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cell = |code: &&str| {
                let cell = row.get(code);
                cell.map_or_else(String::new, |cell| bounded(columns.value(code, cell)))
            };
            codes.iter().map(cell).collect()
        })
        .collect();
    let is_number: Vec<bool> = (codes.iter())
        .map(|code| {
            let mut cells = rows.iter().filter_map(|row| row.get(code));
            columns.kind(code).is_number() || cells.any(|cell| matches!(cell, Cell::Number(_)))
        })
        .collect();
    let widths: Vec<usize> = (0..codes.len())
        .map(|at| {
            let cells = std::iter::once(&head).chain(&body);
            let widest = cells.filter_map(|row| row.get(at)).map(|cell| width(cell));
            widest.max().unwrap_or_default().min(WIDEST)
        })
        .collect();
    let mut text = String::new();
    lines(&mut text, &is_number, &head, &widths);
    let rule: usize = widths.iter().map(|width| width + 2).sum();
    text.push_str(&"─".repeat(rule.saturating_sub(2)));
    text.push('\n');
    for row in &body {
        lines(&mut text, &is_number, row, &widths);
    }
    text
}

/// Adds a row, on as many lines as its longest cell needs.
fn lines(text: &mut String, is_number: &[bool], row: &[String], widths: &[usize]) {
    let cells: Vec<Vec<Cow<'_, str>>> = (row.iter().zip(widths))
        .map(|(cell, width)| wrapped(cell, *width))
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or_default();
    for at in 0..height {
        let mut line = String::new();
        for ((is_number, cell), wide) in is_number.iter().zip(&cells).zip(widths) {
            let part = cell.get(at).map_or("", |part| part);
            let blanks = " ".repeat(wide.saturating_sub(width(part)));
            if *is_number {
                line.extend([&blanks, part]);
            } else {
                line.extend([part, &blanks]);
            }
            line.push_str("  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// A text wrapped to a width, at spaces if possible.
fn wrapped(text: &str, wide: usize) -> Vec<Cow<'_, str>> {
    let options = Options::new(wide)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_shows_the_beginning_of_an_endless_value() {
        let value = bounded("ж".repeat(200_000));
        assert_eq!(value.chars().count(), SHOWN + 1);
        assert!(value.ends_with("ж…"));
        let whole = "ж".repeat(SHOWN);
        assert_eq!(bounded(whole.clone()), whole);
    }

    #[test]
    fn long_texts_are_broken_and_lost_nowhere() {
        for (text, wide, expected) in [
            ("a b", 3, vec!["a b"]),
            ("aa bb cc", 5, vec!["aa bb", "cc"]),
            ("abcdefg", 3, vec!["abc", "def", "g"]),
            ("a abcdefg", 3, vec!["a", "abc", "def", "g"]),
            ("", 3, vec![""]),
            ("合同合同", 4, vec!["合同", "合同"]),
        ] {
            assert_eq!(wrapped(text, wide), expected, "{text}");
        }
    }
}
