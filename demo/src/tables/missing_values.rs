//! Values that nobody has written down.

use crate::random::Random;

/// Leaves values out, with random numbers of its own: what is there stays the same.
pub(super) struct Gaps(Random);

impl Gaps {
    pub(super) fn new(seed: u64, table: &str) -> Self {
        Self(Random::new(seed, &format!("gaps of {table}")))
    }

    /// The value; `None` in so many of a hundred cases.
    pub(super) fn keep<T>(&mut self, percent: u64, value: T) -> Option<T> {
        self.0.unless(percent, value)
    }
}
