//! The line in a call of `ask_<domain>`: read as every line, with the places it has in the call.
//!
//! A line in a call is escaped, once where the arguments are an object and twice where they stand in a text.

use crate::draft::{Draft, Lift, Outer, Words};
use crate::finding::{Finding, registry};
use crate::read::json::json_in_string::Places;
use crate::read::json::tree::{Json, JsonKind};
use crate::read::json::unescape::unescape;
use crate::read::line;
use crate::read::shape::Shape;
use crate::read::tool_call::call;
use crate::span::Span;
use crate::tables::Tables;

/// The one argument.
pub(crate) const LINE: &str = "line";

/// Reads the line of a call, where it has one, and puts the places of its items in its place.
///
/// # Errors
/// When its escapes cannot be read, or stand among its digits.
pub(crate) fn take<'a>(
    shape: &mut Shape,
    root: &mut Json<'a>,
    text: &'a str,
    tables: &Tables,
) -> Result<Option<Draft<'a>>, Box<Finding>> {
    let said = call::call_mut(root).filter(|call| {
        let name = call.member("name").and_then(Json::as_text);
        name.is_some_and(|name| *name == tables.line_tool())
    });
    let arguments = said.and_then(call::arguments_mut);
    let Some(said) = arguments.and_then(|arguments| arguments.member_mut(LINE)) else {
        return Ok(None);
    };
    if !matches!(said.kind, JsonKind::Text(_)) {
        return Ok(None);
    }
    let (line, outer) = Escaped::of(text, said.span)?;
    let read = match line::read(&line, 0, tables, shape.detail, true) {
        Ok(read) => read,
        Err(mut unread) => {
            unread.finding.span = outer.span(unread.finding.span);
            shape.findings.push(*unread.finding);
            return Ok(Some(unread_draft(said.span)));
        }
    };
    let reading = read.reading;
    shape
        .findings
        .extend(reading.findings.into_iter().map(|mut finding| {
            finding.span = outer.span(finding.span);
            finding
        }));
    shape
        .ledger
        .extend(reading.ledger.moved(|span| outer.span(span)));
    said.kind = moved(reading.root, &outer).kind;
    let whole = reading.draft.span;
    match reading.draft.lift(whole, &outer) {
        Some(draft) => Ok(Some(draft)),
        None => {
            let message = "a number of the line is written with escapes";
            let finding = Finding::new(&registry::BAD_NUMBER, said.span, message);
            Err(Box::new(finding.help("write its digits as they are")))
        }
    }
}

/// The draft of a line that cannot be read: its findings are told, and what it lacks is not known.
pub(crate) fn unread_draft<'a>(span: Span) -> Draft<'a> {
    let mut draft = Draft::new(span, Words::Line);
    draft.misread.add_any();
    draft.misread.scenario = true;
    draft
}

/// The places of a line's items.
fn moved<'a>(items: Json<'_>, outer: &Escaped<'_>) -> Json<'a> {
    let kind = match items.kind {
        JsonKind::List(items) => {
            JsonKind::List(items.into_iter().map(|item| moved(item, outer)).collect())
        }
        _ => JsonKind::Null,
    };
    Json {
        span: outer.span(items.span),
        kind,
    }
}

/// A text that was escaped once or twice.
struct Escaped<'a> {
    text: &'a str,
    /// From the inside outwards.
    places: Vec<Places>,
}

impl<'a> Escaped<'a> {
    /// The text in the string at `string`, and where it stands.
    fn of(text: &'a str, string: Span) -> Result<(String, Self), Box<Finding>> {
        let said = text.get(string.start..string.end).unwrap_or_default();
        let mut places = Vec::with_capacity(2);
        let inside = |said: &str| {
            let end = said.len().saturating_sub(1);
            said.get(1..end).unwrap_or_default().to_owned()
        };
        let escaped = match said.starts_with('"') {
            true => {
                let escaped = inside(said);
                places.push(Places::of(&escaped, string.start + 1));
                escaped
            }
            false => {
                // The quotes are escaped themselves.
                let escaped = inside(&unescape(said, string.start)?);
                places.push(Places::of(&escaped, 1));
                places.push(Places::of(said, string.start));
                escaped
            }
        };
        let line = unescape(&escaped, string.start)?;
        Ok((line, Self { text, places }))
    }
}

impl<'a> Outer<'a> for Escaped<'a> {
    fn span(&self, inner: Span) -> Span {
        let levels = self.places.iter();
        levels.fold(inner, |span, places| places.span(span))
    }

    fn digits(&self, digits: &str, at: Span) -> Option<&'a str> {
        let outer = self.span(at);
        let said = self.text.get(outer.start..outer.end)?;
        let start = said.find(digits)?;
        said.get(start..start + digits.len())
    }
}
