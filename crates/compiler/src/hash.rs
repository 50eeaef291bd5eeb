//! The hash of a codebook's sources: one number that changes when any byte or file name does.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::files::SourceSet;
use crate::lock::LOCK_FILE;

/// SHA-256 over name, length and bytes of each source, in the order of names; hexadecimal. The lock does not count: it
/// is written after the codebook was compiled, and compiling again must change nothing.
pub(crate) fn source_hash(sources: &SourceSet) -> String {
    let mut hash = Sha256::new();
    for (_, file) in sources.iter().filter(|(_, file)| file.name != LOCK_FILE) {
        for part in [file.name.as_bytes(), file.text.as_bytes()] {
            // The length first, so that no two lists of files run together into one text.
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part);
        }
    }
    hexadecimal(hash)
}

/// SHA-256 of a text, hexadecimal.
pub(crate) fn text_hash(text: &str) -> String {
    hexadecimal(Sha256::new_with_prefix(text))
}

fn hexadecimal(hash: Sha256) -> String {
    let mut hex = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
