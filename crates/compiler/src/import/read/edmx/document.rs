//! The content of an EDMX document. Type names stay as written until the whole document is read.

use std::collections::{BTreeMap, BTreeSet};

use super::one_c;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::{Class, Count, Ontology, Property, Texts, local_name};

pub(crate) type Attributes = BTreeMap<String, String>;

/// The element that child elements belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    None,
    Schema,
    Type,
    Property,
    Association,
    Enum,
    /// Annotations with a `Target`.
    Target,
}

/// A document as read so far.
#[derive(Debug, Default)]
pub(crate) struct Document {
    pub(crate) ontology: Ontology,
    pub(crate) namespace: String,
    pub(crate) aliases: BTreeMap<String, String>,
    /// Type definitions with their underlying types.
    pub(crate) definitions: BTreeMap<String, String>,
    /// The qualified name of the current type, enumeration or association.
    pub(crate) name: String,
    /// The number of key properties of the current type so far.
    pub(crate) key_properties: usize,
    pub(crate) property: String,
    /// Role, type and multiplicity of each association end (versions 1 to 3).
    pub(crate) associations: BTreeMap<String, Vec<[String; 3]>>,
    /// Navigation properties (versions 1 to 3): association, and the roles it leads from and to.
    pub(crate) navigation: Vec<(String, [String; 3])>,
    /// The target of the current annotations.
    pub(crate) target: String,
    /// Target, label and comment.
    pub(crate) annotations: Vec<(String, Option<String>, Option<String>)>,
}

impl Document {
    pub(crate) fn class(&mut self) -> Option<&mut Class> {
        self.ontology.classes.get_mut(&self.name)
    }

    pub(crate) fn add_property(
        &mut self,
        name: &str,
        label: Option<&String>,
        mut property: Property,
    ) {
        self.property = format!("{}/{name}", self.name);
        property.domains.insert(self.name.clone());
        add(&mut property.texts.labels, label);
        (self.ontology.properties).insert(self.property.clone(), property);
    }

    /// Adds an annotation that is a label or a description.
    pub(crate) fn annotate(&mut self, about: Owner, said: &Attributes) {
        let (Some(term), Some(text)) = (said.get("Term"), said.get("String")) else {
            return;
        };
        let (label, comment) = match term.rsplit('.').next() {
            Some("Label") => (Some(text.clone()), None),
            Some("Description" | "LongDescription") => (None, Some(text.clone())),
            _ => return,
        };
        if about == Owner::Target {
            let target = self.target.clone();
            self.annotations.push((target, label, comment));
        } else if let Some(texts) = self.texts(about) {
            add_first(&mut texts.labels, label.as_ref());
            add_first(&mut texts.comments, comment.as_ref());
        }
    }

    /// Adds a documentation text.
    pub(crate) fn describe(&mut self, about: Owner, text: &str) {
        if let Some(texts) = self.texts(about) {
            add_first(&mut texts.comments, Some(&text.trim().to_owned()));
        }
    }

    fn texts(&mut self, about: Owner) -> Option<&mut Texts> {
        match about {
            Owner::Type => Some(&mut self.class()?.texts),
            Owner::Property => {
                let property = self.ontology.properties.get_mut(&self.property)?;
                Some(&mut property.texts)
            }
            _ => None,
        }
    }

    /// The ontology with type names resolved.
    pub(crate) fn into_ontology(mut self, left: &mut Omissions) -> Ontology {
        let mut ontology = std::mem::take(&mut self.ontology);
        for class in ontology.classes.values_mut() {
            class.parents = class.parents.iter().map(|name| self.full(name)).collect();
        }
        for property in ontology.properties.values_mut() {
            let ranges = property.ranges.iter().map(|name| self.full(name));
            // A type definition is replaced by its underlying type.
            let under = ranges.map(|name| self.definitions.get(&name).cloned().unwrap_or(name));
            property.ranges = under.collect();
            let inverses = property.inverses.iter().map(|name| self.full_path(name));
            property.inverses = inverses.collect();
        }
        self.navigate(&mut ontology, left);
        keys(&mut ontology, left);
        for (target, label, comment) in &self.annotations {
            let target = self.full_path(target);
            let class = ontology.classes.get_mut(&target);
            let class = class.map(|class| &mut class.texts);
            let property = ontology.properties.get_mut(&target);
            let found = class.or(property.map(|property| &mut property.texts));
            if let Some(found) = found {
                add(&mut found.labels, label.as_ref());
                add(&mut found.comments, comment.as_ref());
            }
        }
        labels_of_1c(&mut ontology);
        ontology
    }

    /// Resolves the navigation properties of versions 1 to 3 through their associations; one without an association is
    /// reported.
    fn navigate(&self, ontology: &mut Ontology, left: &mut Omissions) {
        let way = |[association, from, to]: &[String; 3]| {
            (self.full(association), from.clone(), to.clone())
        };
        let back = self.navigation.iter();
        let back: BTreeMap<_, _> = back.map(|(path, roles)| (way(roles), path)).collect();
        for (path, roles) in &self.navigation {
            let (association, from, to) = way(roles);
            let ends = self.associations.get(&association).into_iter().flatten();
            let end = ends.into_iter().find(|[role, ..]| *role == to);
            let (Some(property), Some([_, ty, many])) = (ontology.properties.get_mut(path), end)
            else {
                ontology.properties.remove(path);
                left.property(OmissionReason::NoRange, path, "no association");
                continue;
            };
            property.count = if many == "*" { Count::Many } else { Count::One };
            property.ranges.insert(self.full(ty));
            let back = back.get(&(association, to, from));
            property.inverses.extend(back.map(|path| (*path).clone()));
        }
    }

    /// A name with its alias replaced by the namespace.
    fn full(&self, name: &str) -> String {
        let aliased = name
            .rsplit_once('.')
            .and_then(|(space, local)| Some(format!("{}.{local}", self.aliases.get(space)?)));
        aliased.unwrap_or_else(|| name.to_owned())
    }

    /// The same for a type or for a type and its property.
    fn full_path(&self, name: &str) -> String {
        match name.split_once('/') {
            Some((ty, property)) => format!("{}/{property}", self.full(ty)),
            None => self.full(name),
        }
    }
}

const GUID: &str = "Edm.Guid";

/// Removes GUIDs that nobody asks for: the key of a type, and the foreign key of a navigation property, which becomes a
/// reference anyway.
fn keys(ontology: &mut Ontology, left: &mut Omissions) {
    let is_guid = |properties: &BTreeMap<String, Property>, path: &str| {
        let property = properties.get(path);
        property.is_some_and(|property| property.ranges.iter().eq([GUID]))
    };
    let mut behind = Vec::new();
    for (path, property) in &ontology.properties {
        let one = property.count == Count::One && property.ranges.len() == 1;
        let mut ranges = property.ranges.iter();
        let leads = ranges.all(|ty| ontology.classes.contains_key(ty));
        let key = format!("{path}_Key");
        if one && leads && is_guid(&ontology.properties, &key) {
            behind.push((key, path.clone()));
        }
    }
    for (key, path) in behind {
        ontology.properties.remove(&key);
        left.property(OmissionReason::ForeignKey, &key, &path);
    }
    let Ontology {
        classes,
        properties,
    } = ontology;
    for (name, class) in classes {
        let key = class.key.as_ref();
        if key.is_some_and(|key| is_guid(properties, key)) {
            let mut names = one_c::SAID.iter().map(|said| format!("{name}/{said}"));
            class.key = names.find(|path| properties.contains_key(path));
        }
    }
}

/// Adds Russian labels to unlabelled standard elements of 1C.
fn labels_of_1c(ontology: &mut Ontology) {
    let of_1c = |name: &str| {
        let rest = name.strip_prefix(one_c::NAMESPACE);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let classes = (ontology.classes.iter_mut()).map(|(name, class)| (name, &mut class.texts));
    let properties = (ontology.properties.iter_mut()).map(|(name, one)| (name, &mut one.texts));
    for (name, texts) in classes.chain(properties) {
        if of_1c(name)
            && texts.labels.is_empty()
            && let Some(label) = one_c::label(&local_name(name))
        {
            let labels = BTreeSet::from([label]);
            texts.labels.insert("ru".to_owned(), labels);
        }
    }
}

fn add_first(map: &mut BTreeMap<String, BTreeSet<String>>, text: Option<&String>) {
    if map.is_empty() {
        add(map, text);
    }
}

pub(crate) fn add(map: &mut BTreeMap<String, BTreeSet<String>>, text: Option<&String>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        let texts = map.entry(String::new()).or_default();
        texts.insert(text.clone());
    }
}
