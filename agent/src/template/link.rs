//! Finds links, addresses, images, HTML tags and code in a text. A terminal or browser may activate them, so each must
//! occur verbatim in a row.

use std::collections::BTreeSet;

use cmec_decoder::letters::is_unspaced;

use super::{VALUE, seen};

/// Marks that occur only in links and code: fences, code spans, escapes, host paths, and the middle of a Markdown link.
const MARKS: &[&str] = &["`", "~~~", "\\", "//", "](", "][", "]:", "!["];

/// The words of row texts that may be links.
#[derive(Debug, Default)]
pub(super) struct Links {
    pieces: BTreeSet<String>,
}

impl Links {
    pub(super) fn add(&mut self, text: &str) {
        let text = seen(text);
        let links = pieces(&text).filter(|piece| is_link(piece));
        self.pieces.extend(links.map(str::to_owned));
    }

    /// The first link in a text that is not known.
    pub(super) fn unknown<'t>(&self, prose: &'t str) -> Option<&'t str> {
        pieces(prose).find(|piece| is_link(piece) && !self.pieces.contains(*piece))
    }
}

pub(in super::super) fn has_link(text: &str) -> bool {
    pieces(&seen(text)).any(is_link)
}

/// The words of a text, without punctuation around them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|piece| {
        let piece = piece.trim_start_matches(['(', '«', '“', '"', '（']);
        piece.trim_end_matches([
            '.', ',', ';', '!', '?', '»', '”', '"', '…', '。', '，', '）',
        ])
    })
}

fn is_link(piece: &str) -> bool {
    MARKS.iter().any(|mark| piece.contains(mark))
        || piece.char_indices().any(|(at, mark)| {
            let (before, rest) = piece.split_at_checked(at).unwrap_or_default();
            let behind = rest.get(mark.len_utf8()..).unwrap_or_default();
            let last = before.chars().next_back();
            let mut next = behind.chars();
            let (next, second) = (next.next(), next.next());
            let is_word =
                |own: Option<char>| own.is_some_and(|own| own.is_alphabetic() || own == VALUE);
            let is_spaced =
                |own: Option<char>| own.is_some_and(|own| own.is_alphabetic() && !is_unspaced(own));
            let is_ascii = |own: Option<char>| own.is_some_and(|own| own.is_ascii_alphanumeric());
            match mark {
                '@' | '＠' => is_word(next),
                // A host (`evil.example`, `пример.рф`), not an abbreviation (`т.е.`).
                '.' | '．' | '․' => {
                    is_word(last) && is_word(next) && (next == Some(VALUE) || is_word(second))
                }
                '。' | '｡' => is_ascii(last) && is_ascii(next),
                // A URL scheme: `javascript:x`.
                ':' => is_ascii(last) && is_ascii(next),
                '<' => is_spaced(next) || matches!(next, Some('/' | '!' | '?' | VALUE)),
                '&' => is_character(behind),
                _ => false,
            }
        })
}

/// True where an ampersand begins an HTML character reference: `&lt;`, `&#60;`. The semicolon may be missing for `lt`
/// and `gt`.
fn is_character(behind: &str) -> bool {
    let rest = behind.trim_start_matches(|own: char| own.is_ascii_alphanumeric());
    let is_named = rest.len() < behind.len() && rest.starts_with(';');
    let is_tag = ["lt", "gt", "LT", "GT"]
        .iter()
        .any(|own| behind.starts_with(own));
    behind.starts_with('#') || is_named || is_tag
}
