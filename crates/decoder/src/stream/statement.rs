//! Detects the end of a SQL statement in a growing text, and the start of another statement.
//!
//! A look costs time linear in the text so far. It happens at each of the first [`MARKS`] marks that may end a
//! statement, and otherwise whenever the text has grown by an eighth. The total stays nearly linear.

use crate::read::sql::{self, Ending};

/// The number of marks that trigger a look.
const MARKS: u8 = 32;

/// The progress of the detection.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// The length of the text at the previous call.
    seen: usize,
    /// The length at which the next look is due.
    next: usize,
    marks: u8,
    ending: Ending,
}

impl Statement {
    pub(super) const fn new() -> Self {
        Self {
            seen: 0,
            next: 0,
            marks: MARKS,
            ending: Ending::Open,
        }
    }

    /// The state of the statement in the text so far. An ended statement stays ended.
    pub(super) fn look(&mut self, text: &str) -> Ending {
        let new = text.get(self.seen..).unwrap_or_default();
        self.seen = text.len();
        let is_marked = new.contains([';', '`']) && self.marks > 0;
        if self.ending != Ending::Open || !(is_marked || text.len() >= self.next) {
            return self.ending;
        }
        self.marks -= u8::from(is_marked);
        self.next = text.len() + text.len() / 8;
        self.ending = sql::ending(text);
        self.ending
    }

    pub(super) fn is_complete(&self) -> bool {
        self.ending == Ending::Complete
    }
}
