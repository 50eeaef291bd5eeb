//! `Way`: where the rows of an answer are asked for. The first way that has rows is that of all pages of the answer.

use serde::Serialize;

use crate::lane::address::execute::account_scope::ScopeOutcome;

/// A way to rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Whose rows.
    pub source: Source,
    /// How the account scope of a recipe that only prefers it goes.
    pub scope: ScopeOutcome,
    /// In which time.
    pub window: Window,
}

/// Whose rows are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Those of the recipe's own template.
    Own,
    /// Bank documents of the anchor.
    BankRows,
    /// Those of the contract's owner, under whichever contract.
    OwnersRows,
}

/// In which time rows are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// That of the contract.
    Said,
    /// All there is up to the date, where one is said.
    Available,
}

impl Way {
    /// What the contract asks for.
    pub const ASKED: Self = Self {
        source: Source::Own,
        scope: ScopeOutcome::Held,
        window: Window::Said,
    };

    /// The way as a byte: scope in the lowest bit, window in the next, source above.
    #[must_use]
    pub(crate) const fn byte(self) -> u8 {
        let scope = match self.scope {
            ScopeOutcome::Held => 0,
            ScopeOutcome::RawRowsStay => 1,
        };
        let window = match self.window {
            Window::Said => 0,
            Window::Available => 2,
        };
        let source = match self.source {
            Source::Own => 0,
            Source::BankRows => 4,
            Source::OwnersRows => 8,
        };
        scope | window | source
    }

    /// `None`: no way has this byte.
    pub(crate) const fn of_byte(byte: u8) -> Option<Self> {
        let scope = if byte & 1 == 0 {
            ScopeOutcome::Held
        } else {
            ScopeOutcome::RawRowsStay
        };
        let window = if byte & 2 == 0 {
            Window::Said
        } else {
            Window::Available
        };
        let source = match byte >> 2 {
            0 => Source::Own,
            1 => Source::BankRows,
            2 => Source::OwnersRows,
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
    fn a_byte_is_one_way_or_none() {
        let mut ways = Vec::new();
        for byte in 0..=u8::MAX {
            if let Some(way) = Way::of_byte(byte) {
                assert_eq!(way.byte(), byte, "{way:?}");
                ways.push(way);
            }
        }
        assert_eq!(ways.len(), 12);
        assert_eq!(ways.first(), Some(&Way::ASKED));
    }
}
