//! `Strategy`: whose rows are asked for, in which scope and in which time.
//!
//! The first strategy that has rows serves all pages of the answer.

use serde::Serialize;

use crate::taxonomy::{PeriodWindow, RowSource, ScopeOutcome};

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

    /// The strategy as a byte: scope in the lowest bit, window in the next, source above.
    #[must_use]
    pub(crate) const fn byte(self) -> u8 {
        let scope = match self.scope {
            ScopeOutcome::Held => 0,
            ScopeOutcome::RawRowsStay => 1,
        };
        let window = match self.window {
            PeriodWindow::Said => 0,
            PeriodWindow::Available => 2,
        };
        let source = match self.source {
            RowSource::Own => 0,
            RowSource::BankRows => 4,
            RowSource::OwnersRows => 8,
        };
        scope | window | source
    }

    /// `None`: no strategy has this byte.
    pub(crate) const fn of_byte(byte: u8) -> Option<Self> {
        let scope = if byte & 1 == 0 {
            ScopeOutcome::Held
        } else {
            ScopeOutcome::RawRowsStay
        };
        let window = if byte & 2 == 0 {
            PeriodWindow::Said
        } else {
            PeriodWindow::Available
        };
        let source = match byte >> 2 {
            0 => RowSource::Own,
            1 => RowSource::BankRows,
            2 => RowSource::OwnersRows,
            _ => return None,
        };
        Some(Self {
            source,
            scope,
            window,
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
