//! `codebook.lock`: what was once given stays given. For every type, field and relation there ever was: its code and
//! what the code means, so that a code can neither change its meaning nor come back with another one.
//!
//! ```text
//! codebook.lock ── read ──► LockSource ──┐
//!                                        ├─ rules CB090 to CB094 (check/lock.rs)
//! codebook.yaml ── read ──► Source ──────┘
//!                             └──► Tables ─── next ──► Lock ── text ──► codebook.lock
//! ```
//!
//! The next lock is the old one and whatever is new; nothing ever leaves it. Its bytes depend on the codebook and the
//! old lock only.
//!
//! The lock pins meaning, not spelling. Of each code it holds kind, path or name, value type, array, reference, unit,
//! ends and alias. To change any of them is an error, widening included: what an output says must not depend on when
//! it was said. Labels, values of enums, caps and the rest may change; `cmec diff` says what that breaks.
//!
//! The lock is no part of the source hash, since it is written after compiling. A diff holds neither codebook to its
//! lock, since it is asked to tell what a lock forbids; it reads the aliases that were chosen, which a line may say. The lock's own hash finds hands and merges, not forgers. No
//! switch overrules the lock; who deletes the file starts anew, and a reviewer sees that.

mod text;

use std::collections::{BTreeMap, BTreeSet};

/// Name of the file, in the codebook's folder.
pub const LOCK_FILE: &str = "codebook.lock";
/// Version of the file this compiler reads and writes.
pub(crate) const LOCK_FORMAT: u32 = 1;

/// Everything a codebook ever gave, by code and sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// Names of types.
    pub(crate) types: BTreeSet<String>,
    pub(crate) fields: BTreeMap<String, LockedField>,
    pub(crate) relations: BTreeMap<String, LockedRelation>,
    /// Codes that were reserved before there was a lock to say what they meant.
    pub(crate) reserved: BTreeSet<String>,
}

/// What a field's code means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedField {
    pub(crate) path: String,
    pub(crate) meaning: Meaning,
    pub(crate) aliases: Aliases,
}

/// What a value of the field is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// Name of the value type.
    pub(crate) value_type: String,
    pub(crate) array: bool,
    pub(crate) reference: Option<String>,
    pub(crate) unit: Option<String>,
}

impl Meaning {
    /// In words: `decimal in km2`.
    pub(crate) fn words(&self) -> String {
        let mut said = String::new();
        if self.array {
            said.push_str("lists of ");
        }
        said.push_str(&self.value_type);
        if let Some(ty) = &self.reference {
            said = format!("{said} to `{ty}`");
        }
        if let Some(unit) = &self.unit {
            said = format!("{said} in `{unit}`");
        }
        said
    }
}

/// What a relation's code means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedRelation {
    pub(crate) name: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) aliases: Aliases,
}

/// The alias of an element, and those it had before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Aliases {
    pub(crate) current: Option<String>,
    pub(crate) former: BTreeSet<String>,
}

impl Lock {
    /// Number of codes it holds, those that are gone included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len() + self.fields.len() + self.relations.len() + self.reserved.len()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
