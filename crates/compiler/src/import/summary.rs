//! `Summary`: omissions counted by reason.

use std::fmt::Write as _;

use serde::Serialize;

use super::omission::{CountedOmission, OmissionReason};
use super::plain_text::shown;

/// The largest number of examples per reason.
const EXAMPLES: usize = 3;

/// The omissions for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The reason.
    pub reason: OmissionReason,
    /// The reason in words.
    pub why: &'static str,
    /// Number of occurrences.
    pub count: usize,
    /// A few names.
    pub examples: Vec<String>,
}

/// Counts by reason, sorted by reason.
pub(super) fn summary(left: &[CountedOmission]) -> Vec<Summary> {
    let of = |reason: OmissionReason| {
        let left = || left.iter().filter(|entry| entry.what.reason == reason);
        // Cut, because many names are too long for a line; the report has the full name.
        let names = left().take(EXAMPLES).map(|entry| shown(&entry.what.name));
        Summary {
            reason,
            why: reason.why(),
            count: left().map(|entry| entry.count).sum(),
            examples: names.collect(),
        }
    };
    let all = OmissionReason::ALL.iter().map(|reason| of(*reason));
    all.filter(|summary| summary.count > 0).collect()
}

/// One line per reason.
#[must_use]
pub fn summary_text(summary: &[Summary]) -> String {
    let mut text = String::new();
    for summary in summary {
        let (slug, why) = (summary.reason.slug(), summary.why);
        let examples = summary.examples.join(", ");
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{slug}: {} ({why}): {examples}", summary.count);
    }
    text
}
