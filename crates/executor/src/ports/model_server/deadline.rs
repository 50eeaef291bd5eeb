//! The deadline of one answer, shared by several requests.

use std::time::{Duration, Instant};

use crate::ports::model_error::ModelError;

/// The time by which an answer must be complete.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    since: Instant,
    within: Duration,
}

impl Deadline {
    /// A deadline after this duration.
    pub fn after(within: Duration) -> Self {
        Self {
            since: Instant::now(),
            within,
        }
    }

    /// The remaining time.
    pub fn left(&self) -> Duration {
        self.within.saturating_sub(self.since.elapsed())
    }

    /// The error of a missed deadline.
    pub const fn passed(&self) -> ModelError {
        ModelError::Timeout(self.within)
    }
}
