//! TOON as the proxy of 1c-mcp-toolkit writes it: one header for all rows, and references as `{key: value, …}`.

use super::json::shortest;
use crate::one_c::value::{Cell, Reference, Table};

/// The tool's form of `NULL`: the text that 1C converts it to.
pub(super) const NULL: &str = "";

/// The tool's form of a datetime: with a final `Z`; the empty date is only that.
pub(super) fn moment(text: &str) -> String {
    let text = if text.starts_with("0001-") { "" } else { text };
    format!("{text}Z")
}

pub(super) fn text(table: &Table, limit: usize) -> String {
    let rows: Vec<_> = table.rows.iter().take(limit).collect();
    if rows.is_empty() {
        return "[0]:".to_owned();
    }
    // Without references, the TOON library writes the table, including the delimiter in the header.
    let nested = rows
        .iter()
        .any(|row| row.iter().any(|cell| matches!(cell, Cell::Reference(_))));
    let columns: Vec<String> = table
        .columns
        .iter()
        .map(|column| key(column.name))
        .collect();
    let delimiter = if nested { "" } else { "," };
    let mut text = format!("[{}{delimiter}]{{{}}}:", rows.len(), columns.join(","));
    for row in rows {
        let cells: Vec<String> = row.iter().map(value).collect();
        text.push_str("\n  ");
        text.push_str(&cells.join(","));
    }
    text
}

fn value(cell: &Cell) -> String {
    match cell {
        Cell::Null => string(NULL),
        Cell::Text(text) => string(text),
        Cell::Date(text) => string(&moment(text)),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Count(count) => count.to_string(),
        Cell::Money(kopecks) => shortest(*kopecks),
        Cell::Reference(Reference {
            uuid,
            object_type,
            presentation,
        }) => {
            let fields = [
                ("УникальныйИдентификатор", uuid),
                ("ТипОбъекта", object_type),
                ("Представление", presentation),
            ];
            let fields = fields.map(|(name, text)| format!("{}: {}", key(name), string(text)));
            format!("{{_objectRef: true, {}}}", fields.join(", "))
        }
    }
}

/// A key: unquoted if it is a word that begins with a Latin letter.
fn key(name: &str) -> String {
    let bare = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'));
    if bare { name.to_owned() } else { quoted(name) }
}

/// A text: unquoted if it is unambiguous.
fn string(text: &str) -> String {
    let special = |letter: char| letter.is_control() || ",:{}[]\"\\".contains(letter);
    let number = text.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let literal = matches!(text, "" | "true" | "false" | "null");
    if literal || number || text.starts_with('-') || text.trim() != text || text.contains(special) {
        quoted(text)
    } else {
        text.to_owned()
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::{key, string};

    #[test]
    fn only_what_is_plain_is_bare() {
        for (text, written) in [
            ("ООО Ромб", "ООО Ромб"),
            ("", "\"\""),
            ("true", "\"true\""),
            ("62.01", "\"62.01\""),
            ("-", "\"-\""),
            ("a, b", "\"a, b\""),
            ("a: \"b\"", "\"a: \\\"b\\\"\""),
            (" a", "\" a\""),
            ("a\nb", "\"a\\nb\""),
        ] {
            assert_eq!(string(text), written);
        }
        assert_eq!(
            (key("_objectRef"), key("Сумма")),
            ("_objectRef".to_owned(), "\"Сумма\"".to_owned())
        );
    }
}
