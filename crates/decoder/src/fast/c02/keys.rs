//! The objects of cMEC c0.2, as the fast pass reads them: which keys each has.

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
            let key = Key::from_text(self.plain()?);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_fits_a_set_of_bits() {
        for key in Key::ALL {
            assert!((*key as u32) < u64::BITS, "{key:?}");
        }
    }
}
