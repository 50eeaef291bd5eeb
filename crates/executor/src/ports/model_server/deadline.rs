//! The time of one answer, which may take several questions.

use std::time::{Duration, Instant};

use crate::ports::model_error::ModelError;

/// When an answer has to be there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    since: Instant,
    within: Duration,
}

impl Deadline {
    /// So long from now.
    pub(crate) fn after(within: Duration) -> Self {
        Self {
            since: Instant::now(),
            within,
        }
    }

    pub(crate) fn left(&self) -> Duration {
        self.within.saturating_sub(self.since.elapsed())
    }

    pub(crate) const fn passed(&self) -> ModelError {
        ModelError::Timeout(self.within)
    }
}
