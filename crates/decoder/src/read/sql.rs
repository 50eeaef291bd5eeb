//! Reads SQL, which is never run: text → [`Draft`](crate::draft::Draft).
//!
//! ```text
//! text ── lexer (logos) ──► tokens ── parser ──► tree of one query ── draft, with the codebook ──► Draft
//! ```
//!
//! The lexer and the parser do not use the codebook. They accept one query, or `ASK`; anything else is a finding with
//! its span.

mod draft;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;
mod tree;

use crate::read::{ReadError, Reading};
use crate::tables::Tables;
use parser::CHANGES;

/// Reads the statement from the byte `from` to the end of the text, without a code fence around it.
///
/// # Errors
///
/// If there is no statement.
pub(super) fn read<'a>(
    text: &'a str,
    from: usize,
    tables: &'a Tables,
) -> Result<Reading<'a>, ReadError> {
    let (from, end) = without_fence(text, from);
    draft::read(text.get(..end).unwrap_or(text), from, tables)
}

/// The first words of a statement.
const FIRST: &[&str] = &["select", "with", "ask"];

pub(crate) const FENCE: &str = "```";

/// The start and end of a text without a fence around all of it.
pub(crate) fn without_fence(text: &str, from: usize) -> (usize, usize) {
    let whole = (from, text.len());
    let rest = text.get(from..).unwrap_or_default();
    let start = from + (rest.len() - rest.trim_start().len());
    let Some(inside) = rest.trim_start().strip_prefix(FENCE) else {
        return whole;
    };
    let language = inside.len()
        - inside
            .trim_start_matches(|letter: char| letter.is_ascii_alphanumeric())
            .len();
    let start = start + FENCE.len() + language;
    let end = text.trim_end();
    let end = end.strip_suffix(FENCE).unwrap_or(end).len();
    if start <= end { (start, end) } else { whole }
}

/// `true` if the text from the byte `from` on begins like a query.
pub(crate) fn may_begin(text: &str, from: usize) -> bool {
    begins_with(FIRST, text, from)
}

/// `true` if the text from the byte `from` on begins like a statement that changes data.
pub(crate) fn may_change(text: &str, from: usize) -> bool {
    begins_with(CHANGES, text, from)
}

fn begins_with(words: &[&str], text: &str, from: usize) -> bool {
    let (word, behind) = first_word(text, from);
    behind.contains(char::is_whitespace) && words.iter().any(|own| own.eq_ignore_ascii_case(word))
}

/// `true` if an incomplete text may become a statement.
pub(crate) fn may_come(text: &str) -> bool {
    let (word, behind) = first_word(text, 0);
    let word = word.to_ascii_lowercase();
    let mut all = FIRST.iter().chain(CHANGES);
    FENCE.starts_with(text.trim())
        || match behind {
            "" => all.any(|first| first.starts_with(&word)),
            _ => all.any(|first| *first == word),
        }
}

/// The first word of a statement, after a fence and brackets, and the rest of the text.
fn first_word(text: &str, from: usize) -> (&str, &str) {
    let (from, _) = without_fence(text, from);
    let rest = text.get(from..).unwrap_or_default();
    let rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '(');
    let behind = rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let word = rest.get(..rest.len() - behind.len()).unwrap_or_default();
    (word, behind)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The statement may continue.
    Open,
    /// A semicolon or a closing fence follows it.
    Complete,
    /// Another statement begins.
    Another,
}

pub(crate) fn ending(text: &str) -> Ending {
    let (from, _) = without_fence(text, 0);
    let mut depth = 0_usize;
    // A statement that begins with `WITH` has one more `SELECT`.
    let mut more = 0_usize;
    let mut joins = true;
    for (at, lexeme) in lexer::lexemes(text, from).iter().enumerate() {
        let said = text.get(lexeme.span.start..).unwrap_or_default();
        let word = said.get(..lexeme.span.end - lexeme.span.start);
        let is = |words: &[&str]| {
            word.is_some_and(|word| words.iter().any(|own| own.eq_ignore_ascii_case(word)))
        };
        match lexeme.token {
            Some(lexer::Token::Open) => depth += 1,
            Some(lexer::Token::Close) => depth = depth.saturating_sub(1),
            Some(lexer::Token::Semicolon) => return Ending::Complete,
            Some(lexer::Token::Word) if at == 0 => more = usize::from(is(&["with"])),
            Some(lexer::Token::Word) if depth == 0 && is(&["select"]) && !joins => {
                if more == 0 {
                    return Ending::Another;
                }
                more -= 1;
            }
            _ if said.starts_with(FENCE) => return Ending::Complete,
            _ => {}
        }
        joins = is(&[
            "union",
            "intersect",
            "except",
            "minus",
            "all",
            "distinct",
            "as",
        ]);
    }
    Ending::Open
}

pub(crate) fn count(text: &str) -> usize {
    lexer::lexemes(text, 0).len()
}
