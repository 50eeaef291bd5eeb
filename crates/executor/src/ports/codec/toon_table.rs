//! A TOON table → raw rows: `[N]{column,…}:` and one line per row. Cells may hold inline objects, `{key: value, …}`, as
//! the proxy of 1c-mcp-toolkit writes them. A list of rows with different columns is not read, since no query returns
//! one.

mod value_scanner;

use crate::ports::codec::toon_table::value_scanner::ValueScanner;
use crate::ports::raw_row::{RawRow, RawRows};

/// Maximum length of a column name, in bytes; names of 1C have at most 128 letters. The name is stored with each cell,
/// so a longer one would cost memory in every row.
const LONGEST_NAME: usize = 512;

/// Maximum nesting of values.
const DEEPEST: usize = 8;

/// Reads the rows of a table.
///
/// # Errors
/// A description of the error with its line.
pub(super) fn rows(text: &str) -> Result<RawRows, String> {
    let mut lines = text.lines();
    let header = Header::read(lines.next().unwrap_or_default())?;
    let mut rows = Vec::new();
    for (number, line) in (2_usize..).zip(lines) {
        let row = line.strip_prefix("  ");
        let row = row.ok_or_else(|| format!("line {number}: a row is indented by two spaces"))?;
        let row = header.row(row);
        rows.push(row.map_err(|why| format!("line {number}: {why}"))?);
    }
    let (told, given) = (header.length, rows.len());
    if told != given {
        return Err(format!("{told} rows are told and {given} given"));
    }
    Ok(RawRows {
        fetched: rows.len(),
        rows,
        ..RawRows::default()
    })
}

struct Header {
    length: usize,
    delimiter: char,
    columns: Vec<String>,
}

impl Header {
    fn read(line: &str) -> Result<Self, String> {
        let wrong = || "line 1: it is no header `[N]{column,…}:` of a table".to_owned();
        let inner = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(':'));
        let (length, fields) = inner
            .and_then(|inner| inner.split_once(']'))
            .ok_or_else(wrong)?;
        // The delimiter follows the number; some writers also give the default one.
        let digits = length.trim_end_matches([',', '|', '\t']);
        let delimiter = length
            .get(digits.len()..)
            .and_then(|mark| mark.chars().next());
        let mut header = Self {
            length: digits.parse().map_err(|_| wrong())?,
            delimiter: delimiter.unwrap_or(','),
            columns: Vec::new(),
        };
        if fields.is_empty() && header.length == 0 {
            return Ok(header);
        }
        let fields = fields
            .strip_prefix('{')
            .and_then(|fields| fields.strip_suffix('}'));
        let mut scanner = ValueScanner(fields.ok_or_else(wrong)?);
        loop {
            let name = scanner.token(&[header.delimiter])?.text();
            if name.len() > LONGEST_NAME {
                return Err("line 1: a column has too long a name".to_owned());
            }
            header.columns.push(name);
            if scanner.0.is_empty() {
                return Ok(header);
            }
            scanner.expect(header.delimiter)?;
        }
    }

    fn row(&self, line: &str) -> Result<RawRow, String> {
        let mut scanner = ValueScanner(line);
        let mut cells = Vec::with_capacity(self.columns.len());
        for (index, column) in self.columns.iter().enumerate() {
            if index > 0 {
                scanner
                    .expect(self.delimiter)
                    .map_err(|_| format!("{index} values of {}", self.columns.len()))?;
            }
            cells.push((column.clone(), scanner.value(&[self.delimiter], DEEPEST)?));
        }
        if scanner.0.is_empty() {
            Ok(RawRow { cells })
        } else {
            Err(format!("more than {} values", self.columns.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ports::raw_row::{Cell, Reference};

    const MIXED: &str = concat!(
        "[2]{\"Период\",\"Регистратор\",note,\"Сумма\",\"Пусто\"}:\n",
        "  \"2026-03-31T20:00:00\",{_objectRef: true, \"УникальныйИдентификатор\": 8d3a-1, \"ТипОбъекта\": ",
        "ДокументСсылка.Счёт, \"Представление\": \"Счёт 1, от 31.03.2026 20:00:00\"},\"a, \\\"b\\\"\",893000.5,null\n",
        "  x,{a: [1, {b: 2}], c: }, two words ,\"05\",false",
    );

    #[test]
    fn reads_columns_values_and_references() {
        let read = rows(MIXED).unwrap();
        let cells = |row: usize| read.rows[row].cells.iter().map(|(_, cell)| cell.clone());
        let text = |text: &str| Cell::Text(text.to_owned());
        let document = Cell::Reference(Reference {
            id: "8d3a-1".to_owned(),
            type_name: "ДокументСсылка.Счёт".to_owned(),
            presentation: "Счёт 1, от 31.03.2026 20:00:00".to_owned(),
        });
        assert_eq!(
            cells(0).collect::<Vec<_>>(),
            [
                text("2026-03-31T20:00:00"),
                document,
                text("a, \"b\""),
                Cell::Number("893000.5".to_owned()),
                Cell::Null
            ]
        );
        let other = Cell::Other("{a: [1, {b: 2}], c: }".to_owned());
        assert_eq!(
            cells(1).collect::<Vec<_>>(),
            [
                text("x"),
                other,
                text("two words"),
                text("05"),
                Cell::Boolean(false)
            ]
        );
        let names: Vec<&str> = read.rows[0]
            .cells
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["Период", "Регистратор", "note", "Сумма", "Пусто"]);
    }

    #[test]
    fn delimiters_are_those_of_the_header() {
        for text in [
            "[1,]{a,b}:\n  1,x",
            "[1|]{a|b}:\n  1|x",
            "[1\t]{a\tb}:\n  1\tx",
        ] {
            let read = rows(text).unwrap();
            assert_eq!(
                read.rows[0].cells[1].1,
                Cell::Text("x".to_owned()),
                "{text}"
            );
        }
        assert_eq!(rows("[0]:").unwrap().fetched, 0);
        assert_eq!(rows("[0,]:").unwrap().fetched, 0);
    }

    #[test]
    fn what_is_no_table_is_named_with_its_line() {
        let deep = format!("[1]{{a}}:\n  {}", "{a: ".repeat(20));
        let long = format!("[1]{{{}}}:\n  1", "a".repeat(600));
        for (text, why) in [
            ("", "line 1: it is no header"),
            ("a: 1", "line 1: it is no header"),
            ("[2]:\n  - a: 1", "line 1: it is no header"),
            ("[x]{a}:", "line 1: it is no header"),
            ("[2]{a}:\n  1", "2 rows are told and 1 given"),
            ("[1]{a}:\n1", "line 2: a row is indented"),
            ("[1]{a,b}:\n  1", "line 2: 1 values of 2"),
            ("[1]{a}:\n  1,2", "line 2: more than 1 values"),
            ("[1]{a}:\n  \"x", "line 2: a quoted text does not end"),
            ("[1]{a}:\n  \"\\x\"", "line 2: an escape"),
            ("[1]{a}:\n  {b 1}", "line 2: `:` is missing"),
            ("[1]{a}:\n  {b: 1", "line 2: `,` is missing"),
            (&deep, "line 2: values stand too deep"),
            (&long, "line 1: a column has too long a name"),
        ] {
            let error = rows(text).unwrap_err();
            assert!(error.starts_with(why), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(cut in 0_usize..400, inserted in "[\\[\\]{}:,\"\\\\ \nа0]{0,6}") {
            let mut text = MIXED.to_owned();
            let at = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            text.insert_str(at, &inserted);
            if let Ok(read) = rows(&text) {
                prop_assert!(read.rows.iter().all(|row| row.cells.len() == read.rows[0].cells.len()));
            }
        }
    }
}
