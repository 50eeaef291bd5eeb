//! The entries of an archive or a Git revision.

use std::collections::BTreeMap;

/// Entries by name in the archive; the names are never used as local paths.
pub(super) type Files = BTreeMap<String, Entry>;

#[derive(Debug)]
pub(super) enum Entry {
    Bytes(Vec<u8>),
    /// An unsupported entry, in words.
    Instead(&'static str),
}

/// The words for a link.
pub(super) const LINK: &str = "a link, and links are not followed";
