//! The time limit of a model within a search, since an answer without the model is better than none.

use std::time::{Duration, Instant};

/// Maximum time for a model; a third of the remaining time, where that is shorter.
const MODEL_TIME: Duration = Duration::from_secs(5);

/// The time limit of a model call before a deadline.
pub(crate) fn for_model(deadline: Instant) -> Duration {
    let left = deadline.saturating_duration_since(Instant::now());
    (left / 3).min(MODEL_TIME)
}
