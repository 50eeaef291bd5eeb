//! Finds the one SQL statement of a text: the whole text, or the content of its only code block.
//!
//! SQL has no enclosing brackets, so prose next to it cannot be told apart and is never removed.

use crate::finding::{Finding, registry};
use crate::notation::{Notation, Spelling};
use crate::read::extract::{Cut, fault, text_around};
use crate::read::sql::{self, FENCE};
use crate::span::Span;

/// The SQL statement of a text; `None` if the text may be in another notation.
///
/// # Errors
///
/// A statement inside a comment, because its author withdrew it.
pub(crate) fn cut(text: &str, spelling: Spelling) -> Result<Option<Cut<'_>>, Box<Finding>> {
    let is_said = spelling == Spelling::Only(Notation::Sql);
    if !is_said && spelling != Spelling::Auto {
        return Ok(None);
    }
    if let Some((before, inside, after)) = fenced(text)
        && sql::may_begin(text, inside.start)
    {
        let prose = text.get(..before.end).unwrap_or_default();
        let prose = prose.rfind(FENCE).and_then(|fence| prose.get(..fence));
        if let Some(comment) = prose.and_then(text_around::comment) {
            let rule = &registry::STRAY_BRACE;
            return Err(fault(rule, comment, text_around::IN_COMMENT));
        }
        return Ok(Some(Cut::around(text, inside, before, after)));
    }
    let is_sql = is_said || sql::may_begin(text, 0);
    Ok(is_sql.then(|| Cut::nothing(text)))
}

/// The text before, inside and after the code block of a text with exactly two fences.
fn fenced(text: &str) -> Option<(Span, Span, Span)> {
    let open = text.find(FENCE)?;
    let rest = text.get(open..)?;
    let (_, behind) = rest.split_at_checked(FENCE.len())?;
    // The rest of the line of a fence names a language, unless the whole block is on that line.
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
