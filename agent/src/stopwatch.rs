//! How long a step takes, and until when it may: the one place of the loop that looks at a clock.

use std::time::{Duration, Instant};

/// A step that began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    /// A step that begins now.
    pub(super) fn started() -> Self {
        Self(Instant::now())
    }

    /// How long it took so far.
    pub(super) fn took(self) -> Duration {
        self.0.elapsed()
    }

    /// The same in microseconds.
    pub(super) fn micros(self) -> u64 {
        u64::try_from(self.took().as_micros()).unwrap_or(u64::MAX)
    }

    /// So long after it began.
    pub(super) fn until(self, within: Duration) -> Instant {
        self.0 + within
    }

    /// What is left from its beginning to a deadline.
    pub(super) fn left(self, deadline: Instant) -> Duration {
        deadline.saturating_duration_since(self.0)
    }
}
