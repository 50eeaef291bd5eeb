//! The one line in a text: the whole of it, or what stands between its only two code fences.
//!
//! A line has no bracket around it, so prose right beside one cannot be told from it and is never cut away.

use crate::finding::{Finding, registry};
use crate::notation::{Notation, Spelling};
use crate::read::extract::{Cut, fault, text_around};
use crate::read::{line, sql};
use crate::span::Span;
use crate::tables::Tables;

/// What fences a block of code.
const FENCE: &str = "```";

/// The line of a text, if it is one; `None`: another notation may be in it.
///
/// # Errors
/// A line that stands in a comment: who wrote it took it back.
pub(crate) fn cut<'a>(
    text: &'a str,
    spelling: Spelling,
    tables: &Tables,
) -> Result<Option<Cut<'a>>, Box<Finding>> {
    let is_sql = matches!(spelling, Spelling::Only(Notation::Sql) | Spelling::Auto);
    if is_sql && sql::may_begin(text, 0) {
        return Ok(Some(Cut::nothing(text)));
    }
    if is_sql
        && let Some((before, inside, after)) = fenced(text)
        && sql::may_begin(text, inside.start)
    {
        return Ok(Some(Cut::around(text, inside, before, after)));
    }
    if spelling == Spelling::Only(Notation::Sql) {
        return Ok(Some(Cut::nothing(text)));
    }
    let certain = match spelling {
        Spelling::Only(Notation::Line) => true,
        Spelling::Only(_) => return Ok(None),
        Spelling::Auto => false,
    };
    if line::is_line(text, 0, tables) {
        return Ok(Some(Cut::nothing(text)));
    }
    if let Some((before, inside, after)) = fenced(text) {
        let line = text.get(..inside.end).unwrap_or_default();
        if certain || line::is_meant(line, inside.start, tables) {
            let prose = text.get(..before.end).unwrap_or_default();
            let prose = prose.rfind(FENCE).and_then(|fence| prose.get(..fence));
            if let Some(comment) = prose.and_then(text_around::comment) {
                let rule = &registry::STRAY_BRACE;
                return Err(fault(rule, comment, text_around::IN_COMMENT));
            }
            return Ok(Some(Cut::around(text, inside, before, after)));
        }
    }
    Ok(certain.then(|| Cut::nothing(text)))
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
