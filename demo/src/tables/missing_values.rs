//! Randomly missing values.

use crate::random::Random;

/// Drops values with its own random stream, so that the remaining values do not change.
pub(super) struct Gaps(Random);

impl Gaps {
    pub(super) fn new(seed: u64, table: &str) -> Self {
        Self(Random::new(seed, &format!("gaps of {table}")))
    }

    /// The value, or `None` with this probability in percent.
    pub(super) fn keep<T>(&mut self, percent: u64, value: T) -> Option<T> {
        self.0.unless(percent, value)
    }
}
