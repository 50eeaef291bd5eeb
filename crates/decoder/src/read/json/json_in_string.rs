//! Reads JSON inside a JSON string. Spans refer to the outer text, so that findings and pointers stay valid.

use std::borrow::Cow;

use crate::contract::Str;
use crate::finding::{Finding, registry};
use crate::read::json::grammar_fault::without_extraction;
use crate::read::json::tree::{self, Document, Json, JsonKind, Member};
use crate::read::json::unescape::{escapes, unescape};
use crate::span::{Span, Spanned};
use crate::tables::Limits;

/// Reads the JSON in the string at `string`, which includes the quotes.
///
/// # Errors
///
/// If the content of the string is not JSON.
pub(crate) fn read<'a>(
    string: Span,
    text: &'a str,
    limits: &Limits,
) -> Result<Document<'a>, Box<Finding>> {
    let start = string.start + 1;
    let escaped = text
        .get(start..string.end.saturating_sub(1))
        .unwrap_or_default();
    let places = Places::of(escaped, start);
    let plain = unescape(escaped, start)?;
    let read = tree::read(&plain, 0, limits).map_err(|mut finding| {
        finding.span = places.span(finding.span);
        without_extraction(&mut finding);
        finding
    })?;
    let duplicates = read.duplicates.into_iter();
    let duplicates = duplicates.map(|key| Spanned::new(owned(key.value), places.span(key.span)));
    Ok(Document {
        root: lift(read.root, &places, text)?,
        duplicates: duplicates.collect(),
    })
}

/// Maps offsets of the unescaped text to the outer text: one pair after each escape, in order.
pub(crate) struct Places {
    start: usize,
    after_escapes: Vec<(usize, usize)>,
}

impl Places {
    pub(crate) fn of(escaped: &str, start: usize) -> Self {
        let mut shift = 0;
        let after_escapes = escapes(escaped)
            .map(|escape| {
                shift += escape.length - escape.character.len_utf8();
                let outer = escape.at + escape.length;
                (outer - shift, start + outer)
            })
            .collect();
        Self {
            start,
            after_escapes,
        }
    }

    fn outer(&self, inner: usize) -> usize {
        let after = self.after_escapes.partition_point(|(at, _)| *at <= inner);
        match after
            .checked_sub(1)
            .and_then(|index| self.after_escapes.get(index))
        {
            Some((at, outer)) => outer + (inner - at),
            None => self.start + inner,
        }
    }

    pub(crate) fn span(&self, inner: Span) -> Span {
        Span::new(self.outer(inner.start), self.outer(inner.end))
    }
}

/// The same tree with the spans and digits of the outer text.
fn lift<'a>(json: Json<'_>, places: &Places, text: &'a str) -> Result<Json<'a>, Box<Finding>> {
    let span = places.span(json.span);
    let kind = match json.kind {
        JsonKind::Null => JsonKind::Null,
        JsonKind::Boolean(yes) => JsonKind::Boolean(yes),
        JsonKind::Number(digits) => match text.get(span.start..span.end) {
            Some(outer) if outer == digits => JsonKind::Number(outer),
            // A number borrows its digits from the outer text, so they must not contain escapes.
            _ => {
                let message = format!("the number {digits} is written with escapes");
                let finding = Finding::new(&registry::BAD_NUMBER, span, message);
                return Err(Box::new(finding.help("write its digits as they are")));
            }
        },
        JsonKind::Text(said) => JsonKind::Text(owned(said)),
        JsonKind::List(elements) => {
            let lifted = elements.into_iter().map(|json| lift(json, places, text));
            JsonKind::List(lifted.collect::<Result<_, _>>()?)
        }
        JsonKind::Object(members) => {
            let lifted = members.into_iter().map(|member| {
                Ok(Member {
                    key: Spanned::new(owned(member.key.value), places.span(member.key.span)),
                    value: lift(member.value, places, text)?,
                })
            });
            JsonKind::Object(lifted.collect::<Result<_, Box<Finding>>>()?)
        }
    };
    Ok(Json { span, kind })
}

fn owned(said: Str<'_>) -> Str<'static> {
    Cow::Owned(said.into_owned())
}
