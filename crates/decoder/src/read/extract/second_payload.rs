//! Finds a second intent in the removed text: a piece that decodes in any notation. Then it is unknown which one is
//! meant.

use crate::read::extract::{Cut, blocks, is_object};
use crate::read::sql;
use crate::span::Span;

/// Marks before an intent in lists, quotations, headings and comments.
const MARKERS: &[char] = &['-', '*', '_', '>', '#', '/', '•', '`'];
/// Marks after an intent in a sentence or in code.
const ENDS: &[char] = &[
    '.', ',', ';', '!', '。', '，', '；', '！', '`', '*', '_', '/',
];

/// Marks between an intent and the rest of its line, in a sentence, a table or code.
const PARTS: &[char] = &[
    '`', '"', '|', ':', ',', ';', '，', '：', '；', '“', '”', '«', '»',
];

/// The first piece of the text around the intent that decodes: an object, or a line of SQL.
pub(crate) fn find(text: &str, cut: &Cut<'_>, decodes: impl Fn(&str) -> bool) -> Option<Span> {
    let around = [
        Span::new(0, cut.from),
        Span::new(cut.text.len(), text.len()),
    ];
    around.into_iter().find_map(|around| {
        let said = text.get(around.start..around.end)?;
        object(said, &decodes)
            .or_else(|| statement(said, &decodes))
            .map(|found| Span::new(around.start + found.start, around.start + found.end))
    })
}

fn object(text: &str, decodes: &impl Fn(&str) -> bool) -> Option<Span> {
    let mut objects = blocks(text).filter(|block| is_object(text, *block));
    objects.find(|block| text.get(block.start..block.end).is_some_and(decodes))
}

fn statement(text: &str, decodes: &impl Fn(&str) -> bool) -> Option<Span> {
    let mut start = 0;
    for row in text.split_inclusive(['\n', '\r']) {
        let said = row.trim();
        let bare = without_number(said)
            .trim_start_matches(|letter: char| letter.is_whitespace() || MARKERS.contains(&letter));
        let bare = bare.trim_end_matches(ENDS).trim_end();
        // The rest of the line of a fence names a language.
        let fence = said.starts_with("```") && !said.trim_start_matches('`').contains('`');
        let pieces = said.split(PARTS).map(str::trim);
        let pieces = pieces.filter(|piece| *piece != said);
        let found = [said, bare]
            .into_iter()
            .chain(pieces)
            .find(|said| sql::may_begin(said, 0) && decodes(said));
        if let Some(found) = found.filter(|_| !fence) {
            let start = start + row.find(found).unwrap_or_default();
            return Some(Span::new(start, start + found.len()));
        }
        start += row.len();
    }
    None
}

/// The line without a list number: `1.`, `2)`.
fn without_number(row: &str) -> &str {
    let rest = row.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = rest.len() < row.len();
    let rest = rest.strip_prefix(['.', ')']).filter(|_| numbered);
    rest.unwrap_or(row)
}
