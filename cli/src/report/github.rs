//! GitHub annotations: workflow commands that mark lines in a pull request.

use std::fmt::Write;

use super::record::{Level, Record};
use crate::terminal::output::plain;

pub(super) fn push(record: &Record<'_>, out: &mut String) {
    let (level, title, text) = &record.annotation;
    let level = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let (file, line) = (property(record.place.file), record.place.line);
    let column = record.place.column.map(|column| format!(",col={column}"));
    let column = column.unwrap_or_default();
    let (title, message) = (property(title), message(text));
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "::{level} file={file},line={line}{column},title={title}::{message}"
    );
}

/// A message with `%` and line ends escaped, which would end the command, and control characters made visible.
fn message(text: &str) -> String {
    let lines: Vec<String> = (text.split('\n').map(plain)).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// A property, whose separators are escaped, too.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_command() {
        assert_eq!(message("100%\n::error::x"), "100%25%0A::error::x");
        let shown = message("\u{1b}[31m\u{202e}\r");
        assert!(
            !shown.contains(char::is_control) && !shown.contains('\u{202e}'),
            "{shown}"
        );
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
