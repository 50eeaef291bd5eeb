//! What a form of report is made of.

use super::record::{Record, Tally};

/// A form of report: a head, a part for each output, a tail. Parts are rendered by the workers.
pub(super) trait Report: Sync {
    /// Whether the head tells the counts, and so can be written only after everything was read.
    fn counts_first(&self) -> bool {
        false
    }

    /// What stands before the first part.
    fn head(&self, _tally: &Tally) -> String {
        String::new()
    }

    /// Adds the part of one output, which may be nothing, with [`Report::between`] before it where something stands
    /// already.
    fn one(&self, record: &Record<'_>, out: &mut String);

    /// What stands between two parts.
    fn between(&self) -> &'static str {
        ""
    }

    /// What stands after the last part.
    fn tail(&self, _tally: &Tally, _against_baseline: bool) -> String {
        String::new()
    }
}
