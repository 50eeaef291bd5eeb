//! Writes results to standard output and files, and decides on colour.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use cmec_compiler::Colour;
use cmec_decoder::blank::is_unseen;
use cmec_executor::ports::private_files;
use serde::Serialize;

use crate::terminal::arguments::{AnswerFormat, Format, Global};
use crate::terminal::exit::CliError;

/// The format of an answer: the requested one, or else text on a terminal and JSON in a pipe.
pub(crate) fn answer_format(global: &Global) -> AnswerFormat {
    global.format.unwrap_or_else(|| {
        if io::stdout().is_terminal() {
            AnswerFormat::Text
        } else {
            AnswerFormat::Json
        }
    })
}

/// The format of a result that is not a table.
pub(crate) fn format(global: &Global) -> Format {
    match answer_format(global) {
        AnswerFormat::Text => Format::Text,
        AnswerFormat::Json | AnswerFormat::Csv => Format::Json,
    }
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

/// Colour on standard output, under the same conditions.
pub(crate) fn result_colour() -> Colour {
    if io::stdout().is_terminal() {
        colour()
    } else {
        Colour::Plain
    }
}

/// Appends a value as one line of JSON. It cannot fail: a string accepts all writes, and no value has a map with
/// non-text keys.
pub(crate) fn push_json(out: &mut String, value: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(value) {
        out.push_str(&escaped(text));
    }
}

pub(crate) fn text(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(value: &impl Serialize) -> Result<(), CliError> {
    line(&compact(value)?)
}

/// Writes a report in the requested format: as one line of JSON, or as its text for people.
pub(crate) fn report<R: Serialize>(
    global: &Global,
    report: &R,
    text_of: impl FnOnce(&R) -> String,
) -> Result<(), CliError> {
    match format(global) {
        Format::Json => json_line(report),
        Format::Text => text(&text_of(report)),
    }
}

pub(crate) fn compact(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string(value).map_err(CliError::failed)?;
    Ok(escaped(text))
}

pub(crate) fn pretty(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value).map_err(CliError::failed)?;
    Ok(escaped(text))
}

/// Escapes, as JSON escapes, the characters that a terminal would hide or obey or that some readers take for a line
/// end.
fn escaped(text: String) -> String {
    if !text.contains(|character| character != '\n' && is_unseen(character)) {
        return text;
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '\n' || !is_unseen(character) {
            shown.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            shown.push_str(&format!("\\u{unit:04x}"));
        }
    }
    shown
}

pub(crate) fn line(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    written(writeln!(out, "{text}").and_then(|()| out.flush()))
}

/// Writes a file and creates its folder if needed.
pub(crate) fn file(path: &Path, text: &str) -> Result<(), CliError> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, text));
    written.map_err(|error| CliError::at(path, error))
}

/// Writes a file that only the current user can read.
pub(crate) fn private_file(path: &Path, text: &str) -> Result<(), CliError> {
    let folder = path.parent().filter(|own| !own.as_os_str().is_empty());
    let folder = folder.map_or(Ok(()), private_files::folder);
    let file = folder.and_then(|()| private_files::create(path));
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| CliError::at(path, error))
}

/// Handles a write result. A closed pipe ends the command quietly.
pub(crate) fn written<T>(result: io::Result<T>) -> Result<T, CliError> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(CliError::reader_gone()),
        other => other.map_err(CliError::failed),
    }
}

/// The same while threads wait for input that is no longer needed: the process exits at once.
#[allow(
    clippy::disallowed_methods,
    reason = "there is nobody left to tell anything"
)]
pub(crate) fn written_or_end<T>(result: io::Result<T>) -> Result<T, CliError> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => other.map_err(CliError::failed),
    }
}

/// Outside text made safe for a terminal: invisible and control characters are escaped.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let escaped = is_unseen(character).then(|| character.escape_default());
            let shown = escaped.is_none().then_some(character);
            escaped.into_iter().flatten().chain(shown)
        })
        .collect()
}

/// The same without changing the length in bytes, for drawings that point into a text: each such character is replaced
/// by a mark. Line breaks stay.
pub(crate) fn marked(text: &str) -> String {
    let mark = |character: char| match character {
        '\n' | '\t' => None,
        hidden if is_unseen(hidden) => Some(match hidden.len_utf8() {
            1 => "?",
            2 => "¿",
            3 => "\u{fffd}",
            _ => "¿¿",
        }),
        _ => None,
    };
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match mark(character) {
            Some(mark) => shown.push_str(mark),
            None => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_shown() {
        for (text, shown) in [
            ("ООО \"Икс\" — 合同 №1", "ООО \"Икс\" — 合同 №1"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}[31m", "\\u{1b}[31m"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("x\u{202e}y", "x\\u{202e}y"),
            ("a\u{2028}b\u{200b}", "a\\u{2028}b\\u{200b}"),
            ("\u{e0041}", "\\u{e0041}"),
        ] {
            assert_eq!(plain(text), shown);
            assert_eq!(marked(text).len(), text.len());
        }
        assert_eq!(
            marked("a\u{1b}[1m\u{202e}\u{e0041}\nb"),
            "a?[1m\u{fffd}¿¿\nb"
        );
    }
}
