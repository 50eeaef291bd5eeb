//! The distribution of cosines between a question and all candidate pieces, which shows whether a piece stands out.

/// Count, mean and variance of cosines.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// Number of cosines.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Their variance.
    pub variance: f64,
}

impl Spread {
    /// The distribution of some cosines.
    pub fn of(cosines: impl Iterator<Item = f32>) -> Self {
        cosines.fold(Self::default(), |all, cosine| {
            all.joined(Self {
                count: 1,
                mean: f64::from(cosine),
                variance: 0.0,
            })
        })
    }

    /// The joint distribution of two sets.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let count = self.count + other.count;
        if count == 0 {
            return self;
        }
        let share = other.count as f64 / count as f64;
        let apart = other.mean - self.mean;
        let within = self.variance * (1.0 - share) + other.variance * share;
        Self {
            count,
            mean: self.mean + apart * share,
            variance: within + apart * apart * share * (1.0 - share),
        }
    }

    /// The distance of a cosine above the mean, relative to the expected maximum of as many random ones: for `n` values
    /// of a normal distribution about `sqrt(2 ln n)` standard deviations. `None` where all cosines are equal.
    #[must_use]
    pub fn distinction(&self, cosine: f32) -> Option<f64> {
        let farthest = (2.0 * (self.count as f64).ln()).sqrt() * self.variance.sqrt();
        (farthest > 0.0).then(|| (f64::from(cosine) - self.mean) / farthest)
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn parts_give_the_spread_of_the_whole() {
        let cosines = [0.1_f32, 0.5, 0.7, -0.2, 0.4];
        let whole = Spread::of(cosines.into_iter());
        assert_eq!(whole.count, 5);
        assert!((whole.mean - 0.3).abs() < 1e-6 && (whole.variance - 0.1).abs() < 1e-6);
        let (one, other) = cosines.split_at(2);
        let joined = Spread::of(one.iter().copied()).joined(Spread::of(other.iter().copied()));
        assert!((joined.mean - whole.mean).abs() < 1e-9);
        assert!((joined.variance - whole.variance).abs() < 1e-9);
        assert_eq!(Spread::default().joined(Spread::default()).count, 0);
        assert_eq!(Spread::of([0.5; 9].into_iter()).distinction(0.5), None);
    }
}
