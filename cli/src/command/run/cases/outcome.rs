//! Outcome of a case.

use cmec_executor::taxonomy::ResponseType;
use serde::Serialize;

use crate::report::BaselineStatus;

/// Keys of what a case expects: the kind of the answer, the number of its rows, its figures.
pub(super) const ANSWER: &str = "answer";
pub(super) const ROWS: &str = "rows";
pub(super) const TOTALS: &str = "totals";

/// Outcome of a case that was asked; a line of the JSON report.
#[derive(Serialize)]
pub(super) struct Outcome {
    pub(super) file: String,
    pub(super) question: String,
    pub(super) holds: bool,
    pub(super) failures: Vec<Miss>,
    /// What was answered.
    pub(super) answer: ResponseType,
    pub(super) returned: usize,
    pub(super) summary: String,
    pub(super) trace_id: String,
    /// `None` where there is no baseline.
    #[serde(skip)]
    pub(super) status: Option<BaselineStatus>,
}

/// Something that was expected and is not so.
#[derive(Serialize)]
pub(super) struct Miss {
    /// The line that expects it.
    pub(super) line: u64,
    pub(super) key: &'static str,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Miss {
    /// Both in a line.
    pub(super) fn message(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// How many cases there were.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) cases: u64,
    /// Those that do not hold.
    pub(super) failed: u64,
    /// Those of them that did not hold before, for the same.
    pub(super) known: u64,
    pub(super) unreadable: u64,
}

impl Counts {
    /// The counts as a line.
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
