//! Outcome of a case.

use cmec_executor::taxonomy::ResponseType;
use serde::Serialize;

use crate::report::BaselineStatus;

/// Keys of expectations: the kind of answer, the number of rows, numbers in it.
pub(super) const ANSWER: &str = "answer";
pub(super) const ROWS: &str = "rows";
pub(super) const TOTALS: &str = "totals";

/// Outcome of a case; a line of the JSON report.
#[derive(Serialize)]
pub(super) struct Outcome {
    pub(super) file: String,
    pub(super) question: String,
    pub(super) holds: bool,
    pub(super) failures: Vec<Miss>,
    pub(super) answer: ResponseType,
    pub(super) returned: usize,
    pub(super) summary: String,
    pub(super) trace_id: String,
    /// `None` without a baseline.
    #[serde(skip)]
    pub(super) status: Option<BaselineStatus>,
}

/// A failed expectation.
#[derive(Serialize)]
pub(super) struct Miss {
    pub(super) line: u64,
    pub(super) key: &'static str,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Miss {
    pub(super) fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// Counts of cases.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) cases: u64,
    /// Failed cases.
    pub(super) failed: u64,
    /// Failed cases with the same failure in the baseline.
    pub(super) known: u64,
    pub(super) unreadable: u64,
}

impl Counts {
    pub(super) fn line(&self, against_baseline: bool) -> String {
        let (cases, failed, unreadable) = (self.cases, self.failed, self.unreadable);
        let hold = cases - failed - unreadable;
        let mut line = format!("{cases} cases: {hold} hold, {failed} do not");
        if unreadable > 0 {
            line.push_str(&format!(", {unreadable} cannot be read"));
        }
        if against_baseline {
            let worse = failed - self.known;
            line.push_str(&format!("; {worse} worse than the baseline"));
        }
        line
    }
}
