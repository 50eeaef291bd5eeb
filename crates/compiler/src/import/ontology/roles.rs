//! The role of each class: a type, a value type, or an enum.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::vocabulary::{Datatype, datatype};
use super::{ListedValue, Ontology, Texts};
use crate::import::finding::ImportFinding;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A type of the codebook.
    Thing,
    Datatype(Datatype),
    Enumeration,
}

/// The role of every class.
pub(crate) struct Roles {
    roles: BTreeMap<String, Role>,
}

impl Roles {
    pub(crate) fn of(ontology: &Ontology, tree: &mut Hierarchy) -> Result<Self, ImportFinding> {
        let enumerations = enumerations(ontology, tree);
        let mut roles = BTreeMap::new();
        for (iri, class) in &ontology.classes {
            let role = match value_class(iri, ontology, tree)? {
                // A datatype with listed values is an enum.
                Some(datatype) if class.values.is_empty() => Role::Datatype(datatype),
                Some(_) => Role::Enumeration,
                None if enumerations.contains(iri.as_str()) => Role::Enumeration,
                None => Role::Thing,
            };
            roles.insert(iri.clone(), role);
        }
        Ok(Self { roles })
    }

    /// The role of a class or a well-known datatype; `None` if it is undeclared.
    pub(crate) fn get(&self, iri: &str) -> Option<Role> {
        (self.roles.get(iri).copied()).or_else(|| datatype(iri).map(Role::Datatype))
    }

    pub(crate) fn things(&self) -> impl Iterator<Item = &str> {
        (self.roles.iter())
            .filter(|(_, role)| **role == Role::Thing)
            .map(|(iri, _)| iri.as_str())
    }

    /// The values of an enumeration and its subclasses.
    pub(crate) fn values<'o>(
        &self,
        iri: &str,
        ontology: &'o Ontology,
        tree: &mut Hierarchy,
    ) -> Result<BTreeMap<&'o ListedValue, &'o Texts>, ImportFinding> {
        let mut values = BTreeMap::new();
        for below in tree.below(iri)? {
            let class = ontology.classes.get(&below);
            for (value, texts) in class.into_iter().flat_map(|class| &class.values) {
                values.insert(value, texts);
            }
        }
        Ok(values)
    }
}

/// The datatype that a class is or specialises.
fn value_class(
    iri: &str,
    ontology: &Ontology,
    tree: &mut Hierarchy,
) -> Result<Option<Datatype>, ImportFinding> {
    let mut marked = false;
    for above in tree.above(iri)? {
        if let Some(known) = datatype(&above) {
            return Ok(Some(known));
        }
        let class = ontology.classes.get(&above);
        marked |= class.is_some_and(|class| class.is_datatype);
    }
    Ok(marked.then_some(Datatype::AsText))
}

/// Classes with values, and classes whose subclasses are all enumerations.
fn enumerations<'o>(ontology: &'o Ontology, tree: &Hierarchy) -> BTreeSet<&'o str> {
    let domains: BTreeSet<&str> = (ontology.properties.values())
        .flat_map(|property| property.domains.iter().chain(property.constraints.keys()))
        .map(String::as_str)
        .collect();
    let mut open: Vec<&str> = (ontology.classes.iter())
        .filter(|(_, class)| !class.values.is_empty())
        .map(|(iri, _)| iri.as_str())
        .collect();
    let mut found: BTreeSet<&str> = open.iter().copied().collect();
    // The number of subclasses not yet known to be enumerations.
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    while let Some(iri) = open.pop() {
        let class = ontology.classes.get(iri);
        for parent in class.into_iter().flat_map(|class| &class.parents) {
            let Some((parent, _)) = ontology.classes.get_key_value(parent) else {
                continue;
            };
            let rest = (others.entry(parent)).or_insert_with(|| tree.children(parent).count());
            *rest = rest.saturating_sub(1);
            if *rest == 0 && !domains.contains(parent.as_str()) && found.insert(parent) {
                open.push(parent);
            }
        }
    }
    found
}
