//! Draws findings on standard error, with their place in the model's text. The text is escaped for the terminal.

use std::fmt;

use cmec_compiler::Colour;
use cmec_decoder::span::Span;
use cmec_decoder::{Clarify, Finding};
use cmec_executor::Locale;
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

use crate::terminal::output;

/// Most bytes of text in a drawing; longer lines are reduced to a window.
const DRAWN_BYTES: usize = 400;
/// Bytes of a window before a place, and after its start.
const BEFORE: usize = 60;
const BEHIND: usize = 120;

/// Draws findings, and gives the number of `more` ones.
pub(crate) fn findings(findings: &[Finding], more: usize, text: &[u8], language: Locale) {
    let theme = match output::colour() {
        Colour::Ansi => GraphicalTheme::unicode(),
        Colour::Plain => GraphicalTheme::unicode_nocolor(),
    };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
    let source = std::str::from_utf8(text).ok().map(|text| Window {
        text: output::marked(text),
    });
    for finding in findings {
        let drawn = Drawn {
            finding,
            source: source
                .as_ref()
                .filter(|source| !source.text.is_empty() && finding.span.end <= source.text.len()),
        };
        let mut report = String::new();
        if handler.render_report(&mut report, &drawn).is_err() {
            report = drawn.to_string();
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
                    if label == candidate.code {
                        return output::plain(label);
                    }
                    output::plain(&format!("{} ({label})", candidate.code))
                })
                .collect();
            let examples = finding.candidates.iter().any(|known| known.example);
            let what = if examples {
                "for example"
            } else {
                "candidates"
            };
            eprintln!("  {what}: {}", names.join(", "));
        }
        eprintln!("  more: cmec explain {}", finding.rule.id);
    }
    if let Some(line) = more_findings(more, language) {
        eprintln!("{line}");
    }
}

/// Shows the question in a language; the model's own question stays in the language it has.
pub(crate) fn question(clarify: &Clarify, language: Locale) {
    if let Some(question) = clarify.question_in(language.tag()) {
        eprintln!("question: {}", output::plain(question));
    }
}

/// The number of findings that are not shown, in words.
pub(crate) fn more_findings(more: usize, language: Locale) -> Option<String> {
    (more > 0).then(|| match language {
        Locale::Zh => format!("另有 {more} 处未列出"),
        Locale::Ru => format!("не показано ещё: {more}"),
        Locale::En => format!("and {more} more"),
    })
}

/// A text reduced to the surroundings of a place.
#[derive(Debug)]
struct Window {
    text: String,
}

impl Window {
    /// The end of the underlined part of a place.
    fn end(&self, span: Span) -> usize {
        let most = span.start.saturating_add(BEHIND);
        self.text.floor_char_boundary(span.end.min(most))
    }
}

impl SourceCode for Window {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let whole = self.text.read_span(span, lines_before, lines_after)?;
        if whole.data().len() <= DRAWN_BYTES {
            return Ok(whole);
        }
        let (start, end) = (span.offset(), span.offset().saturating_add(span.len()));
        let head = self.text.get(..start).ok_or(MietteError::OutOfBounds)?;
        let rest = self.text.get(end..).ok_or(MietteError::OutOfBounds)?;
        let line_start = head.rfind('\n').map_or(0, |at| at + 1);
        let line_end = rest.find('\n').map_or(self.text.len(), |at| end + at);
        let from = self
            .text
            .floor_char_boundary(start.saturating_sub(BEFORE))
            .max(line_start);
        let to = self
            .text
            .ceil_char_boundary(end.saturating_add(BEFORE))
            .min(line_end);
        let shown = self.text.get(from..to).ok_or(MietteError::OutOfBounds)?;
        let line = head.matches('\n').count();
        let column = from.saturating_sub(line_start);
        let place = (from, to.saturating_sub(from)).into();
        let lines = shown.matches('\n').count().saturating_add(1);
        let data = shown.as_bytes();
        Ok(Box::new(MietteSpanContents::new(
            data, place, line, column, lines,
        )))
    }
}

#[derive(Debug)]
struct Drawn<'f> {
    finding: &'f Finding,
    source: Option<&'f Window>,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&output::plain(&self.finding.told_to_people()))
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
        let source = self.source?;
        let mut span = self.finding.span;
        // A place after the last character is drawn under it, because an empty one would be invisible.
        if span.start == span.end {
            let before = source
                .text
                .get(..span.start)
                .and_then(|text| text.char_indices().last());
            span.start = before.map_or(span.start, |(at, _)| at);
        }
        span.end = source.end(span);
        let at = if self.finding.pointer.is_empty() {
            "here".to_owned()
        } else {
            output::plain(&self.finding.pointer)
        };
        let label = LabeledSpan::new_with_span(Some(at), span);
        Some(Box::new(std::iter::once(label)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.map(|source| source as &dyn SourceCode)
    }
}
