//! Which classes have a property and what it leads to: its own domains and ranges, else those of the properties above
//! it, else those of its inverse.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::roles::{Role, Roles};
use super::vocabulary::is_top;
use super::{Ontology, Property};
use crate::import::finding::ImportFinding;

/// Domains and ranges of a property; neither has a class that everything is of.
#[derive(Debug, Default)]
pub(crate) struct Signature {
    pub(crate) domains: BTreeSet<String>,
    pub(crate) ranges: BTreeSet<String>,
}

/// The signatures of all properties.
pub(crate) fn signatures(
    ontology: &Ontology,
    roles: &Roles,
) -> Result<BTreeMap<String, Signature>, ImportFinding> {
    let mut tree = Hierarchy::of_properties(ontology);
    let mut signatures = BTreeMap::new();
    for (iri, property) in &ontology.properties {
        let above = tree.above(iri)?;
        let inverses = || (property.inverses.iter()).filter_map(|iri| ontology.properties.get(iri));
        let things = |set: BTreeSet<String>| -> BTreeSet<String> {
            let is_thing = |iri: &String| roles.get(iri) == Some(Role::Thing);
            set.into_iter().filter(is_thing).collect()
        };
        let mut domains = nearest(&above, ontology, |property| &property.domains);
        if domains.is_empty() {
            domains = things(inverses().flat_map(|other| said(&other.ranges)).collect());
        }
        let mut ranges = nearest(&above, ontology, |property| &property.ranges);
        if ranges.is_empty() {
            ranges = things(inverses().flat_map(|other| said(&other.domains)).collect());
        }
        signatures.insert(iri.clone(), Signature { domains, ranges });
    }
    Ok(signatures)
}

fn nearest(
    above: &[String],
    ontology: &Ontology,
    of: impl Fn(&Property) -> &BTreeSet<String>,
) -> BTreeSet<String> {
    (above.iter())
        .filter_map(|iri| ontology.properties.get(iri))
        .map(|property| said(of(property)).collect::<BTreeSet<String>>())
        .find(|set| !set.is_empty())
        .unwrap_or_default()
}

fn said(set: &BTreeSet<String>) -> impl Iterator<Item = String> {
    set.iter().filter(|iri| !is_top(iri)).cloned()
}
