//! Writes texts as JSON strings.

use std::fmt::Write as _;

pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(&mut out, text);
    out
}

/// Writes a JSON string with the fewest possible escapes.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    escape(out, text);
    out.push('"');
}

/// Writes the content of a JSON string, without quotes.
pub(crate) fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
}
