//! Findings on standard error, with the place in the model's text. What the model said is shown, never sent to the terminal.

use std::fmt;

use cmec_compiler::Colour;
use cmec_decoder::{Clarify, Finding};
use cmec_executor::Locale;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use crate::output;

/// Longest text that is drawn; a place in a longer one is named by line and column only.
const DRAWN_BYTES: usize = 16 * 1024;

/// Draws findings.
pub(crate) fn findings(findings: &[Finding], text: &[u8], language: Locale) {
    let theme = match output::colour() {
        Colour::Ansi => GraphicalTheme::unicode(),
        Colour::Plain => GraphicalTheme::unicode_nocolor(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
    let source = String::from_utf8_lossy(text);
    for finding in findings {
        let drawn = Drawn {
            finding,
            source: (source.len() <= DRAWN_BYTES && source.len() == text.len())
                .then(|| output::marked(&source)),
        };
        let mut report = String::new();
        if handler.render_report(&mut report, &drawn).is_err() {
            report = output::plain(&finding.message);
        }
        eprintln!("{}", report.trim_end());
        if drawn.source.is_none() {
            let at = finding.position;
            eprintln!("  at line {}, column {}", at.line, at.column);
        }
        if !finding.candidates.is_empty() {
            let names: Vec<String> = finding
                .candidates
                .iter()
                .map(|candidate| {
                    let label = candidate.label_in(language.tag());
                    output::plain(&format!("{} ({label})", candidate.code))
                })
                .collect();
            eprintln!("  candidates: {}", names.join(", "));
        }
        eprintln!("  more: cmec explain {}", finding.rule.id);
    }
}

/// Shows the question in a language; a question of the model's own is in whatever language it chose.
pub(crate) fn question(clarify: &Clarify, language: Locale) {
    if let Some(question) = clarify.question_in(language.tag()) {
        eprintln!("question: {}", output::plain(question));
    }
}

/// A finding with its text.
#[derive(Debug)]
struct Drawn<'f> {
    finding: &'f Finding,
    source: Option<String>,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&output::plain(&self.finding.message))
    }
}

impl std::error::Error for Drawn<'_> {}

impl Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.finding.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = Diagnostic::help(self.finding)?;
        Some(Box::new(output::plain(&help.to_string())))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let source = self.source.as_ref()?;
        let mut span = self.finding.span;
        // A place after the last character is drawn under it: an empty one would not be drawn at all.
        if span.start == span.end {
            let before = source
                .get(..span.start)
                .and_then(|text| text.char_indices().last());
            span.start = before.map_or(span.start, |(at, _)| at);
        }
        let at = if self.finding.pointer.is_empty() {
            "here".to_owned()
        } else {
            output::plain(&self.finding.pointer)
        };
        let label = LabeledSpan::new_with_span(Some(at), span);
        Some(Box::new(std::iter::once(label)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }
}
