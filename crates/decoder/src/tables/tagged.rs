//! A hash table whose slots hold the hash of a key above the place of its element, so that no other element is looked at:
//! for keys that take longer to compare than a code, and may be there more than once.

use crate::tables::slots::steps;

/// A slot with nothing in it.
const FREE: u64 = u64::MAX;

/// Lays places down by the hashes of their keys: twice as many slots as keys, a power of two, collisions in the next
/// free one. The same place is laid down once for the same hash.
pub(super) fn lay_down(keys: &[(u32, u32)]) -> Vec<u64> {
    let count = (keys.len() * 2).next_power_of_two();
    let mut slots = vec![FREE; count];
    for (hash, place) in keys {
        let taken = (u64::from(*hash) << 32) | u64::from(*place);
        let free = |slot: &usize| {
            slots
                .get(*slot)
                .is_some_and(|is| [FREE, taken].contains(is))
        };
        let slot = steps(*hash, count).find(free);
        if let Some(slot) = slot.and_then(|slot| slots.get_mut(slot)) {
            *slot = taken;
        }
    }
    slots
}

/// The elements of a list whose keys have this hash, in the order they were laid down.
#[inline]
pub(super) fn of_hash<'t, T>(
    list: &'t [T],
    slots: &'t [u64],
    hash: u32,
) -> impl Iterator<Item = &'t T> {
    let taken = steps(hash, slots.len())
        .map_while(|slot| slots.get(slot).copied().filter(|slot| *slot != FREE));
    let own = taken.filter(move |slot| slot >> 32 == u64::from(hash));
    own.filter_map(|slot| list.get(slot as u32 as usize))
}

/// What `named` makes of the first element whose key has this hash and of which it makes something.
#[inline(always)]
pub(super) fn find_map<'t, T, U>(
    list: &'t [T],
    slots: &'t [u64],
    hash: u32,
    named: impl Fn(&'t T) -> Option<U>,
) -> Option<U> {
    let mask = slots.len().wrapping_sub(1);
    let mut at = hash as usize;
    for _ in 0..slots.len() {
        let slot = *slots.get(at & mask)?;
        if (slot >> 32) as u32 == hash {
            let found = named(list.get(slot as u32 as usize)?);
            // Another key of the same hash is rare, and kept out of the way of the others.
            return match found {
                Some(found) => Some(found),
                None => of_hash(list, slots, hash).find_map(named),
            };
        }
        if slot == FREE {
            return None;
        }
        at = at.wrapping_add(1);
    }
    None
}
