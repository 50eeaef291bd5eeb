//! `Strategy`: the source, the account scope and the period of the requested rows.
//!
//! The first strategy that has rows serves all pages of the answer.

use serde::Serialize;

use crate::taxonomy::{PeriodWindow, RowSource, ScopeOutcome};

// Cursors store the position in each list, so the order must not change. Totals have no pages and no cursor.
const SOURCES: [RowSource; 3] = [RowSource::Own, RowSource::BankRows, RowSource::OwnersRows];
const SCOPES: [ScopeOutcome; 2] = [ScopeOutcome::Held, ScopeOutcome::RawRowsStay];
const WINDOWS: [PeriodWindow; 2] = [PeriodWindow::Said, PeriodWindow::Available];

/// The source, the account scope and the period of the requested rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Strategy {
    /// The source of the rows.
    pub source: RowSource,
    /// The outcome of a preferred account scope.
    pub scope: ScopeOutcome,
    /// The period.
    pub window: PeriodWindow,
}

impl Strategy {
    /// The strategy that the contract requests.
    pub const ASKED: Self = Self {
        source: RowSource::Own,
        scope: ScopeOutcome::Held,
        window: PeriodWindow::Said,
    };

    /// The strategy as a byte: scope in bit 0, period in bit 1, source above, each by its position in its list.
    #[must_use]
    #[cfg(any(test, feature = "run"))]
    pub(crate) const fn byte(self) -> u8 {
        self.scope as u8 | (self.window as u8) << 1 | (self.source as u8) << 2
    }

    /// `None` where no strategy has this byte.
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
