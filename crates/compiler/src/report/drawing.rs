//! Renders findings with their source lines. `codespan-reporting` can show several files in one report.

use codespan_reporting::diagnostic::{
    Diagnostic, Label as DrawnLabel, LabelStyle, Severity as DrawnSeverity,
};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{
    Config, Styles, StylesWriter, emit_to_string, emit_to_write_style, termcolor::Ansi,
};

use super::data::{ReportPlace, place};
use crate::finding::{Finding, Label, Place, Severity};
use crate::source::files::SourceSet;

/// The colouring of a rendered report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// With ANSI escapes.
    Ansi,
    /// Plain text.
    Plain,
}

/// Longest line that is shown, in bytes; for a longer one, only the place is given.
const DRAWN: usize = 1000;

/// Renders findings with their source lines.
#[must_use]
pub fn render(findings: &[Finding], sources: &SourceSet, colour: Colour) -> String {
    let files = sources.drawn();
    let each = findings.iter();
    each.map(|finding| draw(&drawn(finding, &files), &files, colour))
        .collect()
}

/// Renders one diagnostic.
pub(crate) fn draw(
    diagnostic: &Diagnostic<usize>,
    files: &SimpleFiles<&str, &str>,
    colour: Colour,
) -> String {
    let config = Config::default();
    // Fails only for a place outside its file; the message is still useful.
    let message = || format!("{}\n", diagnostic.message);
    match colour {
        Colour::Plain => {
            let mut text = String::new();
            match emit_to_string(&mut text, &config, files, diagnostic) {
                Ok(()) => text,
                Err(_) => message(),
            }
        }
        Colour::Ansi => {
            let styles = Styles::default();
            let mut bytes = Ansi::new(Vec::new());
            let mut writer = StylesWriter::new(&mut bytes, &styles);
            match emit_to_write_style(&mut writer, &config, files, diagnostic) {
                Ok(()) => String::from_utf8_lossy(bytes.get_ref()).into_owned(),
                Err(_) => message(),
            }
        }
    }
}

/// A place as `file:line:column`.
pub(crate) fn position(at: Place, files: &SimpleFiles<&str, &str>) -> String {
    let message = String::new();
    let ReportPlace {
        file, line, column, ..
    } = place(&Label { place: at, message }, files);
    format!("{file}:{line}:{column}")
}

/// The length in bytes of the line in which a place begins: 0 if the place is in no text, and more than is ever shown
/// if the line contains terminal commands.
pub(crate) fn line_length(at: Place, files: &SimpleFiles<&str, &str>) -> usize {
    let Ok(file) = files.get(at.file) else {
        return 0;
    };
    let (before, after) = file.source().split_at_checked(at.start).unwrap_or_default();
    let head = before.rsplit('\n').next().unwrap_or_default();
    let tail = after.split('\n').next().unwrap_or_default();
    let commands = |letter: char| letter.is_control() && !['\t', '\r'].contains(&letter);
    if [head, tail].iter().any(|part| part.contains(commands)) {
        return usize::MAX;
    }
    head.len() + tail.len()
}

fn drawn(finding: &Finding, files: &SimpleFiles<&str, &str>) -> Diagnostic<usize> {
    let doc = finding.rule.doc();
    let severity = match doc.severity {
        Severity::Error => DrawnSeverity::Error,
        Severity::Warning => DrawnSeverity::Warning,
        Severity::Note => DrawnSeverity::Note,
    };
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    let others = finding.secondary.iter();
    let others = others.map(|other| (other, LabelStyle::Secondary));
    let primary = (&finding.primary, LabelStyle::Primary);
    for (Label { place: at, message }, style) in std::iter::once(primary).chain(others) {
        if line_length(*at, files) > DRAWN {
            let said = if message.is_empty() { "" } else { ": " };
            notes.push(format!("{}{said}{message}", position(*at, files)));
            continue;
        }
        labels.push(DrawnLabel::new(style, at.file, at.start..at.end).with_message(message));
    }
    let mut diagnostic = Diagnostic::new(severity)
        .with_code(doc.id)
        .with_message(&finding.message)
        .with_labels(labels)
        .with_notes(notes);
    if let Some(help) = &finding.help {
        diagnostic = diagnostic.with_note(format!("help: {help}"));
    }
    diagnostic
}
