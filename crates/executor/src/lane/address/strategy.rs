//! `Strategy`: whose rows are asked for, in which scope and in which time.
//!
//! The first strategy that has rows serves all pages of the answer.

use serde::Serialize;

use crate::taxonomy::{PeriodWindow, RowSource, ScopeOutcome};

// The members of each list in their order, which is in cursors. A row of totals has no pages, and so no cursor.
const SOURCES: [RowSource; 3] = [RowSource::Own, RowSource::BankRows, RowSource::OwnersRows];
const SCOPES: [ScopeOutcome; 2] = [ScopeOutcome::Held, ScopeOutcome::RawRowsStay];
const WINDOWS: [PeriodWindow; 2] = [PeriodWindow::Said, PeriodWindow::Available];

/// Where the rows of an answer are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Strategy {
    /// Whose rows.
    pub source: RowSource,
    /// How the account scope of a recipe that only prefers it goes.
    pub scope: ScopeOutcome,
    /// In which time.
    pub window: PeriodWindow,
}

impl Strategy {
    /// The strategy that the contract asks for.
    pub const ASKED: Self = Self {
        source: RowSource::Own,
        scope: ScopeOutcome::Held,
        window: PeriodWindow::Said,
    };

    /// The strategy as a byte: scope in the lowest bit, window in the next, source above, each by its place in its list.
    #[must_use]
    #[cfg(any(test, feature = "run"))]
    pub(crate) const fn byte(self) -> u8 {
        self.scope as u8 | (self.window as u8) << 1 | (self.source as u8) << 2
    }

    /// `None`: no strategy has this byte.
    pub(crate) fn of_byte(byte: u8) -> Option<Self> {
        let [scope, window, source] = [byte & 1, byte >> 1 & 1, byte >> 2].map(usize::from);
        Some(Self {
            source: *SOURCES.get(source)?,
            scope: *SCOPES.get(scope)?,
            window: *WINDOWS.get(window)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_one_strategy_or_none() {
        let mut strategies = Vec::new();
        for byte in 0..=u8::MAX {
            if let Some(strategy) = Strategy::of_byte(byte) {
                assert_eq!(strategy.byte(), byte, "{strategy:?}");
                strategies.push(strategy);
            }
        }
        assert_eq!(strategies.len(), 12);
        assert_eq!(strategies.first(), Some(&Strategy::ASKED));
    }
}
