//! The time of one answer, which may take several questions.

use std::time::{Duration, Instant};

use crate::ports::model_error::ModelError;

/// When an answer has to be there.
#[derive(Debug, Clone, Copy)]
pub struct Deadline {
    since: Instant,
    within: Duration,
}

impl Deadline {
    /// So long from now.
    pub fn after(within: Duration) -> Self {
        Self {
            since: Instant::now(),
            within,
        }
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.within.saturating_sub(self.since.elapsed())
    }

    /// The error of an answer that is late.
    pub const fn passed(&self) -> ModelError {
        ModelError::Timeout(self.within)
    }
}
