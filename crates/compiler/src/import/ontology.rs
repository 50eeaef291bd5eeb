//! `Ontology`: classes and properties of any format. Names are IRIs; in EDMX, `Namespace.Type`.

pub(crate) mod class_names;
pub(crate) mod class_properties;
pub(crate) mod hierarchy;
pub(crate) mod narrowing;
pub(crate) mod roles;
pub(crate) mod selection;
pub(crate) mod signature;
pub(crate) mod vocabulary;

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;

/// Labels, synonyms and comments by language; the empty language means untagged.
#[derive(Debug, Default, Clone)]
pub(crate) struct Texts {
    pub(crate) labels: BTreeMap<String, BTreeSet<String>>,
    pub(crate) synonyms: BTreeMap<String, BTreeSet<String>>,
    pub(crate) comments: BTreeMap<String, BTreeSet<String>>,
}

/// Deprecation status of an element.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) enum Use {
    #[default]
    Current,
    /// Deprecated, with the elements that replace it, if given.
    Deprecated(BTreeSet<String>),
}

impl Use {
    /// Marks an element as deprecated.
    pub(crate) fn deprecate(&mut self, by: Option<&str>) {
        if *self == Self::Current {
            *self = Self::Deprecated(BTreeSet::new());
        }
        if let (Self::Deprecated(others), Some(by)) = (self, by) {
            others.insert(by.to_owned());
        }
    }

    /// Merges another statement: deprecated in one document is deprecated.
    fn join(&mut self, other: Self) {
        if let Self::Deprecated(by) = other {
            self.deprecate(None);
            by.iter().for_each(|by| self.deprecate(Some(by)));
        }
    }
}

/// A value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListedValue {
    /// An individual, by IRI.
    Individual(String),
    /// A literal, as written.
    Text(String),
}

/// A class, an entity type or a complex type.
#[derive(Debug, Default)]
pub(crate) struct Class {
    pub(crate) texts: Texts,
    pub(crate) parents: BTreeSet<String>,
    /// The values, if the class is an enumeration.
    pub(crate) values: BTreeMap<ListedValue, Texts>,
    pub(crate) is_datatype: bool,
    pub(crate) usage: Use,
    /// The property that identifies an instance, if there is exactly one.
    pub(crate) key: Option<String>,
}

/// How many values one instance may have.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// Not stated.
    #[default]
    Unsaid,
    One,
    /// A list.
    Many,
}

/// A class's constraint on a property, from a restriction or a shape.
#[derive(Debug, Default)]
pub(crate) struct Constraint {
    /// The ranges at this class.
    pub(crate) ranges: BTreeSet<String>,
    /// The ranges with at most one value.
    pub(crate) ones: BTreeSet<String>,
    /// True where there is at most one value in all.
    pub(crate) is_one: bool,
    /// True for a shape, which overrides domain and range.
    pub(crate) is_shape: bool,
    /// The shape's own labels and comments.
    pub(crate) texts: Texts,
}

impl Constraint {
    /// Merges another constraint of the same class.
    pub(crate) fn join(&mut self, other: Self) {
        self.ranges.extend(other.ranges);
        self.ones.extend(other.ones);
        self.is_one |= other.is_one;
        self.is_shape |= other.is_shape;
        self.texts.join(other.texts);
    }
}

#[derive(Debug, Default)]
pub(crate) struct Property {
    pub(crate) texts: Texts,
    pub(crate) parents: BTreeSet<String>,
    pub(crate) domains: BTreeSet<String>,
    /// Classes and datatypes.
    pub(crate) ranges: BTreeSet<String>,
    pub(crate) inverses: BTreeSet<String>,
    /// By class.
    pub(crate) constraints: BTreeMap<String, Constraint>,
    pub(crate) count: Count,
    pub(crate) usage: Use,
    /// True for a datatype property, for which a missing range means text.
    pub(crate) has_literals: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Ontology {
    pub(crate) classes: BTreeMap<String, Class>,
    pub(crate) properties: BTreeMap<String, Property>,
}

impl Ontology {
    /// Merges another ontology. Shared classes and properties are united, so that the order does not matter.
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
        self.usage.join(other.usage);
        if self.key != other.key {
            // Two different keys cancel each other.
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
        for (class, constraint) in other.constraints {
            let own = self.constraints.entry(class).or_default();
            own.join(constraint);
        }
        self.has_literals |= other.has_literals;
        self.usage.join(other.usage);
        self.count = match (self.count, other.count) {
            (one, other) if one == other => one,
            (Count::Unsaid, said) | (said, Count::Unsaid) => said,
            // A list may hold a single value too.
            _ => Count::Many,
        };
    }

    /// The property's own texts, or else the texts of the shapes of these classes.
    pub(crate) fn texts_at<'c>(&self, classes: impl Iterator<Item = &'c String>) -> Cow<'_, Texts> {
        let mut texts = Cow::Borrowed(&self.texts);
        for shape in classes.filter_map(|class| self.constraints.get(class)) {
            let Texts {
                labels, comments, ..
            } = &shape.texts;
            let unsaid =
                |own: &BTreeMap<_, _>, said: &BTreeMap<_, _>| own.is_empty() && !said.is_empty();
            let mut more = Texts::default();
            if unsaid(&self.texts.labels, labels) {
                more.labels.clone_from(labels);
            }
            if unsaid(&self.texts.comments, comments) {
                more.comments.clone_from(comments);
            }
            texts.to_mut().join(more);
        }
        texts
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

/// The last part of an IRI, percent-decoded.
pub(crate) fn local_name(iri: &str) -> Cow<'_, str> {
    let whole = iri.trim_end_matches(['/', '#']);
    let cut = whole.rfind(['#', '/']).map_or(0, |at| at + 1);
    let tail = whole.get(cut..).unwrap_or(whole);
    // `Namespace.Type` has no slash; in a version number, no letters follow the dot.
    match tail.rsplit_once('.') {
        Some((_, last)) if !whole.contains("://") && !last.is_empty() => Cow::Borrowed(last),
        // Left as it is if the decoded bytes are not UTF-8.
        _ => percent_decode_str(tail)
            .decode_utf8()
            .unwrap_or(Cow::Borrowed(tail)),
    }
}
