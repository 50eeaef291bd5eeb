//! What a form of report on cases is made of.

use super::case::Unreadable;
use super::outcome::{Counts, Outcome};
use crate::output::plain;
use crate::standing::Standing;

/// A form of report.
pub(super) trait Form {
    /// Whether the report is one document, written only when its counts are known.
    fn is_one_document(&self) -> bool {
        false
    }

    /// What stands before the first part of a document.
    fn head(&self, _counts: &Counts) -> String {
        String::new()
    }

    /// The part of a case that was asked, which may be nothing.
    fn asked(&self, outcome: &Outcome, standing: Standing) -> String;

    /// The part of a case that cannot be read.
    fn unreadable(&self, case: &Unreadable) -> String;

    /// What stands between two parts of a document.
    fn between(&self) -> &'static str {
        ""
    }

    /// What stands after the last part of a document.
    fn tail(&self) -> &'static str {
        ""
    }
}

/// Where a case cannot be read, and why, as a line for people.
pub(super) fn unreadable(case: &Unreadable) -> String {
    let why = plain(&case.why);
    format!("{}:{}: {why}", plain(&case.file), case.line)
}
