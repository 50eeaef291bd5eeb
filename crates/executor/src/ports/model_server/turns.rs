//! Rate limiting of requests.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Spaces requests by a minimum interval.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    between: Duration,
    next: Arc<Mutex<Option<Instant>>>,
}

impl Turns {
    pub(super) fn each_second(requests: NonZeroU32) -> Self {
        Self {
            between: Duration::from_secs(1) / requests.get(),
            next: Arc::default(),
        }
    }

    /// Takes the next turn and returns the wait until then; `None` where the turn is later than the remaining time.
    pub(super) fn take(&self, left: Duration) -> Option<Duration> {
        // An instant is consistent even after a panic.
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let turn = next.map_or(now, |next| next.max(now));
        let wait = turn.saturating_duration_since(now);
        if wait >= left {
            return None;
        }
        *next = Some(turn + self.between);
        Some(wait)
    }
}
