//! Which properties are taken, by the class that has them.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::narrowing::Narrowing;
use super::signature::Signature;
use super::{Ontology, Use};
use crate::finding::Rule;
use crate::import::bounds::ELEMENTS;
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};

/// The properties of each class, its own only, and where they lead.
pub(crate) struct ClassProperties<'o> {
    by_domain: BTreeMap<&'o str, BTreeSet<&'o str>>,
    signatures: &'o BTreeMap<String, Signature>,
}

impl<'o> ClassProperties<'o> {
    /// Sorts the properties by domain and leaves those that nothing has. `known` had a code before.
    pub(crate) fn of_ontology(
        ontology: &'o Ontology,
        signatures: &'o BTreeMap<String, Signature>,
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

    /// The properties that are said of this very class.
    pub(crate) fn of(&self, class: &str) -> impl Iterator<Item = &'o str> + use<'o> {
        let properties = self.by_domain.get(class).cloned().unwrap_or_default();
        properties.into_iter()
    }

    /// Every property, with the classes it is said of.
    pub(crate) fn all(&self) -> BTreeMap<&'o str, BTreeSet<&'o str>> {
        let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (domain, properties) in &self.by_domain {
            for property in properties {
                all.entry(property).or_default().insert(domain);
            }
        }
        all
    }

    /// What a property leads to.
    pub(crate) fn ranges(&self, property: &str) -> impl Iterator<Item = &'o str> + use<'o> {
        let signatures = self.signatures;
        let signature = signatures.get(property);
        (signature.into_iter()).flat_map(|signature| signature.ranges.iter().map(String::as_str))
    }
}

/// The properties each class can use: its own and those of the classes above it.
pub(crate) fn used<'k, 'o>(
    kept: &'k BTreeSet<String>,
    usage: &ClassProperties<'o>,
    tree: &mut Hierarchy,
) -> Result<BTreeMap<&'k str, BTreeSet<&'o str>>, ImportFinding> {
    let mut used = BTreeMap::new();
    let mut count = 0;
    for class in kept {
        let above = tree.above(class)?;
        let properties: BTreeSet<&str> = above.iter().flat_map(|iri| usage.of(iri)).collect();
        count += properties.len();
        bounded(count)?;
        used.insert(class.as_str(), properties);
    }
    Ok(used)
}

/// Holds the number of fields and relations against its bound.
pub(crate) fn bounded(count: usize) -> Result<(), ImportFinding> {
    if count <= ELEMENTS {
        return Ok(());
    }
    let message = format!("the codebook would have more than {ELEMENTS} fields and relations");
    Err(ImportFinding::new(Rule::OntologyTooLarge, message)
        .help("take a part of it: --class, --namespace, --depth"))
}
