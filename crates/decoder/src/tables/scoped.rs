//! Names within a type → places in a list, by a hash table the compiler lays down. A line names fields and values by
//! words, each of which may be there in several types.

use super::slots::{hash, steps};

/// A slot with nothing in it.
const FREE: u64 = u64::MAX;

/// A type whose names are read, with the hash of its own name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfType<'a> {
    name: &'a str,
    hash: u32,
}

impl<'a> OfType<'a> {
    pub(crate) fn of(name: &'a str) -> Self {
        Self {
            name,
            hash: hash(name.as_bytes()).rotate_left(7),
        }
    }

    /// Whether it is this type.
    #[inline]
    pub(super) fn is(self, type_name: &str) -> bool {
        // Most names are the same text of the tables.
        std::ptr::eq(self.name, type_name) || self.name == type_name
    }

    #[inline]
    fn hash(self, word: &str) -> u32 {
        self.hash ^ hash(word.as_bytes())
    }
}

/// Lays the places of a list's keys down, each a type and a word of it: the place, and above it the hash, so that no
/// other element is looked at. The same key may be there more than once.
#[must_use]
pub fn lay_down<'k>(keys: impl ExactSizeIterator<Item = (&'k str, &'k str)>) -> Vec<u64> {
    let count = (keys.len() * 2).next_power_of_two();
    let mut slots = vec![FREE; count];
    for (place, (of, word)) in (0_u32..).zip(keys) {
        let hash = OfType::of(of).hash(word);
        let free = steps(hash, count).find(|slot| slots.get(*slot) == Some(&FREE));
        if let Some(slot) = free.and_then(|slot| slots.get_mut(slot)) {
            *slot = (u64::from(hash) << 32) | u64::from(place);
        }
    }
    slots
}

/// The element a word names, where it is the only one for which `is` holds.
#[inline]
pub(super) fn only<'t, T>(
    list: &'t [T],
    slots: &[u64],
    of: OfType<'_>,
    word: &str,
    is: impl Fn(&T) -> bool,
) -> Option<&'t T> {
    let hash = of.hash(word);
    let mut found = None;
    for slot in steps(hash, slots.len()) {
        let slot = *slots.get(slot)?;
        if slot == FREE {
            break;
        }
        if slot >> 32 != u64::from(hash) {
            continue;
        }
        let element = list.get(slot as u32 as usize)?;
        if is(element) && found.replace(element).is_some() {
            return None;
        }
    }
    found
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
            only(&keys, &slots, scope, word, |key| {
                scope.is(key.0) && key.1 == word
            })
            .copied()
        };
        for key in [("a", "x"), ("a", "y"), ("b", "x")] {
            assert_eq!(find(key.0, key.1), Some(key));
        }
        for (of, word) in [("c", "z"), ("b", "y"), ("a", ""), ("", "x")] {
            assert_eq!(find(of, word), None, "{of} {word}");
        }
    }
}
