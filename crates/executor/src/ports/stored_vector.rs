//! The file format of vectors: consecutive 32-bit floats, little-endian.

use wide::f32x8;

use super::embedder::Vector;

/// Bytes of a number.
const NUMBER: usize = 4;

pub(super) const fn size(dimension: usize) -> usize {
    dimension.saturating_mul(NUMBER)
}

pub(super) fn written(vector: &Vector) -> Vec<u8> {
    let numbers = vector.numbers().iter();
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

pub(super) fn read(written: &[u8]) -> Vec<f32> {
    let (numbers, _) = written.as_chunks::<NUMBER>();
    numbers.iter().copied().map(f32::from_le_bytes).collect()
}

/// The dot product of a vector and a stored one.
pub(super) fn product(vector: &[f32], written: &[u8]) -> f32 {
    const LANES: usize = 8;
    const SUMS: usize = 4;
    let (ours, our_rest) = vector.as_chunks::<LANES>();
    let (theirs, their_rest) = written.as_chunks::<{ LANES * NUMBER }>();
    let mut sums = [f32x8::ZERO; SUMS];
    // Several partial sums, so that additions do not wait for each other.
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

fn numbers(written: &[u8; 32]) -> [f32; 8] {
    let (numbers, _) = written.as_chunks::<NUMBER>();
    std::array::from_fn(|index| {
        let bytes = numbers.get(index).copied().unwrap_or_default();
        f32::from_le_bytes(bytes)
    })
}
