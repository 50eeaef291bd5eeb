//! The time that a model has beside a search: an answer without it is better than none.

use std::time::{Duration, Instant};

/// Longest time for a model; a third of the time that is left, where that is shorter.
const MODEL_TIME: Duration = Duration::from_secs(5);

/// The time that a model has.
pub(crate) fn for_model(deadline: Instant) -> Duration {
    let left = deadline.saturating_duration_since(Instant::now());
    (left / 3).min(MODEL_TIME)
}
