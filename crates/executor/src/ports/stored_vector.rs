//! A vector as files keep it: its numbers one after another, four bytes each, the least significant first.

use wide::f32x8;

use super::embedder::Vector;

/// Bytes of a number.
const NUMBER: usize = 4;

/// Bytes of a vector of so many numbers.
pub(super) const fn size(dimension: usize) -> usize {
    dimension.saturating_mul(NUMBER)
}

/// A vector as it is kept.
pub(super) fn written(vector: &Vector) -> Vec<u8> {
    let numbers = vector.numbers().iter();
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

/// The numbers of a vector that is kept.
pub(super) fn read(written: &[u8]) -> Vec<f32> {
    let (numbers, _) = written.as_chunks::<NUMBER>();
    numbers.iter().copied().map(f32::from_le_bytes).collect()
}

/// The product of a vector and one that is written.
pub(super) fn product(vector: &[f32], written: &[u8]) -> f32 {
    const LANES: usize = 8;
    const SUMS: usize = 4;
    let (ours, our_rest) = vector.as_chunks::<LANES>();
    let (theirs, their_rest) = written.as_chunks::<{ LANES * NUMBER }>();
    let mut sums = [f32x8::ZERO; SUMS];
    // Four sums, so that an addition need not wait for the one before it.
    for (ours, theirs) in ours.chunks(SUMS).zip(theirs.chunks(SUMS)) {
        for ((sum, own), other) in sums.iter_mut().zip(ours).zip(theirs) {
            *sum = f32x8::from(*own).mul_add(f32x8::from(numbers(other)), *sum);
        }
    }
    let [one, two, three, four] = sums;
    let all = ((one + two) + (three + four)).reduce_add();
    let (rest, _) = their_rest.as_chunks::<NUMBER>();
    let rest = our_rest.iter().zip(rest);
    all + rest
        .map(|(own, other)| own * f32::from_le_bytes(*other))
        .sum::<f32>()
}

/// Eight numbers as they are written.
fn numbers(written: &[u8; 32]) -> [f32; 8] {
    let (numbers, _) = written.as_chunks::<NUMBER>();
    std::array::from_fn(|index| {
        let bytes = numbers.get(index).copied().unwrap_or_default();
        f32::from_le_bytes(bytes)
    })
}
