//! A small seeded generator (splitmix64): the same ledger on every machine and in every version of the tool chain.

/// The generator.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// A stream of its own for each `purpose`, so that a change in one part leaves the others as they were.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        let hash = purpose
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        Self(seed ^ hash)
    }

    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included; `low` when the range is empty.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high - low).unwrap_or(0) + 1;
        low + i64::try_from(self.next() % width).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    /// One of the items; `None` when there is none.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let last = i64::try_from(items.len()).unwrap_or(0) - 1;
        let index = usize::try_from(self.between(0, last)).ok()?;
        items.get(index).copied()
    }

    /// A unique identifier in its canonical form.
    pub(super) fn uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0x0fff,
            0x8000 | (low >> 48) & 0x3fff,
            low & 0xffff_ffff_ffff
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_stream_is_the_published_one() {
        // First output of splitmix64 from state 0.
        assert_eq!(Random(0).next(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn between_includes_both_ends() {
        let mut random = Random::new(1, "test");
        let drawn: std::collections::BTreeSet<_> =
            (0..200).map(|_| random.between(-1, 2)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [-1, 0, 1, 2]);
        assert_eq!(random.between(5, 5), 5);
    }
}
