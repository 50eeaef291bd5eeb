//! Durations and deadlines of steps; the only code of the loop that reads a clock.

use std::time::{Duration, Instant};

/// The start of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    pub(super) fn started() -> Self {
        Self(Instant::now())
    }

    pub(super) fn took(self) -> Duration {
        self.0.elapsed()
    }

    pub(super) fn micros(self) -> u64 {
        u64::try_from(self.took().as_micros()).unwrap_or(u64::MAX)
    }

    /// The deadline, `within` after the start.
    pub(super) fn until(self, within: Duration) -> Instant {
        self.0 + within
    }

    /// The time from the start to a deadline.
    pub(super) fn left(self, deadline: Instant) -> Duration {
        deadline.saturating_duration_since(self.0)
    }
}
