//! Rows as JSON objects → raw rows. Columns keep their order and numbers their digits.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::ports::raw_row::{Cell, RawRow, RawRows};

/// Reads an object in a cell, such as a reference or a date; `None` where its form is unknown.
pub(super) type ReadObject = fn(&str) -> Option<Cell>;

/// Reads the rows of a list. An element that is not a row is counted but skipped.
///
/// # Errors
/// The text is not a list.
pub(super) fn rows(list: &str, object: ReadObject) -> Result<RawRows, serde_json::Error> {
    let elements: Vec<&RawValue> = serde_json::from_str(list)?;
    let rows =
        (elements.iter()).filter_map(|element| serde_json::from_str::<Row>(element.get()).ok());
    let rows = rows.map(|Row(columns)| {
        let cells = columns.into_iter();
        let cells = cells.map(|(name, raw)| (name, cell(&raw, object)));
        RawRow {
            cells: cells.collect(),
        }
    });
    Ok(RawRows {
        rows: rows.collect(),
        fetched: elements.len(),
        ..RawRows::default()
    })
}

/// The columns of a row with their unparsed values.
struct Row(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Columns;
        impl<'de> serde::de::Visitor<'de> for Columns {
            type Value = Row;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a row as an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = map.next_entry()? {
                    cells.push(cell);
                }
                Ok(Row(cells))
            }
        }
        deserializer.deserialize_map(Columns)
    }
}

fn cell(raw: &RawValue, object: ReadObject) -> Cell {
    let text = raw.get();
    let kept = || Cell::Other(text.to_owned());
    match text.bytes().next() {
        Some(b'"') => serde_json::from_str(text).map_or_else(|_| kept(), Cell::Text),
        Some(b't') => Cell::Boolean(true),
        Some(b'f') => Cell::Boolean(false),
        Some(b'n') | None => Cell::Null,
        Some(b'{') => object(text).unwrap_or_else(kept),
        Some(b'[') => kept(),
        Some(_) => Cell::Number(text.to_owned()),
    }
}

/// True where a bare text is a JSON number, so that its digits can be emitted unchanged.
pub(super) fn is_number(text: &str) -> bool {
    let (mut bytes, mut from_end) = (text.bytes(), text.bytes().rev());
    let starts = (bytes.next()).is_some_and(|first| first == b'-' || first.is_ascii_digit());
    let ends = from_end.next().is_some_and(|last| last.is_ascii_digit());
    starts && ends && serde_json::from_str::<&RawValue>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_number;

    #[test]
    fn numbers_are_those_of_json() {
        for (text, expected) in [
            ("0", true),
            ("-7", true),
            ("1234567890123456.70", true),
            ("1e6", true),
            ("05", false),
            ("1.", false),
            (".5", false),
            ("-", false),
            ("1 ", false),
            ("", false),
            ("60.01.1", false),
            ("много", false),
        ] {
            assert_eq!(is_number(text), expected, "{text}");
        }
    }
}
