//! `codebook.lock`: what was once given stays given. For every type, field, relation and metric there ever was: its code and
//! what the code means, so that a code can neither change its meaning nor come back with another one.
//!
//! ```text
//! codebook.lock ── read ──► LockSource ──┐
//!                                        ├─ rules CB090 to CB095 (check/lock.rs)
//! codebook.yaml ── read ──► Source ──────┘
//!                             └──► Tables ─── next ──► Lock ── text ──► codebook.lock
//! ```
//!
//! The next lock is the old one and whatever is new; nothing ever leaves it. Its bytes depend on the codebook and the
//! old lock only.
//!
//! The lock pins meaning, not spelling. Of each code it holds kind, path or name, value type, array, reference, unit,
//! ends and alias; of a metric name, type and unit. To change any of them is an error, widening included: what an output says must not depend on when
//! it was said. Labels, values of enums, caps and the rest may change; `cmec diff` says what that breaks.
//!
//! The file is made to be merged. A line says one element and stands for itself, with a check of its own: lines may
//! come in any order, and one that was kept by a merge from either side is as good as before. The elements of a type
//! stand together, its relations with them, and between two types stands a line that never changes, so that branches
//! that touch different types merge by themselves; `.gitattributes` (`codebook.lock merge=union`) keeps the lines of
//! both where they touch one. What two branches gave twice is a rule of its own, with both places.
//!
//! The lock is no part of the source hash, since it is written after compiling. A diff holds neither codebook to its
//! lock, since it is asked to tell what a lock forbids; it reads the aliases that were chosen, which a line may say. The
//! checks find hands and bad merges,
//! not forgers, and they do not find a line that was taken out. That is on purpose: it is how a code or an alias that
//! nobody has used yet is given back, and a reviewer sees it. No switch overrules the lock.

mod text;

use std::collections::{BTreeMap, BTreeSet, btree_map};

/// Name of the file, in the codebook's folder.
pub const LOCK_FILE: &str = "codebook.lock";
/// Version of the file this compiler writes. It also reads the first, which had sections of maps and one hash.
pub(crate) const LOCK_FORMAT: u32 = 1;

/// Everything a codebook ever gave, by code and sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lock {
    /// Names of types.
    pub(crate) types: BTreeSet<String>,
    pub(crate) fields: BTreeMap<String, LockedField>,
    pub(crate) relations: BTreeMap<String, LockedRelation>,
    pub(crate) metrics: BTreeMap<String, LockedMetric>,
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

impl LockedField {
    /// The type in its path.
    pub(crate) fn type_name(&self) -> &str {
        self.path.split('.').next().unwrap_or_default()
    }
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

/// What a metric's code means. Its definition is its owner's, and may change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LockedMetric {
    pub(crate) name: String,
    /// The type it is computed over.
    pub(crate) of: String,
    pub(crate) unit: Option<String>,
}

/// The alias of an element, and those it had before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Aliases {
    pub(crate) current: Option<String>,
    pub(crate) former: BTreeSet<String>,
}

impl Aliases {
    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &String> {
        self.current.iter().chain(&self.former)
    }

    /// Takes those of another line about the same element; `false` where neither says which of two came later.
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

/// What one code means, whatever it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    Type,
    Field(LockedField),
    Relation(LockedRelation),
    Metric(LockedMetric),
    Reserved,
}

impl Entry {
    /// What it is, in words: `` `park.area` (decimal in `km2`, alias `area`) ``.
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
    /// Adds what a line says; gives it back where the lock already says something else of the code.
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

    /// A code of which an older lock lacks something.
    pub(crate) fn first_new(&self, old: &Self) -> Option<&str> {
        let types = self.types.iter().find(|name| !old.types.contains(*name));
        let fields = || {
            self.fields
                .iter()
                .find(|(code, field)| old.fields.get(*code) != Some(*field))
        };
        let relations = || {
            let mut all = self.relations.iter();
            all.find(|(code, relation)| old.relations.get(*code) != Some(*relation))
        };
        let metrics = || {
            let mut all = self.metrics.iter();
            all.find(|(code, metric)| old.metrics.get(*code) != Some(*metric))
        };
        let reserved = || {
            self.reserved
                .iter()
                .find(|code| !old.reserved.contains(*code))
        };
        types
            .or_else(|| fields().map(|(code, _)| code))
            .or_else(|| relations().map(|(code, _)| code))
            .or_else(|| metrics().map(|(code, _)| code))
            .or_else(reserved)
            .map(String::as_str)
    }

    /// The alias that a code was given.
    pub(crate) fn alias(&self, code: &str) -> Option<&str> {
        let fields = self.fields.get(code).map(|field| &field.aliases);
        let relations = || self.relations.get(code).map(|relation| &relation.aliases);
        fields.or_else(relations)?.current.as_deref()
    }

    /// What a code was called in lines besides its aliases: the name of a field in its type, that of a relation.
    pub(crate) fn own_name(&self, code: &str) -> Option<&str> {
        let field = (self.fields.get(code)).and_then(|field| field.path.split_once('.'));
        let relation = self.relations.get(code).map(|entry| entry.name.as_str());
        field.map(|(_, name)| name).or(relation)
    }

    /// Whether it knows what a code means.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.fields.contains_key(code)
            || self.relations.contains_key(code)
            || self.metrics.contains_key(code)
    }

    /// Number of codes it holds, those that are gone included.
    #[must_use]
    pub fn len(&self) -> usize {
        let coded = self.fields.len() + self.relations.len() + self.metrics.len();
        self.types.len() + coded + self.reserved.len()
    }

    /// Whether it holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
