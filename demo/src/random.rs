//! A small seeded generator (splitmix64): equal data on every machine and with every toolchain.

#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// A separate stream for each `purpose`, so that a change in one part does not affect the others.
    pub(crate) fn new(seed: u64, purpose: &str) -> Self {
        let hash = purpose
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        Self(seed ^ hash)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high` inclusive; `low` if the range is empty.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high - low).unwrap_or(0) + 1;
        low + i64::try_from(self.next() % width).unwrap_or(0)
    }

    /// True with this probability in percent.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    /// A random item; `None` if there are none.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let last = i64::try_from(items.len()).unwrap_or(0) - 1;
        let index = usize::try_from(self.between(0, last)).ok()?;
        items.get(index).copied()
    }

    /// A random word; empty if there are none.
    pub(crate) fn word(&mut self, words: &[&'static str]) -> &'static str {
        self.pick(words).unwrap_or_default()
    }

    /// Distinct random items, at most `high`; with few items possibly fewer than `low`.
    pub(crate) fn several<T: Copy + PartialEq>(
        &mut self,
        items: &[T],
        low: i64,
        high: i64,
    ) -> Vec<T> {
        let mut drawn = Vec::new();
        for _ in 0..self.between(low, high) {
            let item = self.pick(items);
            drawn.extend(item.filter(|item| !drawn.contains(item)));
        }
        drawn
    }

    /// A random item with the given weights; `None` if there are none.
    pub(crate) fn weighted<T: Copy>(&mut self, items: &[(T, u64)]) -> Option<T> {
        let total: u64 = items.iter().map(|(_, weight)| weight).sum();
        let mut left = self.next() % total.max(1);
        let mut items = items.iter();
        items.find_map(|(item, weight)| match left.checked_sub(*weight) {
            Some(rest) => {
                left = rest;
                None
            }
            None => Some(*item),
        })
    }

    /// An index below `places`, small ones being more likely.
    pub(crate) fn early(&mut self, places: usize) -> usize {
        let last = i64::try_from(places).unwrap_or(0) - 1;
        let place = self.between(0, last).min(self.between(0, last));
        usize::try_from(place).unwrap_or(0)
    }

    /// A number with `low` to `high` digits, each length being equally likely.
    pub(crate) fn scaled(&mut self, low: i64, high: i64) -> i64 {
        let digits = u32::try_from(self.between(low, high)).unwrap_or(1);
        let first = 10_i64.saturating_pow(digits.saturating_sub(1));
        self.between(first, first.saturating_mul(10) - 1)
    }

    /// The value, or `None` with this probability in percent.
    pub(crate) fn unless<T>(&mut self, percent: u64, value: T) -> Option<T> {
        let missing = self.chance(percent);
        (!missing).then_some(value)
    }

    /// A random UUID in canonical form.
    pub(crate) fn uuid(&mut self) -> String {
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
        // The first output of splitmix64 from state 0.
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

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(1, "test");
        let mut drawn = [0; 3];
        for _ in 0..1_000 {
            let at = random.weighted(&[(0, 70), (1, 0), (2, 30)]).unwrap();
            drawn[at] += 1;
        }
        assert!(
            drawn[0] > 600 && drawn[1] == 0 && drawn[2] > 200,
            "{drawn:?}"
        );
        assert_eq!(random.weighted::<u8>(&[]), None);
    }

    #[test]
    fn scaled_numbers_have_so_many_digits() {
        let mut random = Random::new(1, "test");
        let lengths: std::collections::BTreeSet<_> = (0..200)
            .map(|_| random.scaled(2, 4).to_string().len())
            .collect();
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [2, 3, 4]);
    }
}
