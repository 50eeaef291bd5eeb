//! `Fingerprint`: the first 96 bits of a SHA-256 hash over a list of texts.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The terminator of each text: UTF-8 never has this byte, so `["ab", "c"]` and `["a", "bc"]` differ.
const END: [u8; 1] = [0xff];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(pub(crate) [u8; 12]);

impl Fingerprint {
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

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
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
