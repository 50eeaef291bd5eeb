//! `Fingerprint`: 96 bits that differ where two lists of texts differ: the first of SHA-256.

use sha2::{Digest, Sha256};

/// Ends each text: no UTF-8 has this byte, so `["ab", "c"]` and `["a", "bc"]` differ.
const END: [u8; 1] = [0xff];

/// The fingerprint of a list of texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(pub(crate) [u8; 12]);

impl Fingerprint {
    /// The fingerprint of texts in their order.
    pub(crate) fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut hash = Sha256::new();
        for text in texts {
            hash.update(text.as_ref());
            hash.update(END);
        }
        let hash: [u8; 32] = hash.finalize().into();
        let (first, _) = hash.split_first_chunk().unwrap_or((&[0; 12], &[]));
        Self(*first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_ends() {
        let of = |texts: &[&str]| Fingerprint::of(texts);
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        for other in [&["a", "bc"][..], &["abc"], &["ab", "c", ""], &["c", "ab"]] {
            assert_ne!(of(&["ab", "c"]), of(other), "{other:?}");
        }
    }
}
