//! Writing results to standard output, and whether to use colour on standard error.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use cmec_compiler::Colour;
use serde::Serialize;

use crate::arguments::{Format, Global};
use crate::exit::Failure;

/// The format asked for; else text on a terminal, JSON in a pipe.
pub(crate) fn format(global: &Global) -> Format {
    global.format.unwrap_or_else(|| {
        if io::stdout().is_terminal() {
            Format::Text
        } else {
            Format::Json
        }
    })
}

/// Colour on standard error: on a terminal, unless `NO_COLOR` is set.
pub(crate) fn colour() -> Colour {
    let off = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !off {
        Colour::Ansi
    } else {
        Colour::Plain
    }
}

/// Colour of a result for people: where it goes to a terminal, and there is colour at all.
pub(crate) fn result_colour() -> Colour {
    if io::stdout().is_terminal() {
        colour()
    } else {
        Colour::Plain
    }
}

/// Adds a value as one line of JSON. Writing to a string cannot fail, and none of the values has a map with keys
/// that are no texts, so there is nothing to report.
pub(crate) fn push_json(out: &mut String, value: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(value) {
        out.push_str(&text);
    }
}

/// Writes a text as it is.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Writes a value: one line of JSON, or pretty for people.
pub(crate) fn json(value: &impl Serialize, format: Format) -> Result<(), Failure> {
    let text = match format {
        Format::Json => serde_json::to_string(value),
        Format::Text => serde_json::to_string_pretty(value),
    };
    line(&text.map_err(Failure::failed)?)
}

/// Writes a line.
pub(crate) fn line(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    written(writeln!(out, "{text}").and_then(|()| out.flush()))
}

/// Writes a file, in a folder that need not be there.
pub(crate) fn file(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::at(path, error))
}

/// What came of writing. A reader that went away ends the command quietly.
#[allow(
    clippy::disallowed_methods,
    reason = "there is nobody left to tell anything"
)]
pub(crate) fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => other.map_err(Failure::failed),
    }
}

/// A text from outside for a terminal: control characters are shown, not sent.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let escaped = character.is_control().then(|| character.escape_default());
            let shown = escaped.is_none().then_some(character);
            escaped.into_iter().flatten().chain(shown)
        })
        .collect()
}
