//! Reports an intent that was encoded twice, as a JSON string that holds the intent.

use crate::finding::{Finding, registry};
use crate::read::json::unescape::unescape;
use crate::read::sql;
use crate::span::Span;

/// The greatest number of nested encodings to look into.
const LEVELS: usize = 3;

/// The finding for an intent inside a JSON string.
pub(super) fn finding(span: Span) -> Box<Finding> {
    Box::new(Finding::new(&registry::DOUBLY_ENCODED, span, "").explain(
        "the intent is encoded twice: it stands in a text",
        "send what is in the quotes, without the quotes and their escapes",
    ))
}

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
