//! The entries of an archive or of a Git revision.

use std::collections::BTreeMap;

/// Files by their names, which say where they lay and are no paths here.
pub(super) type Files = BTreeMap<String, Entry>;

/// An entry.
#[derive(Debug)]
pub(super) enum Entry {
    /// A plain file.
    Bytes(Vec<u8>),
    /// Something that is not read, in words.
    Instead(&'static str),
}

/// What a link is, in words.
pub(super) const LINK: &str = "a link, and links are not followed";
