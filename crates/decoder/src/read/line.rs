//! c0.3, the line notation: text → `Draft`. `docs/src/reference/line.md` has its grammar and the reason for each mark.
//!
//! ```text
//! text ── lexer (logos) ──► tokens ── parse ──► items ── items_to_draft, with the codebook ──► Draft
//! ```
//!
//! Whether a word alone is a type or a value, and whose alias a name is, only the codebook knows; so this reader asks
//! it, and gives the draft codes. All else is the resolver's, as for every notation.
//!
//! Names are those of a type, and the nearest type that has one is meant: a name that is the same in every type (`name`,
//! `city`) stays one token. `>` and `<` before a name are relations and before a figure comparisons, so blanks never
//! matter. A bare value is typed by its field.

mod comparisons;
mod cursor;
mod item_parts;
mod items;
mod items_to_draft;
pub(crate) mod lexer;
mod parse;
pub(crate) mod prose;

use std::borrow::Cow;

use crate::blank;
use crate::escape::quoted;
use crate::finding::bounds::LONGEST_CANDIDATE;
use crate::finding::{Candidate, Finding, registry};
use crate::language::Scenario;
use crate::line::marks;
use crate::line::marks::compares;
use crate::notation::Notation;
use crate::read::json::tree as json;
use crate::read::json::tree::Json;
use crate::read::line::items::{Item, ItemKind};
use crate::read::{ReadError, Reading};
use crate::span::Span;
use crate::tables::Tables;

/// A line that was read.
pub(super) struct Line<'a> {
    pub(super) reading: Reading<'a>,
    /// Whether at least as many of its items mean something as do not.
    pub(super) makes_sense: bool,
}

/// Reads the line from the byte `from` to the end of the text; `sure`: whether it is one. What turns out to make no sense
/// is not read to its end where it is not.
///
/// # Errors
/// When there is nothing to read.
pub(super) fn read<'a>(
    text: &'a str,
    from: usize,
    tables: &'a Tables,
    sure: bool,
) -> Result<Line<'a>, ReadError> {
    let (items, mut findings) = parse::parse(text, from, tables);
    let span = Span::new(from, blank::end(text).max(from));
    if items.is_empty() && findings.is_empty() {
        let finding = Finding::new(&registry::UNEXPECTED_END, span, "the line is empty");
        return Err(ReadError {
            notation: Notation::Line,
            finding: Box::new(finding),
        });
    }
    let root = tree(&items, span);
    let alone = match items.as_slice() {
        [
            Item {
                value: ItemKind::Text(text),
                ..
            },
        ] => text_alone(text, span, tables, sure),
        _ => None,
    };
    let is_slip = |finding: &&Finding| {
        finding.rule != &registry::TWO_PAYLOADS && !is_sign_of_comparison(text, finding.span)
    };
    let slips = findings.iter().filter(is_slip).count();
    let compared = (findings.iter()).any(|finding| is_sign_of_comparison(text, finding.span));
    let nearly = !sure && slips == 0 && prose::nearly_makes_sense(&items, tables, compared);
    let doubts = (!sure && !nearly).then_some(slips);
    let mut made = items_to_draft::draft(text, items, span, tables, doubts);
    let mut ledger = std::mem::take(&mut made.ledger);
    let derived = made.scenario();
    if let Some(scenario) = derived {
        ledger.derived_scenario(scenario);
    }
    let mut draft = made.draft;
    // What is in doubt may be any part, and a scenario that was told from it another one.
    if slips > 0 || compared || alone.is_some() || !made.findings.is_empty() {
        draft.misread.add_any();
        draft.misread.scenario = derived.is_some();
    }
    findings.retain(|finding| !made.explained.contains(&finding.span));
    findings.extend(made.findings);
    findings.extend(alone);
    Ok(Line {
        reading: Reading {
            notation: Notation::Line,
            root,
            draft,
            findings,
            ledger,
            reasoning: None,
        },
        makes_sense: nearly || (made.known > 0 && made.known >= made.unknown + slips),
    })
}

/// What is to be told of a text in quotes and nothing else: it may be a text to look for, or an intent that was encoded
/// twice.
fn text_alone(text: &str, span: Span, tables: &Tables, sure: bool) -> Option<Finding> {
    let searches = tables.scenario(Scenario::TextRag).is_some();
    let is_intent = holds_intent(text, tables);
    // Of a line a text to look for is as likely as a line in quotes; an object of JSON in quotes is nothing else.
    let may_be_looked_for = sure && searches && text.starts_with(char::is_alphanumeric);
    if is_intent && !may_be_looked_for {
        return Some(doubly_encoded(span));
    }
    (!sure || is_intent).then(|| {
        let finding = Finding::new(&registry::TWO_READINGS, span, "");
        let search = searches.then(|| Candidate {
            label: text.to_owned(),
            ..Candidate::plain(format!("{} {}", Scenario::TextRag.code(), quoted(text)))
        });
        let line = is_intent.then(|| Candidate::plain(text.to_owned()));
        let readings = search.into_iter().chain(line);
        let readings = readings.filter(|_| text.len() <= LONGEST_CANDIDATE);
        let help = match searches {
            true => "say `RAG` before a text to look for, and an intent without quotes",
            false => "say an intent, without quotes",
        };
        finding
            .explain("the output is one text in quotes and nothing else", help)
            .candidates(readings.collect())
    })
}

/// The finding about an intent that stands in quotes.
pub(super) fn doubly_encoded(span: Span) -> Finding {
    Finding::new(&registry::DOUBLY_ENCODED, span, "").explain(
        "the intent is encoded twice: it stands in a text",
        "send what is in the quotes, without the quotes and their escapes",
    )
}

/// Whether what stands in quotes reads as an intent: an object of JSON, or a line of several items that all mean
/// something. One word in quotes is a word.
pub(super) fn holds_intent(text: &str, tables: &Tables) -> bool {
    /// Quotes in quotes.
    const LEVELS: usize = 3;
    /// Most bytes of a line in quotes; a longer one is a text.
    const LONGEST: usize = 16 * 1024;
    let mut inner = Cow::Borrowed(text);
    for _ in 0..LEVELS {
        let said = inner.trim();
        if said.starts_with('{') {
            return true;
        }
        if said.len() > LONGEST {
            return false;
        }
        let (items, slips) = parse::parse(said, 0, tables);
        let next = match items.as_slice() {
            [
                Item {
                    value: ItemKind::Text(text),
                    ..
                },
            ] => text.clone().into_owned(),
            [_, _, ..] => return slips.is_empty() && is_line(said, 0, tables),
            _ => return false,
        };
        inner = Cow::Owned(next);
    }
    false
}

/// Whether a sign stands there that compares, as none does in prose.
fn is_sign_of_comparison(text: &str, span: Span) -> bool {
    let rest = text.get(span.start..).unwrap_or_default();
    rest.chars().next().is_some_and(compares)
}

/// Whether a text from the byte `from` on is a line in which every item means something.
pub(crate) fn is_line(text: &str, from: usize, tables: &Tables) -> bool {
    meant(text, from, tables).is_some_and(|line| line.reading.findings.is_empty())
}

/// Whether a text from the byte `from` on is meant to be a line, right or wrong.
pub(crate) fn is_meant(text: &str, from: usize, tables: &Tables) -> bool {
    meant(text, from, tables).is_some()
}

fn meant<'a>(text: &'a str, from: usize, tables: &'a Tables) -> Option<Line<'a>> {
    marks::may_begin(text, from).then_some(())?;
    let line = read(text, from, tables, false).ok()?;
    line.makes_sense.then_some(line)
}

/// The place a pointer into a line points to.
pub(crate) fn place(text: &str, from: usize, pointer: &str, tables: &Tables) -> Option<Span> {
    let line = read(text, from, tables, true).ok()?;
    Some(line.reading.root.at(pointer)?.span)
}

/// The place of the last item that is complete as far as it can be told.
pub(crate) fn last_item(text: &str, tables: &Tables) -> Option<Span> {
    let (items, _) = parse::parse(text, 0, tables);
    let read = |item: &&Item<'_>| !matches!(item.value, ItemKind::Lost(_));
    Some(items.iter().rev().find(read)?.span)
}

/// The number of items of a line; `None` where something is wrong with their marks.
pub(crate) fn items(text: &str, tables: &Tables) -> Option<usize> {
    let (items, findings) = parse::parse(text, 0, tables);
    findings.is_empty().then_some(items.len())
}

/// Where the items of a line stand.
pub(crate) fn item_spans(text: &str, from: usize, tables: &Tables) -> Vec<Span> {
    let (items, _) = parse::parse(text, from, tables);
    items.iter().map(|item| item.span).collect()
}

/// The items as a tree of places: pointers into a line count its items, and those of a group inside it.
fn tree<'a>(items: &[Item<'_>], span: Span) -> Json<'a> {
    let items = items.iter().map(|item| match &item.value {
        ItemKind::Group(_, items) => tree(items, item.span),
        _ => Json {
            span: item.span,
            kind: json::JsonKind::Null,
        },
    });
    Json {
        span,
        kind: json::JsonKind::List(items.collect()),
    }
}
