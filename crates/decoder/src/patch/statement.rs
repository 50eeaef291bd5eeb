//! A patch of SQL: one clause or condition in the place of another.

use crate::decode::Decoder;
use crate::finding::Finding;
use crate::patch::{Change, Quoting, outside, splice};
use crate::read::json::tree::JsonKind;
use crate::read::sql;
use crate::span::Span;
use crate::verdict::Verdict;

/// The one change that a patch makes.
///
/// # Errors
/// When nothing was to be said again, or the patch is more than the part it is for: `a OR b` in the place of a condition
/// would take the condition beside it along.
pub(super) fn changes(
    decoder: &Decoder<'_>,
    previous: &str,
    patch: &str,
) -> Result<Vec<Change>, Box<Finding>> {
    let whole = Span::new(0, patch.len());
    let Some((pointer, old)) = part(decoder, previous) else {
        let message = "no part of this SQL was to be said again";
        return Err(outside(whole, message, "say the whole query"));
    };
    let (from, to) = sql::without_fence(patch, 0);
    let inside = patch.get(from..to).unwrap_or_default();
    let start = to - inside.trim_start().len();
    let end = from + inside.trim_end().trim_end_matches(';').len();
    let new = Span::new(start, end.max(start));
    let change = || Change {
        old,
        new,
        quoting: Quoting::None,
    };
    let mut merged = String::new();
    splice(previous, patch, vec![change()], &mut merged);
    let placed = Span::new(old.start, old.start + new.end - new.start);
    let reading = decoder.reading(&merged).1.ok();
    let now = reading.and_then(|reading| Some(reading.root.at(&pointer)?.span));
    if now == Some(placed) {
        return Ok(vec![change()]);
    }
    let message = "a patch of SQL is one clause or condition";
    let help = format!("say `{pointer}` again, and nothing else");
    Err(outside(whole, message, &help))
}

/// Pointer and place of the part to say again.
fn part(decoder: &Decoder<'_>, previous: &str) -> Option<(String, Span)> {
    let Verdict::Clarify(clarify) = decoder.decode(previous, "").verdict else {
        return None;
    };
    let pointer = clarify.patchable?;
    let reading = decoder.reading(previous).1.ok()?;
    let span = reading.root.at(&pointer)?.span;
    Some((pointer, span))
}

impl Decoder<'_> {
    /// A query of SQL without the conditions that something is wrong with, as a text of its own; `None`: something else is
    /// wrong with it, too. What is around the query is cut away, where the decoder extracts.
    #[must_use]
    pub fn clear_conditions(&self, sql: &str) -> Option<String> {
        let cut = self.cut(sql).ok()?;
        let findings = self.decode(sql, "").account.findings;
        let root = self.reading(sql).1.ok()?.root;
        let JsonKind::List(terms) = &root.at("/where")?.kind else {
            return None;
        };
        let unclear = findings
            .iter()
            .map(|one| terms.iter().position(|term| term.span.contains(one.span)));
        let unclear: Vec<usize> = unclear.collect::<Option<_>>()?;
        let (first, last) = (terms.first()?.span.start, terms.last()?.span.end);
        let kept = (terms.iter().enumerate()).filter(|(at, _)| !unclear.contains(at));
        let kept = kept.filter_map(|(_, term)| cut.text.get(term.span.start..term.span.end));
        let kept: Vec<&str> = kept.collect();
        let before = cut.text.get(cut.from..first)?.trim_end();
        let after = cut.text.get(last..)?;
        if kept.is_empty() {
            let keyword = before.len().checked_sub("WHERE".len())?;
            return Some(format!("{}{after}", before.get(..keyword)?));
        }
        Some(format!("{before} {}{after}", kept.join(" AND ")))
    }
}
