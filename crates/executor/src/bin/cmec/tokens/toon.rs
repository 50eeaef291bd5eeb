//! JSON as TOON (token-oriented object notation): indented keys, lists with their lengths, lists of alike objects as
//! tables.

use serde_json::{Map, Value};

/// Writes an object.
pub(super) fn toon(value: &Value) -> String {
    let mut out = String::new();
    if let Value::Object(members) = value {
        object(&mut out, members, 0);
    }
    out.trim_end().to_owned()
}

fn object(out: &mut String, members: &Map<String, Value>, depth: usize) {
    for (key, value) in members {
        indent(out, depth);
        member(out, key, value, depth);
    }
}

/// A key and its value, from the key on.
fn member(out: &mut String, key: &str, value: &Value, depth: usize) {
    match value {
        Value::Object(members) => {
            out.push_str(&format!("{key}:\n"));
            object(out, members, depth + 1);
        }
        Value::Array(elements) => list(out, key, elements, depth),
        scalar => out.push_str(&format!("{key}: {}\n", plain(scalar))),
    }
}

fn list(out: &mut String, key: &str, elements: &[Value], depth: usize) {
    let length = elements.len();
    let nested = |value: &Value| value.is_object() || value.is_array();
    if !elements.iter().any(nested) {
        let plain: Vec<String> = elements.iter().map(plain).collect();
        let blank = if plain.is_empty() { "" } else { " " };
        out.push_str(&format!("{key}[{length}]:{blank}{}\n", plain.join(",")));
        return;
    }
    if let Some(columns) = columns(elements) {
        out.push_str(&format!("{key}[{length}]{{{}}}:\n", columns.join(",")));
        for row in elements.iter().filter_map(Value::as_object) {
            indent(out, depth + 1);
            let cells: Vec<String> = row.values().map(plain).collect();
            out.push_str(&cells.join(","));
            out.push('\n');
        }
        return;
    }
    out.push_str(&format!("{key}[{length}]:\n"));
    for element in elements {
        indent(out, depth + 1);
        out.push_str("- ");
        match element {
            Value::Object(members) => {
                // The first member stands behind the hyphen, the others below it.
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        indent(out, depth + 2);
                    }
                    member(out, key, value, depth + 2);
                }
            }
            Value::Array(elements) => list(out, "", elements, depth + 1),
            scalar => out.push_str(&format!("{}\n", plain(scalar))),
        }
    }
}

/// The keys of objects that all have the same, with a scalar for each.
fn columns(elements: &[Value]) -> Option<Vec<&str>> {
    let first: Vec<&str> = elements
        .first()?
        .as_object()?
        .keys()
        .map(String::as_str)
        .collect();
    let alike = elements.iter().all(|element| {
        element.as_object().is_some_and(|row| {
            row.keys().eq(first.iter().copied())
                && row
                    .values()
                    .all(|cell| !cell.is_object() && !cell.is_array())
        })
    });
    alike.then_some(first)
}

fn plain(value: &Value) -> String {
    let Value::String(text) = value else {
        return value.to_string();
    };
    let special = |letter: char| ",:\"\\[]{}".contains(letter) || letter.is_control();
    let quoted = text.is_empty()
        || text.trim() != text
        || text.starts_with('-')
        || text.contains(special)
        || matches!(text.as_str(), "true" | "false" | "null")
        || text.parse::<f64>().is_ok();
    if quoted {
        value.to_string()
    } else {
        text.clone()
    }
}

fn indent(out: &mut String, depth: usize) {
    out.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::toon;

    #[test]
    fn objects_are_indented_and_alike_ones_are_tables() {
        let value = serde_json::json!({
            "a": {"b": "x y", "c": "62"},
            "none": [],
            "plain": ["x", 1],
            "rows": [{"f": "a", "g": 1}, {"f": "b,c", "g": 2}],
            "mixed": [{"f": "a", "g": [1, 2]}],
        });
        let text = "a:\n  b: x y\n  c: \"62\"\nnone[0]:\nplain[2]: x,1\nrows[2]{f,g}:\n  a,1\n  \"b,c\",2\nmixed[1]:\n  - f: a\n    g[2]: 1,2";
        assert_eq!(toon(&value), text);
    }
}
