//! Texts of an index as a list: title, location and beginning.

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;

use crate::terminal::output::plain;

/// Most characters shown of a text; the JSON has all of it.
const SHOWN: usize = 400;
/// Width of a line in columns.
const WIDTH: usize = 100;
const INDENT: &str = "   ";

pub(super) fn are_texts(rows: &[Row]) -> bool {
    rows.first().is_some_and(|row| row.get("chunk").is_some())
}

pub(super) fn texts(rows: &[Row]) -> String {
    let texts = rows.iter().enumerate();
    texts.map(|(number, row)| text(number + 1, row)).collect()
}

fn text(number: usize, row: &Row) -> String {
    let said = |column: &str| {
        let shown = row.get(column).and_then(Cell::shown);
        shown.map(plain).filter(|shown| !shown.is_empty())
    };
    let about: Vec<String> = ["type", "status", "project", "lastmod"]
        .into_iter()
        .filter_map(said)
        .collect();
    let title = said("section").or_else(|| said("title"));
    let head = format!(
        "{number}. {}\n{INDENT}{} · {} · {}\n",
        title.unwrap_or_default(),
        said("chunk").unwrap_or_default(),
        about.join(", "),
        said("score").unwrap_or_default(),
    );
    head + &beginning(row) + "\n"
}

/// The beginning of a text on one line.
fn beginning(row: &Row) -> String {
    let text = row.get("text").and_then(Cell::shown).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let text = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    };
    let options = textwrap::Options::new(WIDTH)
        .initial_indent(INDENT)
        .subsequent_indent(INDENT);
    textwrap::fill(&plain(&text), options) + "\n"
}
