//! The one line in a text: the whole of it, or what stands between its only two code fences.
//!
//! A line has no bracket around it, so prose right beside one cannot be told from it and is never cut away.

use crate::notation::{Notation, Spelling};
use crate::read::extract::Cut;
use crate::read::line;
use crate::span::Span;
use crate::tables::Tables;

/// What fences a block of code.
const FENCE: &str = "```";

/// The line of a text, if it is one; `None`: another notation may be in it.
pub(crate) fn cut<'a>(text: &'a str, spelling: Spelling, tables: &Tables) -> Option<Cut<'a>> {
    let certain = match spelling {
        Spelling::Only(Notation::Line) => true,
        Spelling::Only(_) => return None,
        Spelling::Auto => false,
    };
    if line::is_line(text, 0, tables) {
        return Some(Cut::nothing(text));
    }
    if let Some((before, inside, after)) = fenced(text) {
        let line = text.get(..inside.end)?;
        if certain || line::is_meant(line, inside.start, tables) {
            return Some(Cut::around(text, inside, before, after));
        }
    }
    certain.then(|| Cut::nothing(text))
}

/// What stands before the block of a text with two fences, in it, and after it.
fn fenced(text: &str) -> Option<(Span, Span, Span)> {
    let open = text.find(FENCE)?;
    let rest = text.get(open..)?;
    let (_, behind) = rest.split_at_checked(FENCE.len())?;
    // The rest of the line of a fence names a language, where the block is not all on that line.
    let start = match (behind.find('\n'), behind.find(FENCE)?) {
        (Some(newline), fence) if newline < fence => open + FENCE.len() + newline + 1,
        _ => open + FENCE.len(),
    };
    let end = start + text.get(start..)?.find(FENCE)?;
    let after = end + FENCE.len();
    let more = text.get(after..)?.contains(FENCE);
    let empty = text.get(start..end)?.trim().is_empty();
    (!more && !empty).then_some((
        Span::new(0, start),
        Span::new(start, end),
        Span::new(end, text.len()),
    ))
}
