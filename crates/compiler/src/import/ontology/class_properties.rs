//! Selects properties by the classes that have them.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::narrowing::Narrowing;
use super::signature::Signature;
use super::vocabulary::is_top;
use super::{Ontology, Use};
use crate::import::bounds::ELEMENTS;
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};

/// The declared properties of each class, without inherited ones, and their ranges.
pub(crate) struct ClassProperties<'o> {
    by_domain: BTreeMap<&'o str, BTreeSet<&'o str>>,
    signatures: &'o BTreeMap<String, Signature<'o>>,
}

/// A property at a class that can use it.
#[derive(Debug, Default)]
pub(crate) struct PropertyUse {
    /// The classes whose constraints apply; if empty, the property's own domain and range apply.
    pub(crate) said_at: BTreeSet<String>,
    /// True where an instance has at most one value.
    pub(crate) is_one: bool,
}

impl<'o> ClassProperties<'o> {
    /// Sorts properties by domain and reports those without one. `known`: properties that had a code before.
    pub(crate) fn of_ontology(
        ontology: &'o Ontology,
        signatures: &'o BTreeMap<String, Signature<'o>>,
        (narrowing, known): (&Narrowing, &BTreeSet<&str>),
        left: &mut Omissions,
    ) -> Self {
        let mut by_domain: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (iri, property) in &ontology.properties {
            let Some(signature) = signatures.get(iri) else {
                continue;
            };
            let mut leave = |reason, detail: &str| left.property(reason, iri, detail);
            match &property.usage {
                Use::Deprecated(others) if !known.contains(iri.as_str()) => {
                    let others: Vec<&str> = others.iter().map(String::as_str).collect();
                    leave(OmissionReason::Deprecated, &others.join(", "));
                }
                _ if !narrowing.has(iri) => leave(OmissionReason::NarrowedAway, "namespace"),
                _ if signature.domains.is_empty() => leave(OmissionReason::NoDomain, ""),
                _ if signature.ranges.is_empty() && !property.has_literals => {
                    leave(OmissionReason::NoRange, "");
                }
                _ => {
                    for domain in &signature.domains {
                        by_domain.entry(domain).or_default().insert(iri);
                    }
                }
            }
        }
        Self {
            by_domain,
            signatures,
        }
    }

    /// The properties declared for this class itself.
    pub(crate) fn of(&self, class: &str) -> impl Iterator<Item = &'o str> + use<'o> {
        let properties = self.by_domain.get(class).cloned().unwrap_or_default();
        properties.into_iter()
    }

    /// Every property, with its classes.
    pub(crate) fn all(&self) -> BTreeMap<&'o str, BTreeSet<&'o str>> {
        let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (domain, properties) in &self.by_domain {
            for property in properties {
                all.entry(property).or_default().insert(domain);
            }
        }
        all
    }

    pub(crate) fn ranges(&self, property: &str) -> impl Iterator<Item = &'o str> + use<'o> {
        let signatures = self.signatures;
        let signature = signatures.get(property);
        (signature.into_iter()).flat_map(|signature| signature.ranges.iter().map(String::as_str))
    }

    /// The ranges of a property as these classes constrain it.
    pub(crate) fn ranges_at(
        &self,
        property: &str,
        classes: &BTreeSet<String>,
    ) -> BTreeSet<&'o str> {
        let signature = self.signatures.get(property);
        let constraints = signature.and_then(|signature| signature.constraints);
        let ranges: BTreeSet<&str> = (classes.iter())
            .filter_map(|class| constraints?.get(class))
            .flat_map(|constraint| &constraint.ranges)
            .map(String::as_str)
            .filter(|iri| !is_top(iri))
            .collect();
        if ranges.is_empty() {
            self.ranges(property).collect()
        } else {
            ranges
        }
    }

    /// The use of a property at a class, which is the first of `above`.
    fn at(
        &self,
        property: &str,
        above: &[String],
        tree: &mut Hierarchy,
    ) -> Result<PropertyUse, ImportFinding> {
        let (Some(signature), Some(class)) = (self.signatures.get(property), above.first()) else {
            return Ok(PropertyUse::default());
        };
        let is_one = signature.is_one;
        let Some(constraints) = signature.constraints else {
            let said_at = BTreeSet::new();
            return Ok(PropertyUse { said_at, is_one });
        };
        let mut said_at = if signature.narrowing.contains(class) {
            BTreeSet::from([class.clone()])
        } else {
            tree.nearest_above(class, &signature.narrowing)?
        };
        let ranges = self.ranges_at(property, &said_at);
        let mut only = ranges.iter();
        let only = only.next().filter(|_| only.next().is_none());
        let is_one = is_one
            || (above.iter())
                .filter_map(|class| constraints.get(class))
                .any(|said| said.is_one || only.is_some_and(|range| said.ones.contains(*range)));
        if constraints.get(class).is_some_and(|said| said.is_shape) {
            said_at.insert(class.clone());
        }
        Ok(PropertyUse { said_at, is_one })
    }
}

/// The properties that each class can use, own and inherited.
pub(crate) fn used<'k, 'o>(
    kept: &'k BTreeSet<String>,
    usage: &ClassProperties<'o>,
    tree: &mut Hierarchy,
) -> Result<BTreeMap<&'k str, BTreeMap<&'o str, PropertyUse>>, ImportFinding> {
    let mut used = BTreeMap::new();
    let mut count = 0;
    for class in kept {
        let above = tree.above(class)?;
        let properties: BTreeSet<&str> = above.iter().flat_map(|iri| usage.of(iri)).collect();
        count += properties.len();
        bounded(count)?;
        let uses = properties.into_iter();
        let uses = uses.map(|property| Ok((property, usage.at(property, &above, tree)?)));
        used.insert(class.as_str(), uses.collect::<Result<_, _>>()?);
    }
    Ok(used)
}

/// Checks the number of fields and relations against its bound.
pub(crate) fn bounded(count: usize) -> Result<(), ImportFinding> {
    if count <= ELEMENTS {
        return Ok(());
    }
    let message = format!("the codebook would have more than {ELEMENTS} fields and relations");
    Err(ImportFinding::too_much(message))
}
