//! A table in Markdown, as mcp-1c writes it: a bar in a cell is `\|`, and a cell may hold line breaks.

use crate::ports::codec::column_types::LONGEST_NAME;

/// A table and what follows it.
pub(super) struct Table<'t> {
    pub(super) columns: Vec<String>,
    /// Cells of each row, as many as there are columns.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) rest: &'t str,
}

/// Reads a table.
///
/// # Errors
/// In words, what is wrong and in which row.
pub(super) fn table(text: &str) -> Result<Table<'_>, String> {
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    let mut columns = Vec::new();
    let mut left = head.strip_prefix('|').ok_or("there is no table")?;
    while !left.is_empty() {
        let (name, after) = cell(left).ok_or("the head of the table does not end")?;
        if name.len() > LONGEST_NAME {
            return Err("a column has too long a name".to_owned());
        }
        columns.push(name);
        left = after;
    }
    let (bar, mut rest) = rest.split_once('\n').unwrap_or((rest, ""));
    if bar.strip_prefix('|') != Some("---|".repeat(columns.len()).as_str()) {
        return Err("no line of bars follows the head of the table".to_owned());
    }
    let mut rows = Vec::new();
    while let Some(mut left) = rest.strip_prefix('|') {
        let number = rows.len() + 1;
        let mut row = Vec::with_capacity(columns.len());
        for _ in &columns {
            let (text, after) = cell(left).ok_or_else(|| format!("row {number} does not end"))?;
            row.push(text);
            left = after;
        }
        rest = match left.strip_prefix('\n') {
            Some(rest) => rest,
            None if left.is_empty() => left,
            None => {
                return Err(format!(
                    "row {number} has more than {} cells",
                    columns.len()
                ));
            }
        };
        rows.push(row);
    }
    Ok(Table {
        columns,
        rows,
        rest,
    })
}

/// The text up to the next bar, and what follows the bar.
fn cell(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix(' ')?;
    let mut cell = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if letters.peek().is_some_and(|(_, next)| *next == '|') => {
                letters.next();
                cell.push('|');
            }
            '|' => {
                let inner = cell.strip_suffix(' ')?.len();
                cell.truncate(inner);
                return Some((cell, text.get(at + 1..).unwrap_or_default()));
            }
            other => cell.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(columns: &[String], rows: &[Vec<String>]) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', r"\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(columns);
        text.push_str(&format!("|{}\n", "---|".repeat(columns.len())));
        rows.iter().for_each(|row| text.push_str(&line(row)));
        text
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            rows in prop::collection::vec(prop::collection::vec("[a-я |\\\\\n-]{0,6}", 3), 0..5),
        ) {
            // A backslash before a bar and an escaped bar are written the same.
            let clean = |text: &String| text.replace("\\|", "|");
            let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(clean).collect()).collect();
            let columns = ["А", "Б|", "В"].map(str::to_owned);
            let text = written(&columns, &rows) + "\n> rest";
            let table = table(&text).unwrap();
            prop_assert_eq!(&table.columns[..], &columns);
            prop_assert_eq!(table.rows, rows);
            prop_assert_eq!(table.rest, "\n> rest");
        }
    }

    #[test]
    fn what_is_no_table_is_named() {
        for (text, why) in [
            ("", "there is no table"),
            ("rows", "there is no table"),
            ("| a", "the head of the table does not end"),
            (
                &format!("| {} |\n", "a".repeat(600)),
                "a column has too long a name",
            ),
            ("| a |\n| 1 |", "no line of bars"),
            ("| a |\n|---|---|\n", "no line of bars"),
            ("| a | b |\n|---|---|\n| 1 |", "row 1 does not end"),
            ("| a |\n|---|\n| 1 | 2 |", "row 1 has more than 1 cells"),
        ] {
            let error = table(text).map(|table| table.rows).unwrap_err();
            assert!(error.starts_with(why), "{text}: {error}");
        }
    }
}
