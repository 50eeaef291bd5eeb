//! SQL that is still coming: where its statement ends, and that another one begins.
//!
//! Looking costs the length of the text so far. It is done where a mark comes that may end a statement, as often as
//! [`MARKS`], and else when the text has grown by an eighth, so that the sum stays near linear.

use crate::read::sql::{self, Ending};

/// Marks that are looked at as soon as they come.
const MARKS: u8 = 32;

/// How much of a text was looked at.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// Bytes that were there the last time.
    seen: usize,
    /// Bytes that must be there before it is looked at again.
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

    /// How the statement ended, as far as the text goes. What has ended stays so.
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
