//! EDMX as written → ontology: names of types resolved, one property of one class each.

use std::collections::{BTreeMap, BTreeSet};

use super::raw::{Association, Kind, Raw, RawProperty, RawType};
use crate::import::omission::{Element, OmissionReason, Omissions};
use crate::import::ontology::{Class, Count, Ontology, Property, Texts};

pub(crate) fn ontology(raw: Raw, left: &mut Omissions) -> Ontology {
    let mut ontology = Ontology::default();
    let names = Names {
        aliases: &raw.aliases,
        definitions: &raw.definitions,
    };
    let associations: BTreeMap<&str, &Association> = (raw.associations.iter())
        .map(|association| (association.name.as_str(), association))
        .collect();
    for list in &raw.enums {
        let values = list.members.iter().map(|member| {
            let value = format!("{}/{member}", list.name);
            (value, Texts::default())
        });
        let class = Class {
            values: values.collect(),
            is_datatype: list.members.is_empty(),
            ..Class::default()
        };
        ontology.classes.insert(list.name.clone(), class);
    }
    // Association and the roles it goes by → the property that goes there.
    let mut ways: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for ty in &raw.types {
        for property in &ty.properties {
            if let Kind::Association {
                relationship,
                from,
                to,
            } = &property.kind
            {
                let way = (names.full(relationship), from.clone(), to.clone());
                ways.insert(way, path(ty, &property.name));
            }
        }
    }
    for ty in &raw.types {
        let key = match ty.key.as_slice() {
            [only] => Some(path(ty, only)),
            _ => None,
        };
        let class = Class {
            texts: texts(ty.label.as_ref(), ty.comment.as_ref()),
            parents: ty.base.iter().map(|base| names.full(base)).collect(),
            key,
            ..Class::default()
        };
        ontology.classes.insert(ty.name.clone(), class);
        for said in &ty.properties {
            let at = path(ty, &said.name);
            match property(said, &names, &associations, &ways) {
                Some(mut property) => {
                    property.domains.insert(ty.name.clone());
                    ontology.properties.insert(at, property);
                }
                None => left.leave(
                    OmissionReason::NoRange,
                    Element::Property,
                    &at,
                    "no association",
                ),
            }
        }
    }
    for (target, label, comment) in &raw.annotations {
        let target = match target.split_once('/') {
            Some((ty, property)) => format!("{}/{property}", names.full(ty)),
            None => names.full(target),
        };
        let class = ontology.classes.get_mut(&target);
        let class = class.map(|class| &mut class.texts);
        let property = ontology.properties.get_mut(&target);
        let found = class.or(property.map(|property| &mut property.texts));
        if let Some(found) = found {
            add(&mut found.labels, label.as_ref());
            add(&mut found.comments, comment.as_ref());
        }
    }
    ontology
}

struct Names<'r> {
    aliases: &'r BTreeMap<String, String>,
    definitions: &'r BTreeMap<String, String>,
}

impl Names<'_> {
    /// A name with its namespace in place of its alias.
    fn full(&self, name: &str) -> String {
        match name.rsplit_once('.') {
            Some((space, local)) => match self.aliases.get(space) {
                Some(space) => format!("{space}.{local}"),
                None => name.to_owned(),
            },
            None => name.to_owned(),
        }
    }

    /// A type as a range, and whether there are many of it.
    fn range(&self, ty: &str) -> (String, Count) {
        let inner = ty.strip_prefix("Collection(");
        let inner = inner.and_then(|inner| inner.strip_suffix(')'));
        let (ty, count) = match inner {
            Some(inner) => (inner, Count::Many),
            None => (ty, Count::One),
        };
        let full = self.full(ty);
        let under = self.definitions.get(&full);
        (under.cloned().unwrap_or(full), count)
    }
}

fn path(ty: &RawType, property: &str) -> String {
    format!("{}/{property}", ty.name)
}

/// `None` for a navigation property whose association is not there.
fn property(
    said: &RawProperty,
    names: &Names<'_>,
    associations: &BTreeMap<&str, &Association>,
    ways: &BTreeMap<(String, String, String), String>,
) -> Option<Property> {
    let (range, count, inverse) = match &said.kind {
        Kind::Value { ty } => {
            let (range, count) = names.range(ty);
            (range, count, None)
        }
        Kind::Navigation { ty, partner } => {
            let (range, count) = names.range(ty);
            let inverse = partner.as_ref().map(|back| format!("{range}/{back}"));
            (range, count, inverse)
        }
        Kind::Association {
            relationship,
            from,
            to,
        } => {
            let relationship = names.full(relationship);
            let association = associations.get(relationship.as_str())?;
            let [_, ty, many] = association.ends.iter().find(|[role, ..]| role == to)?;
            let count = if many == "*" { Count::Many } else { Count::One };
            let back = ways.get(&(relationship, to.clone(), from.clone()));
            (names.full(ty), count, back.cloned())
        }
    };
    Some(Property {
        texts: texts(said.label.as_ref(), said.comment.as_ref()),
        ranges: BTreeSet::from([range]),
        inverses: inverse.into_iter().collect(),
        count,
        ..Property::default()
    })
}

fn texts(label: Option<&String>, comment: Option<&String>) -> Texts {
    let mut texts = Texts::default();
    add(&mut texts.labels, label);
    add(&mut texts.comments, comment);
    texts
}

fn add(map: &mut BTreeMap<String, BTreeSet<String>>, text: Option<&String>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        let texts = map.entry(String::new()).or_default();
        texts.insert(text.clone());
    }
}
