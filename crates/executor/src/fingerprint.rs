//! `Fingerprint`: 64 bits that differ where two lists of texts differ.
//!
//! It is FNV-1a: it finds mistakes, not forgeries. Nothing is granted for a fingerprint that fits.

/// Starting value of FNV-1a with 64 bits.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// Its multiplier.
const PRIME: u64 = 0x0000_0100_0000_01b3;
/// Ends each text: no UTF-8 has this byte, so `["ab", "c"]` and `["a", "bc"]` differ.
const END: u8 = 0xff;

/// The fingerprint of a list of texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of texts in their order.
    pub(crate) fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut hash = Self::of_bytes(&[]).0;
        for text in texts {
            hash = text.as_ref().bytes().chain([END]).fold(hash, step);
        }
        Self(hash)
    }

    /// The fingerprint of bytes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().copied().fold(BASIS, step))
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(PRIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_fnv_1a() {
        for (text, bits) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(
                Fingerprint::of_bytes(text.as_bytes()).bits(),
                bits,
                "{text}"
            );
        }
    }

    #[test]
    fn texts_keep_their_ends() {
        let of = |texts: &[&str]| Fingerprint::of(texts);
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        for other in [&["a", "bc"][..], &["abc"], &["ab", "c", ""], &["c", "ab"]] {
            assert_ne!(of(&["ab", "c"]), of(other), "{other:?}");
        }
    }
}
