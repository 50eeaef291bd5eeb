//! Reads the SQL in a call of `ask_<domain>`, with spans in the text of the call.
//!
//! The SQL is escaped once if the arguments are an object, and twice if they are a JSON text.

use crate::draft::{Draft, Lift, Outer, Source, Words};
use crate::finding::{Finding, registry};
use crate::read::json::json_in_string::Places;
use crate::read::json::tree::Json;
use crate::read::json::unescape::unescape;
use crate::read::shape::Shape;
use crate::read::sql;
use crate::read::tool_call::call;
use crate::span::Span;
use crate::tables::{SQL_ARGUMENT, Tables};

/// Reads the arguments of a call with SQL. Pointers refer to the whole SQL text, since only that can be replaced.
///
/// # Errors
///
/// If its escapes are invalid, or occur within a number.
pub(crate) fn read<'a>(
    shape: &mut Shape,
    arguments: &Json<'a>,
    text: &'a str,
    tables: &Tables,
) -> Result<Draft<'a>, Box<Finding>> {
    let is_object = call::has_only(shape, arguments, &[SQL_ARGUMENT]);
    let said = is_object.then(|| shape.need(arguments, SQL_ARGUMENT, "a call with SQL"));
    let Some(said) = said.flatten() else {
        return Ok(unread_draft(arguments.span));
    };
    if shape.text(said).is_none() {
        return Ok(unread_draft(said.span));
    }
    let (statement, outer) = EscapedText::of(text, said.span)?;
    let reading = match sql::read(&statement, 0, tables) {
        Ok(reading) => reading,
        Err(mut unread) => {
            unread.finding.span = outer.span(unread.finding.span);
            shape.findings.push(*unread.finding);
            return Ok(unread_draft(said.span));
        }
    };
    shape
        .findings
        .extend(reading.findings.into_iter().map(|mut finding| {
            finding.span = outer.span(finding.span);
            finding
        }));
    shape
        .ledger
        .extend(reading.ledger.moved(|span| outer.span(span)));
    let whole = reading.draft.span;
    match reading.draft.lift(whole, &outer) {
        Some(draft) => Ok(draft),
        None => {
            let message = "a number of the SQL is written with escapes";
            let finding = Finding::new(&registry::BAD_NUMBER, said.span, message);
            Err(Box::new(finding.help("write its digits as they are")))
        }
    }
}

/// The draft of unreadable SQL. It has findings, and missing parts cannot be reported.
fn unread_draft<'a>(span: Span) -> Draft<'a> {
    let mut draft = Draft::new(span, Words::Sql);
    draft.misread.add_any();
    draft.misread.scenario = true;
    draft
}

/// A text that was escaped once or twice.
struct EscapedText<'a> {
    text: &'a str,
    /// The offset maps from the inside out.
    places: Vec<Places>,
}

impl<'a> EscapedText<'a> {
    /// The text in the string at `string`, and its offset maps.
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
        let statement = unescape(&escaped, string.start)?;
        Ok((statement, Self { text, places }))
    }
}

impl<'a> Outer<'a> for EscapedText<'a> {
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
