//! Names within a type → places in a list, by a hash table the compiler lays down. A line names fields and values by
//! words, each of which may be there in several types.

use super::slots::hash;
use super::tagged;

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

/// Lays the places of a list's keys down, each a type and a word of it.
#[must_use]
pub fn lay_down<'k>(keys: impl Iterator<Item = (&'k str, &'k str)>) -> Vec<u64> {
    let hashes = keys.map(|(of, word)| OfType::of(of).hash(word));
    tagged::lay_down(&hashes.zip(0_u32..).collect::<Vec<_>>())
}

/// The element a word names, where it is the only one for which `is` holds.
#[inline]
pub(super) fn only<'t, T>(
    list: &'t [T],
    slots: &'t [u64],
    of: OfType<'_>,
    word: &str,
    is: impl Fn(&T) -> bool,
) -> Option<&'t T> {
    let mut named = tagged::of_hash(list, slots, of.hash(word)).filter(|element| is(element));
    let found = named.next()?;
    named.next().is_none().then_some(found)
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
