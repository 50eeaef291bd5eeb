//! What came of a case.

use cmec_executor::taxonomy::ResponseType;
use serde::{Deserialize, Serialize};

/// What came of a case that was asked.
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
}

/// Something that was expected and is not so.
#[derive(Serialize)]
pub(super) struct Miss {
    /// The line that expects it.
    pub(super) line: u64,
    pub(super) key: Key,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Miss {
    /// What is told of it.
    pub(super) fn said(&self) -> String {
        format!("expected {}, found {}", self.expected, self.found)
    }
}

/// What a case expects something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Key {
    /// The kind of the answer.
    Answer,
    /// How many rows it has.
    Rows,
    /// The figures it says.
    Totals,
}

impl Key {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Answer, Self::Rows, Self::Totals];

    /// Its name, as a case writes it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Answer => "answer",
            Self::Rows => "rows",
            Self::Totals => "totals",
        }
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
