//! The turns of requests at a server that is asked at most so often.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Requests one after another, so far apart.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    between: Duration,
    next: Arc<Mutex<Option<Instant>>>,
}

impl Turns {
    /// At most so many in a second.
    pub(super) fn each_second(requests: NonZeroU32) -> Self {
        Self {
            between: Duration::from_secs(1) / requests.get(),
            next: Arc::default(),
        }
    }

    /// Takes the next turn: how long until then. `None`: it would come too late, and is left.
    pub(super) fn take(&self, left: Duration) -> Option<Duration> {
        // An instant is whole whatever the thread that held it came to.
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
