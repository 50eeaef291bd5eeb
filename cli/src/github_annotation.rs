//! GitHub annotations: workflow commands that mark the line in a pull request.

use std::fmt::Write;

use crate::output::plain;

/// How an annotation is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Level {
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// A notice.
    Notice,
}

/// What an annotation is about.
pub(crate) struct At<'a> {
    pub(crate) file: &'a str,
    /// From one.
    pub(crate) line: u64,
    /// From one, where it is known.
    pub(crate) column: Option<u64>,
}

/// Adds one annotation as a line.
pub(crate) fn push(out: &mut String, level: Level, at: &At<'_>, title: &str, said: &str) {
    let level = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Notice => "notice",
    };
    let (file, line) = (property(at.file), at.line);
    // Writing to a string cannot fail.
    let _ = write!(out, "::{level} file={file},line={line}");
    if let Some(column) = at.column {
        let _ = write!(out, ",col={column}");
    }
    let _ = writeln!(out, ",title={}::{}", property(title), message(said));
}

/// A message: `%` and line ends are escaped, or the command would end there; what a terminal would obey is shown.
fn message(text: &str) -> String {
    let lines: Vec<String> = (text.split('\n').map(plain)).collect();
    lines.join("\n").replace('%', "%25").replace('\n', "%0A")
}

/// A property: also what separates properties.
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
