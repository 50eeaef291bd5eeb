//! `codebook.lock`: the permanent record of every type, field, relation and metric that ever existed, with its code and
//! the meaning of the code. A code can neither change its meaning nor come back with another one.
//!
//! ```text
//! codebook.lock ── read ──► LockSource ──┐
//!                                        ├─ rules CB090 to CB095 (check/lock.rs)
//! codebook.yaml ── read ──► Source ──────┘
//!                             └──► Tables ─── next ──► Lock ── text ──► codebook.lock
//! ```
//!
//! The next lock is the old one plus new entries; nothing ever leaves it. Its bytes depend on the codebook and the old
//! lock only.
//!
//! The lock pins meaning, not spelling. For each code it holds kind, path or name, value type, array, reference, unit,
//! ends and alias; for a metric name, type and unit. Any change of these is an error, even widening, because the
//! meaning of an output must not depend on its date. Labels, enum values, caps and the rest may change; `cmec diff`
//! reports what that breaks.
//!
//! The file is made for merging. A line describes one element by itself and has its own checksum, so lines may be in
//! any order, and a line that a merge kept from either side stays valid. The elements of a type are grouped with its
//! relations, and a constant line separates two types, so that branches that touch different types merge without
//! conflict; `.gitattributes` (`codebook.lock merge=union`) keeps the lines of both branches if they touch the same
//! type. A rule reports codes that two branches gave twice, with both places.
//!
//! The lock is not part of the source hash, since it is written after compiling. A diff does not enforce the locks of
//! its codebooks, since it reports such changes itself; it still reads the chosen aliases. The checksums find manual
//! edits and bad merges, not forgeries, and not a removed line. That is on purpose: removing a line gives back a code
//! or alias that nobody has used yet, and a reviewer sees it. No switch overrides the lock.

mod text;

use std::collections::{BTreeMap, BTreeSet, btree_map};

/// Name of the file, in the codebook's folder.
pub const LOCK_FILE: &str = "codebook.lock";
/// Version of the file that this compiler writes. It also reads the first version, which had sections of maps and one
/// hash.
pub(crate) const LOCK_FORMAT: u32 = 1;

/// Every code and type name ever given, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    pub(crate) types: BTreeSet<String>,
    pub(crate) fields: BTreeMap<String, LockedField>,
    pub(crate) relations: BTreeMap<String, LockedRelation>,
    pub(crate) metrics: BTreeMap<String, LockedMetric>,
    /// Codes reserved before the lock existed, so their meaning is unknown.
    pub(crate) reserved: BTreeSet<String>,
}

/// The meaning of a field's code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedField {
    pub(crate) path: String,
    pub(crate) meaning: Meaning,
    pub(crate) aliases: Aliases,
}

impl LockedField {
    pub(crate) fn type_name(&self) -> &str {
        self.path.split('.').next().unwrap_or_default()
    }
}

/// The meaning of a field's values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
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

/// The meaning of a relation's code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedRelation {
    pub(crate) name: String,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) aliases: Aliases,
}

/// The meaning of a metric's code. Its definition is not included and may change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedMetric {
    pub(crate) name: String,
    /// The type it is computed over.
    pub(crate) of: String,
    pub(crate) unit: Option<String>,
}

/// The current alias of an element, and its former ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Aliases {
    pub(crate) current: Option<String>,
    pub(crate) former: BTreeSet<String>,
}

impl Aliases {
    pub(crate) fn all(&self) -> impl Iterator<Item = &String> {
        self.current.iter().chain(&self.former)
    }

    /// Adds the aliases of another line for the same element; `false` if the lines do not show which alias is newer.
    pub(crate) fn join(&mut self, other: Self) -> bool {
        let one = match (&self.current, &other.current) {
            (Some(own), Some(its)) if own != its => {
                if self.former.contains(its) == other.former.contains(own) {
                    return false;
                }
                self.former.contains(its)
            }
            (own, _) => own.is_some(),
        };
        if !one {
            self.current = other.current;
        }
        self.former.extend(other.former);
        if let Some(current) = &self.current {
            self.former.remove(current);
        }
        true
    }
}

/// The meaning of one code of any kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    Type,
    Field(LockedField),
    Relation(LockedRelation),
    Metric(LockedMetric),
    Reserved,
}

impl Entry {
    /// In words: `` `park.area` (decimal in `km2`, alias `area`) ``.
    pub(crate) fn words(&self) -> String {
        let called = |aliases: &Aliases| match &aliases.current {
            Some(alias) => format!(", alias `{alias}`"),
            None => String::new(),
        };
        match self {
            Self::Type => "a type".to_owned(),
            Self::Reserved => "nothing".to_owned(),
            Self::Field(field) => {
                let (said, alias) = (field.meaning.words(), called(&field.aliases));
                format!("`{}` ({said}{alias})", field.path)
            }
            Self::Relation(relation) => {
                let (from, to, alias) = (&relation.from, &relation.to, called(&relation.aliases));
                format!("`{}` (`{from}` to `{to}`{alias})", relation.name)
            }
            Self::Metric(metric) => format!("`{}` (a metric of `{}`)", metric.name, metric.of),
        }
    }
}

impl Lock {
    /// Adds the content of a line; returns it if the lock already has another meaning for the code.
    pub(crate) fn add(&mut self, code: &str, entry: Entry) -> Option<Entry> {
        match entry {
            Entry::Type => {
                self.types.insert(code.to_owned());
            }
            Entry::Reserved => {
                self.reserved.insert(code.to_owned());
            }
            Entry::Metric(metric) => {
                let known = self.metrics.entry(code.to_owned());
                let known = known.or_insert_with(|| metric.clone());
                return (*known != metric).then_some(Entry::Metric(metric));
            }
            Entry::Field(field) => match self.fields.entry(code.to_owned()) {
                btree_map::Entry::Vacant(new) => {
                    new.insert(field);
                }
                btree_map::Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    let same = known.path == field.path && known.meaning == field.meaning;
                    if !same || !known.aliases.join(field.aliases.clone()) {
                        return Some(Entry::Field(field));
                    }
                }
            },
            Entry::Relation(relation) => match self.relations.entry(code.to_owned()) {
                btree_map::Entry::Vacant(new) => {
                    new.insert(relation);
                }
                btree_map::Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    let ends =
                        |of: &LockedRelation| (of.name.clone(), of.from.clone(), of.to.clone());
                    if ends(known) != ends(&relation)
                        || !known.aliases.join(relation.aliases.clone())
                    {
                        return Some(Entry::Relation(relation));
                    }
                }
            },
        }
        None
    }

    /// A code whose entry an older lock lacks, in full or in part.
    pub(crate) fn first_new(&self, old: &Self) -> Option<&str> {
        let first = (self.types.iter().find(|name| !old.types.contains(*name)))
            .or_else(|| first_other(&self.fields, &old.fields))
            .or_else(|| first_other(&self.relations, &old.relations))
            .or_else(|| first_other(&self.metrics, &old.metrics))
            .or_else(|| (self.reserved.iter()).find(|code| !old.reserved.contains(*code)));
        first.map(String::as_str)
    }

    pub(crate) fn alias(&self, code: &str) -> Option<&str> {
        let fields = self.fields.get(code).map(|field| &field.aliases);
        let relations = || self.relations.get(code).map(|relation| &relation.aliases);
        fields.or_else(relations)?.current.as_deref()
    }

    /// The name of an element in queries besides its aliases: a field's name in its type, or a relation's name.
    pub(crate) fn own_name(&self, code: &str) -> Option<&str> {
        let field = (self.fields.get(code)).and_then(|field| field.path.split_once('.'));
        let relation = self.relations.get(code).map(|entry| entry.name.as_str());
        field.map(|(_, name)| name).or(relation)
    }

    /// True where the lock has the meaning of a code.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.fields.contains_key(code)
            || self.relations.contains_key(code)
            || self.metrics.contains_key(code)
    }

    /// Number of entries, including removed elements.
    #[must_use]
    pub fn len(&self) -> usize {
        let coded = self.fields.len() + self.relations.len() + self.metrics.len();
        self.types.len() + coded + self.reserved.len()
    }

    /// `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The first code whose entry differs from the older one.
fn first_other<'n, T: PartialEq>(
    new: &'n BTreeMap<String, T>,
    old: &BTreeMap<String, T>,
) -> Option<&'n String> {
    let mut codes = new.keys();
    codes.find(|code| new.get(*code) != old.get(*code))
}
