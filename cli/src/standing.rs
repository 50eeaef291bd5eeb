//! How a result of today stands against a report of before.

/// How a result stands against the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// There is no baseline: everything counts.
    Alone,
    /// No worse than before.
    Known,
    /// Worse than before, or wrong in a new way.
    Worse,
}

impl Standing {
    /// Its name in SARIF, `baselineState`.
    pub(crate) const fn in_sarif(self) -> Option<&'static str> {
        match self {
            Self::Alone => None,
            Self::Known => Some("unchanged"),
            Self::Worse => Some("new"),
        }
    }
}
