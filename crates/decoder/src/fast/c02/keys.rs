//! The keys of cMEC c0.2. None is longer than four bytes, so each is one number, and telling them apart is one match.

use crate::code::pack;
use crate::read::json::cursor::Cursor;
use crate::span::Span;

/// A set of keys: those an object has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Keys(u64);

impl Keys {
    pub(super) const INTENT: Self = Self::of(&[
        Key::S,
        Key::O,
        Key::Tg,
        Key::E,
        Key::R,
        Key::A,
        Key::C,
        Key::G,
        Key::Q,
    ]);
    pub(super) const ENTITY: Self = Self::of(&[Key::Txt, Key::Ty, Key::Id]);
    pub(super) const RELATION: Self = Self::of(&[Key::Rel1, Key::Dir, Key::Fr, Key::To]);
    pub(super) const CONSTRAINTS: Self =
        Self::of(&[Key::Flt, Key::Srt, Key::Pg, Key::Agg, Key::Grp, Key::Set]);
    pub(super) const FILTER: Self = Self::of(&[Key::F, Key::Op, Key::V]);
    pub(super) const SORT: Self = Self::of(&[Key::F, Key::Ord]);
    pub(super) const PAGE: Self = Self::of(&[Key::Lim, Key::Off]);
    pub(super) const AGGREGATION: Self = Self::of(&[Key::M, Key::By, Key::Hav, Key::Srt, Key::Pg]);
    pub(super) const METRIC: Self = Self::of(&[Key::Fn, Key::F, Key::As]);
    pub(super) const CONDITION: Self = Self::of(&[Key::M, Key::Op, Key::V]);
    pub(super) const GROUP_SORT: Self = Self::of(&[Key::By, Key::Ord]);
    pub(super) const GROUP: Self = Self::of(&[Key::N, Key::Tg, Key::Flt]);
    pub(super) const SET: Self = Self::of(&[Key::L, Key::Op, Key::Rel1]);
    pub(super) const GRAPH: Self = Self::of(&[Key::Dir, Key::Dep, Key::Rel, Key::Path]);
    pub(super) const PATH: Self = Self::of(&[Key::Src, Key::Tg, Key::Hop, Key::Rel]);
    pub(super) const RETRIEVAL: Self = Self::of(&[
        Key::Txt,
        Key::Cor,
        Key::K,
        Key::Rr,
        Key::Kd,
        Key::Tag,
        Key::Prj,
    ]);

    const fn of(mut keys: &[Key]) -> Self {
        let mut bits = 0;
        while let [key, rest @ ..] = keys {
            bits |= key.bit();
            keys = rest;
        }
        Self(bits)
    }

    const fn have(self, key: Key) -> bool {
        self.0 & key.bit() != 0
    }

    /// Takes a key out; whether it was in.
    const fn take(&mut self, key: Key) -> bool {
        let had = self.have(key);
        self.0 &= !key.bit();
        had
    }
}

impl Key {
    const fn bit(self) -> u64 {
        1 << (self as u8)
    }

    /// The key with this packed text.
    #[inline]
    fn of(packed: u64) -> Option<Self> {
        let (known, key) = TABLE.get(place(packed))?;
        (*known == packed).then_some(*key)
    }
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
            let key = Key::of(self.code()?.packed)?;
            awaited.take(key).then_some(())?;
            self.expect(b':')?;
            each(self, key)?;
            if !self.goes_on(b'}')? {
                return Some(Span::new(start, self.at()));
            }
        }
    }
}

/// Bits of a place in the table.
const BITS: u32 = 7;

/// Every key at the place of its hash: one look and one comparison, where a search by halves was mostly branches that
/// no processor can foresee.
static TABLE: [(u64, Key); 1 << BITS] = lay_down();

/// The multiplier was searched for: with it no two keys have one place.
const fn place(packed: u64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the text is in the lower half"
    )]
    let text = packed as u32;
    (text.wrapping_mul(0x86D8_236F) >> (u32::BITS - BITS)) as usize
}

#[expect(
    clippy::indexing_slicing,
    reason = "a place outside of the table would not compile"
)]
const fn lay_down() -> [(u64, Key); 1 << BITS] {
    // No key is packed like this.
    let mut table = [(u64::MAX, Key::S); 1 << BITS];
    let mut rest = Key::ALL;
    while let [(key, text), after @ ..] = rest {
        table[place(pack(text))] = (pack(text), *key);
        rest = after;
    }
    table
}

macro_rules! keys {
    ($($name:ident $text:literal,)*) => {
        /// A key of cMEC c0.2, in any of its objects.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Key {
            $($name,)*
        }

        impl Key {
            const ALL: &'static [(Self, &'static [u8])] = &[$((Self::$name, $text),)*];
        }
    };
}

keys! {
    S b"s",
    O b"o",
    Tg b"tg",
    E b"E",
    R b"R",
    A b"A",
    C b"C",
    G b"G",
    Q b"Q",
    Txt b"txt",
    Ty b"ty",
    Id b"id",
    Rel1 b"r",
    Dir b"dir",
    Fr b"fr",
    To b"to",
    Flt b"flt",
    Srt b"srt",
    Pg b"pg",
    Agg b"agg",
    Grp b"grp",
    Set b"set",
    F b"f",
    Op b"op",
    V b"v",
    Ord b"ord",
    Lim b"lim",
    Off b"off",
    M b"m",
    By b"by",
    Hav b"hav",
    Fn b"fn",
    As b"as",
    N b"n",
    L b"l",
    Dep b"dep",
    Rel b"rel",
    Path b"path",
    Src b"src",
    Hop b"hop",
    Cor b"cor",
    K b"k",
    Rr b"rr",
    Kd b"kd",
    Tag b"tag",
    Prj b"prj",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_itself_and_fits_a_set_of_bits() {
        for (key, text) in Key::ALL {
            assert_eq!(Key::of(pack(text)), Some(*key));
            assert!((*key as u32) < u64::BITS);
        }
        for text in [&b""[..], b"S", b"paths", b"s\0", b"tg\0\0"] {
            assert_eq!(Key::of(pack(text)), None);
        }
    }
}
