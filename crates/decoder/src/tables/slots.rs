//! Codes → places in a list, by a hash table the compiler lays down.
//!
//! A code is looked up for every filter, sort key, target and relation: a search by halves took a tenth of a decode of
//! filters, and a third of one that only names targets.
//!
//! The hash takes the middle of a product. The digits that tell codes apart are the highest bits of a word, and the
//! lower half of a product does not depend on them.

/// A slot with nothing in it.
pub const FREE: u32 = u32::MAX;

/// Lays the places of a list's keys down: twice as many slots as keys, a power of two, collisions in the next free
/// one. Keys must differ.
pub fn lay_down<'k>(keys: impl ExactSizeIterator<Item = &'k str>) -> Vec<u32> {
    let count = (keys.len() * 2).next_power_of_two();
    let mut slots = vec![FREE; count];
    for (place, key) in keys.enumerate() {
        let free = steps(hash(key.as_bytes()), count).find(|slot| slots.get(*slot) == Some(&FREE));
        if let Some(slot) = free.and_then(|slot| slots.get_mut(slot)) {
            *slot = u32::try_from(place).unwrap_or(FREE);
        }
    }
    slots
}

/// The place of a key: the first on its walk for which `is` holds.
#[inline]
pub(super) fn find<'t, T>(
    list: &'t [T],
    slots: &[u32],
    key: &[u8],
    is: impl Fn(&T) -> bool,
) -> Option<&'t T> {
    find_hashed(list, slots, hash(key), is)
}

/// The same for a key whose hash is known.
#[inline]
pub(super) fn find_hashed<'t, T>(
    list: &'t [T],
    slots: &[u32],
    hash: u32,
    is: impl Fn(&T) -> bool,
) -> Option<&'t T> {
    for slot in steps(hash, slots.len()) {
        let place = *slots.get(slot)?;
        // A free slot has no place in any list.
        let element = list.get(place as usize)?;
        if is(element) {
            return Some(element);
        }
    }
    None
}

/// Whether the slots are those of so many keys, as far as can be told without them.
pub(super) fn hold(slots: &[u32], keys: usize) -> bool {
    let taken = slots.iter().filter(|slot| **slot != FREE).count();
    slots.len().is_power_of_two() && taken == keys
}

/// The slots in which what has this hash may be, of a power of two.
#[inline]
pub(super) fn steps(hash: u32, count: usize) -> impl Iterator<Item = usize> {
    let first = hash as usize;
    (0..count).map(move |step| first.wrapping_add(step) & (count - 1))
}

/// A step of Fibonacci hashing: the middle of the product, on which every bit of the number has a say. The digits that
/// tell most codes apart are its highest bits.
#[inline]
pub(super) const fn spread(number: u32) -> u32 {
    ((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// Fibonacci hashing of the code as a number; most codes have four bytes.
#[inline]
pub(super) fn hash(key: &[u8]) -> u32 {
    let Some(last) = key.last_chunk() else {
        let bytes = key.iter().rev();
        return spread(bytes.fold(0, |number, byte| (number << 8) | u32::from(*byte)));
    };
    let mut rest = key;
    let mut hash = 0;
    while let Some((chunk, after @ [_, ..])) = rest.split_first_chunk() {
        hash = spread(hash ^ u32::from_le_bytes(*chunk));
        rest = after;
    }
    // The last four bytes, some of which may have been before.
    spread(hash ^ u32::from_le_bytes(*last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_and_no_other() {
        for count in [0_usize, 1, 2, 7, 1000] {
            let keys: Vec<String> = (0..count).map(|number| format!("F{number:03}")).collect();
            let slots = lay_down(keys.iter().map(String::as_str));
            let place = |key: &str| find(&keys, &slots, key.as_bytes(), |known| known == key);
            for key in &keys {
                assert_eq!(place(key), Some(key));
            }
            for key in ["", "F", "G001", "F9999", "日本"] {
                assert_eq!(place(key), None, "{key} of {count}");
            }
        }
    }

    #[test]
    fn four_bytes_fall_far_apart() {
        for count in [9, 40, 100, 500] {
            let keys: Vec<String> = (1..=count).map(|number| format!("F{number:03}")).collect();
            let slots = lay_down(keys.iter().map(String::as_str));
            let steps = keys.iter().enumerate().map(|(place, key)| {
                let found = super::steps(hash(key.as_bytes()), slots.len())
                    .position(|slot| slots[slot] as usize == place);
                found.unwrap()
            });
            let steps: usize = steps.sum();
            assert!(
                steps * 2 <= count,
                "{steps} steps too many for {count} keys"
            );
        }
    }
}
