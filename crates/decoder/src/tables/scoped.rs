//! Names within a type → places in a list, by a hash table the compiler lays down. A line names fields and values by
//! words, each of which may be there in several types.

use std::collections::BTreeMap;

use crate::tables::slots::hash;
use crate::tables::tagged;

/// A type whose names are read, with the hash of its own name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfType(u32);

impl OfType {
    pub(crate) fn of(name: &str) -> Self {
        Self(Word::of(name).hash.rotate_left(7))
    }
}

/// A word with its hash, to be looked for in several tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'n> {
    pub(super) text: &'n str,
    pub(super) hash: u32,
}

impl<'n> Word<'n> {
    #[inline]
    pub(crate) fn of(text: &'n str) -> Self {
        Self {
            text,
            hash: hash(text.as_bytes()),
        }
    }
}

/// Lays the places of a list's keys down, each a type and a word of it. A key that is there twice names nothing, and is
/// left out: whoever looks it up need not look on.
#[must_use]
pub fn lay_down<'k>(keys: impl Iterator<Item = (&'k str, &'k str)>) -> Vec<u64> {
    let mut places: BTreeMap<(&str, &str), Option<u32>> = BTreeMap::new();
    for (key, place) in keys.zip(0_u32..) {
        let own = |seen: &mut Option<u32>| *seen = None;
        places.entry(key).and_modify(own).or_insert(Some(place));
    }
    let mut only: Vec<(u32, u32)> = (places.into_iter())
        .filter_map(|((of, word), place)| Some((hash_of(OfType::of(of), Word::of(word)), place?)))
        .collect();
    only.sort_by_key(|(_, place)| *place);
    tagged::lay_down(&only)
}

#[inline]
const fn hash_of(of: OfType, word: Word<'_>) -> u32 {
    of.0 ^ word.hash
}

/// What `named` makes of the one element that has this word in this type; of others it makes nothing.
#[inline(always)]
pub(super) fn find_map<'t, T, U>(
    list: &'t [T],
    slots: &'t [u64],
    of: OfType,
    word: Word<'_>,
    named: impl Fn(&'t T) -> Option<U>,
) -> Option<U> {
    tagged::find_map(list, slots, hash_of(of, word), named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_is_the_only_one_of_its_type() {
        let keys = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "z"), ("c", "z")];
        let slots = lay_down(keys.iter().copied());
        let find = |of: &str, word: &str| {
            let scope = OfType::of(of);
            super::find_map(&keys, &slots, scope, Word::of(word), |key| {
                (key.0 == of && key.1 == word).then_some(*key)
            })
        };
        for key in [("a", "x"), ("a", "y"), ("b", "x")] {
            assert_eq!(find(key.0, key.1), Some(key));
        }
        for (of, word) in [("c", "z"), ("b", "y"), ("a", ""), ("", "x")] {
            assert_eq!(find(of, word), None, "{of} {word}");
        }
    }
}
