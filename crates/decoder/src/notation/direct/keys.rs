//! The keys of cMEC c0.2. None is longer than four bytes, so each is one number, and telling them apart is one match.

/// A key as one number, with its length: a zero byte is a byte.
pub(super) const fn pack(key: &[u8]) -> u64 {
    match *key {
        [a] => one(a),
        [a, b] => two(a, b),
        [a, b, c] => three(a, b, c),
        [a, b, c, d] => four(a, b, c, d),
        _ => 0,
    }
}

pub(super) const fn one(a: u8) -> u64 {
    u64::from_le_bytes([a, 0, 0, 0, 1, 0, 0, 0])
}

pub(super) const fn two(a: u8, b: u8) -> u64 {
    u64::from_le_bytes([a, b, 0, 0, 2, 0, 0, 0])
}

pub(super) const fn three(a: u8, b: u8, c: u8) -> u64 {
    u64::from_le_bytes([a, b, c, 0, 3, 0, 0, 0])
}

pub(super) const fn four(a: u8, b: u8, c: u8, d: u8) -> u64 {
    u64::from_le_bytes([a, b, c, d, 4, 0, 0, 0])
}

macro_rules! keys {
    ($($name:ident $text:literal,)*) => {
        /// A key of cMEC c0.2, in any of its objects.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Key {
            $($name,)*
        }

        impl Key {
            /// The key with this packed text.
            pub(super) const fn of(packed: u64) -> Option<Self> {
                #[allow(non_upper_case_globals, reason = "named as their keys")]
                mod packed {
                    $(pub(super) const $name: u64 = super::pack($text);)*
                }
                Some(match packed {
                    $(packed::$name => Self::$name,)*
                    _ => return None,
                })
            }

            #[cfg(test)]
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
    X b"X",
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
    Qq b"q",
    Opt b"opt",
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
