//! A text as a string of JSON.

use std::fmt::Write as _;

/// A text as a string of JSON.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    quote(&mut out, text);
    out
}

/// Writes a string of JSON; only what must be escaped is.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    escape(out, text);
    out.push('"');
}

/// The inside of a string of JSON.
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
