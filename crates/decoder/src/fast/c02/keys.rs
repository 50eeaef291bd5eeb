//! The keys of cMEC c0.2, as the fast pass tells them apart. None is longer than four bytes, so each is one number.

pub(super) use crate::language::Key;
use crate::language::Object;
use crate::language::object::{
    AGGREGATION, CONSTRAINTS, CONTRACT, ENTITY, FILTER, GRAPH, GROUNDING, GROUP, GROUP_SORT,
    HAVING, HEAD, METRIC, PAGE, PATH, RELATION, RETRIEVAL, SET, SORT,
};
use crate::read::json::cursor::{Cursor, Next};
use crate::span::Span;

/// A set of keys: those an object has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keys(u64);

impl Keys {
    pub(super) const INTENT: Self =
        Self(Self::of(&CONTRACT).0 | Self::of(&HEAD).0 | Self::of(&GROUNDING).0);
    pub(super) const ENTITY: Self = Self::of(&ENTITY);
    pub(super) const RELATION: Self = Self::of(&RELATION);
    pub(super) const CONSTRAINTS: Self = Self::of(&CONSTRAINTS);
    pub(super) const FILTER: Self = Self::of(&FILTER);
    pub(super) const SORT: Self = Self::of(&SORT);
    pub(super) const PAGE: Self = Self::of(&PAGE);
    pub(super) const AGGREGATION: Self = Self::of(&AGGREGATION);
    pub(super) const METRIC: Self = Self::of(&METRIC);
    pub(super) const CONDITION: Self = Self::of(&HAVING);
    pub(super) const GROUP_SORT: Self = Self::of(&GROUP_SORT);
    pub(super) const GROUP: Self = Self::of(&GROUP);
    pub(super) const SET: Self = Self::of(&SET);
    pub(super) const GRAPH: Self = Self::of(&GRAPH);
    pub(super) const PATH: Self = Self::of(&PATH);
    pub(super) const RETRIEVAL: Self = Self::of(&RETRIEVAL);

    const fn of(object: &Object) -> Self {
        let mut bits = 0;
        let mut members = object.members;
        while let [member, rest @ ..] = members {
            if let Some(key) = member.key {
                bits |= bit(key);
            }
            members = rest;
        }
        Self(bits)
    }

    const fn have(self, key: Key) -> bool {
        self.0 & bit(key) != 0
    }

    /// Takes a key out; whether it was in.
    const fn take(&mut self, key: Key) -> bool {
        let had = self.have(key);
        self.0 &= !bit(key);
        had
    }
}

const fn bit(key: Key) -> u64 {
    1 << (key as u8)
}

/// The key with this packed text.
#[inline]
fn key_of(packed: u64) -> Option<Key> {
    let (known, key) = TABLE.get(place(packed, MULTIPLIER))?;
    (*known == packed).then_some(*key)
}

impl<'a> Cursor<'a> {
    /// Reads an object with these keys, each at most once: `each` reads the value of one.
    #[inline]
    pub(super) fn object(
        &mut self,
        keys: Keys,
        mut each: impl FnMut(&mut Self, Key) -> Option<()>,
    ) -> Option<Span> {
        self.expect(b'{')?;
        let start = self.at() - 1;
        if self.take(b'}') {
            return Some(Span::new(start, self.at()));
        }
        let mut awaited = keys;
        loop {
            let key = key_of(self.code()?.packed);
            let Some(key) = key.filter(|key| awaited.take(*key)) else {
                return self.stop(Next::Key);
            };
            self.expect(b':')?;
            each(self, key)?;
            if !self.goes_on(b'}')? {
                return Some(Span::new(start, self.at()));
            }
        }
    }
}

/// Bits of a place in the table.
const BITS: u32 = 9;

/// Every key at the place of its hash: one look-up and one comparison.
static TABLE: [(u64, Key); 1 << BITS] = lay_down();

/// With it no two keys have one place.
const MULTIPLIER: u32 = search();

const fn place(packed: u64, multiplier: u32) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is in the lower half"
    )]
    let text = packed as u32;
    (text.wrapping_mul(multiplier) >> (u32::BITS - BITS)) as usize
}

/// The first multiplier that fits: every place is one of a few hundred, so that a few tries find one.
#[expect(
    clippy::indexing_slicing,
    reason = "a place outside of the table would not compile"
)]
const fn search() -> u32 {
    let mut multiplier: u32 = 0x86D8_236F;
    loop {
        let mut taken = [false; 1 << BITS];
        let mut keys = Key::ALL;
        let mut fits = true;
        while let [key, rest @ ..] = keys {
            let at = place(key.packed(), multiplier);
            fits &= !taken[at];
            taken[at] = true;
            keys = rest;
        }
        if fits {
            return multiplier;
        }
        multiplier = multiplier.wrapping_add(0x9E37_79BA);
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "a place outside of the table would not compile"
)]
const fn lay_down() -> [(u64, Key); 1 << BITS] {
    // No key is packed like this.
    let mut table = [(u64::MAX, Key::S); 1 << BITS];
    let mut keys = Key::ALL;
    while let [key, rest @ ..] = keys {
        table[place(key.packed(), MULTIPLIER)] = (key.packed(), *key);
        keys = rest;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::pack;

    #[test]
    fn every_key_is_itself_and_fits_a_set_of_bits() {
        for key in Key::ALL {
            assert_eq!(key_of(key.packed()), Some(*key));
            assert!((*key as u32) < u64::BITS);
        }
        for text in [&b""[..], b"S", b"paths", b"s\0", b"tg\0\0"] {
            assert_eq!(key_of(pack(text)), None);
        }
    }
}
