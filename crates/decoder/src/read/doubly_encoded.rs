//! An intent that was encoded twice: it stands in a text of JSON.

use crate::finding::{Finding, registry};
use crate::read::json::unescape::unescape;
use crate::read::sql;
use crate::span::Span;

/// Quotes in quotes that are looked into.
const LEVELS: usize = 3;

/// The finding about an intent that stands in quotes.
pub(super) fn finding(span: Span) -> Box<Finding> {
    Box::new(Finding::new(&registry::DOUBLY_ENCODED, span, "").explain(
        "the intent is encoded twice: it stands in a text",
        "send what is in the quotes, without the quotes and their escapes",
    ))
}

/// Whether what stands in quotes begins as an intent does.
pub(super) fn holds_intent(text: &str) -> bool {
    let mut inner = text.trim().to_owned();
    for _ in 0..LEVELS {
        if inner.starts_with('{') || sql::may_begin(&inner, 0) {
            return true;
        }
        let quoted = inner
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let Some(Ok(next)) = quoted.map(|quoted| unescape(quoted, 0)) else {
            return false;
        };
        inner = next.trim().to_owned();
    }
    false
}
