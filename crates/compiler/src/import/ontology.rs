//! `Ontology`: classes and properties, whatever format they came from. Names are IRIs, `Namespace.Type` in an EDMX.

pub(crate) mod class_properties;
pub(crate) mod hierarchy;
pub(crate) mod narrowing;
pub(crate) mod roles;
pub(crate) mod selection;
pub(crate) mod signature;
pub(crate) mod vocabulary;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What is said of an element in words, by language; the empty language is none.
#[derive(Debug, Default, Clone)]
pub(crate) struct Texts {
    pub(crate) labels: BTreeMap<String, BTreeSet<String>>,
    pub(crate) synonyms: BTreeMap<String, BTreeSet<String>>,
    pub(crate) comments: BTreeMap<String, BTreeSet<String>>,
}

/// Whether an element is still meant to be used.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) enum Use {
    /// It is.
    #[default]
    Current,
    /// It is not; others stand in its place, where they are said.
    Deprecated(BTreeSet<String>),
}

impl Use {
    /// Takes note that an element is deprecated.
    pub(crate) fn deprecate(&mut self, by: Option<&str>) {
        if *self == Self::Current {
            *self = Self::Deprecated(BTreeSet::new());
        }
        if let (Self::Deprecated(others), Some(by)) = (self, by) {
            others.insert(by.to_owned());
        }
    }
}

/// A class, an entity type or a complex type.
#[derive(Debug, Default)]
pub(crate) struct Class {
    pub(crate) texts: Texts,
    pub(crate) parents: BTreeSet<String>,
    /// Its values, where it is a closed list of them.
    pub(crate) values: BTreeMap<String, Texts>,
    /// It is a kind of values, not of things.
    pub(crate) is_datatype: bool,
    pub(crate) usage: Use,
    /// The property that tells one instance from another, where there is exactly one.
    pub(crate) key: Option<String>,
}

/// How many values one instance may have.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// Nothing is said.
    #[default]
    Unsaid,
    /// At most one.
    One,
    /// A list.
    Many,
}

/// A property.
#[derive(Debug, Default)]
pub(crate) struct Property {
    pub(crate) texts: Texts,
    pub(crate) parents: BTreeSet<String>,
    pub(crate) domains: BTreeSet<String>,
    /// Classes and datatypes.
    pub(crate) ranges: BTreeSet<String>,
    pub(crate) inverses: BTreeSet<String>,
    pub(crate) count: Count,
    pub(crate) usage: Use,
    /// It is said to have literals, so that a missing range means a text.
    pub(crate) has_literals: bool,
}

/// An ontology.
#[derive(Debug, Default)]
pub(crate) struct Ontology {
    pub(crate) classes: BTreeMap<String, Class>,
    pub(crate) properties: BTreeMap<String, Property>,
}

impl Ontology {
    /// Takes what another one has. Of a class or a property that both have the union is taken, so that order does not
    /// matter.
    pub(crate) fn join(&mut self, other: Self) {
        for (iri, class) in other.classes {
            match self.classes.entry(iri) {
                Entry::Vacant(place) => drop(place.insert(class)),
                Entry::Occupied(mut place) => place.get_mut().join(class),
            }
        }
        for (iri, property) in other.properties {
            match self.properties.entry(iri) {
                Entry::Vacant(place) => drop(place.insert(property)),
                Entry::Occupied(mut place) => place.get_mut().join(property),
            }
        }
    }
}

impl Class {
    fn join(&mut self, other: Self) {
        self.texts.join(other.texts);
        self.parents.extend(other.parents);
        self.values.extend(other.values);
        self.is_datatype |= other.is_datatype;
        if self.key != other.key {
            // Two keys are none.
            self.key = None;
        }
    }
}

impl Property {
    fn join(&mut self, other: Self) {
        self.texts.join(other.texts);
        self.parents.extend(other.parents);
        self.domains.extend(other.domains);
        self.ranges.extend(other.ranges);
        self.inverses.extend(other.inverses);
        self.has_literals |= other.has_literals;
        self.count = match (self.count, other.count) {
            (one, other) if one == other => one,
            (Count::Unsaid, said) | (said, Count::Unsaid) => said,
            // A list holds one value too.
            _ => Count::Many,
        };
    }
}

impl Texts {
    fn join(&mut self, other: Self) {
        for (mine, others) in [
            (&mut self.labels, other.labels),
            (&mut self.synonyms, other.synonyms),
            (&mut self.comments, other.comments),
        ] {
            for (language, texts) in others {
                mine.entry(language).or_default().extend(texts);
            }
        }
    }
}

/// The last part of an IRI: what people call it.
pub(crate) fn local_name(iri: &str) -> &str {
    let whole = iri.trim_end_matches(['/', '#']);
    let cut = whole.rfind(['#', '/']).map_or(0, |at| at + 1);
    let tail = whole.get(cut..).unwrap_or(whole);
    // `Namespace.Type` has no slash; a version number has dots and no letters behind them.
    match tail.rsplit_once('.') {
        Some((_, last)) if !whole.contains("://") && !last.is_empty() => last,
        _ => tail,
    }
}
