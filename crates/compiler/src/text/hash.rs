//! SHA-256 of texts, hexadecimal.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

pub(crate) fn text_hash(text: &str) -> String {
    hexadecimal(Sha256::new_with_prefix(text))
}

pub(crate) fn texts_hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        // The length goes first, so that different lists never give the same bytes.
        hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(text.as_bytes());
    }
    hexadecimal(hash)
}

fn hexadecimal(hash: Sha256) -> String {
    let mut hex = String::with_capacity(64);
    for byte in hash.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
