//! Finds links, addresses, images, HTML tags and code in a text. A terminal or browser may activate them, so each must
//! occur verbatim in a row.

use std::collections::BTreeSet;

use cmec_decoder::letters::is_unspaced;

use super::{VALUE, seen};

/// Marks that occur only in links and code: fences, code spans, escapes, host paths, and the middle of a Markdown link.
const MARKS: &[&str] = &["`", "~~~", "\\", "//", "](", "][", "]:", "!["];

/// The words of row texts that may be links.
#[derive(Debug, Default)]
pub(super) struct Links(BTreeSet<String>);

impl Links {
    pub(super) fn add(&mut self, text: &str) {
        self.0.extend(links(&seen(text)).map(str::to_owned));
    }

    /// The first link in a text that is not known.
    pub(super) fn unknown<'t>(&self, prose: &'t str) -> Option<&'t str> {
        links(prose).find(|link| !self.0.contains(*link))
    }
}

pub(in super::super) fn has_link(text: &str) -> bool {
    links(&seen(text)).next().is_some()
}

/// The words of a text that may be links, without punctuation around them.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let is_before = |own: char| "(«“\"（".contains(own);
    let is_behind = |own: char| ".,;!?»”\"…。，）".contains(own);
    let words = text.split_whitespace();
    let words = words.map(move |word| {
        word.trim_start_matches(is_before)
            .trim_end_matches(is_behind)
    });
    words.filter(|word| is_link(word))
}

fn is_link(word: &str) -> bool {
    let is_word = |own: char| own.is_alphabetic() || own == VALUE;
    let is_ascii = |own: char| own.is_ascii_alphanumeric();
    let mut before = ' ';
    MARKS.iter().any(|mark| word.contains(mark))
        || word.char_indices().any(|(at, mark)| {
            let behind = word.get(at + mark.len_utf8()..).unwrap_or_default();
            let mut letters = behind.chars();
            let next = letters.next().unwrap_or(' ');
            let last = std::mem::replace(&mut before, mark);
            match mark {
                '@' | '＠' => is_word(next),
                // A host (`evil.example`, `пример.рф`), not an abbreviation (`т.е.`).
                '.' | '．' | '․' => {
                    let is_host = next == VALUE || letters.next().is_some_and(is_word);
                    is_word(last) && is_word(next) && is_host
                }
                // The end of a host, or of a URL scheme: `javascript:x`.
                '。' | '｡' | ':' => is_ascii(last) && is_ascii(next),
                '<' => match next {
                    '/' | '!' | '?' | VALUE => true,
                    own => own.is_alphabetic() && !is_unspaced(own),
                },
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
    let mut without_end = ["#", "lt", "gt", "LT", "GT"].iter();
    is_named || without_end.any(|own| behind.starts_with(own))
}
