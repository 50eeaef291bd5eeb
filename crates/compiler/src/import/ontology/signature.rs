//! Which classes have a property and what it leads to: its own domains and ranges, else those of the properties above
//! it, else what classes say of it in restrictions, else those of its inverse. A shape gives it to its class besides.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::roles::{Role, Roles};
use super::vocabulary::is_top;
use super::{Constraint, Count, Ontology, Property};
use crate::import::finding::ImportFinding;

/// Domains and ranges of a property; neither has a class that everything is of.
#[derive(Debug)]
pub(crate) struct Signature<'o> {
    pub(crate) domains: BTreeSet<String>,
    pub(crate) ranges: BTreeSet<String>,
    /// Whether a thing has one value at most, of whatever class it is.
    pub(crate) is_one: bool,
    /// What classes say of it, or of the nearest property above it that they say anything of.
    pub(crate) constraints: Option<&'o BTreeMap<String, Constraint>>,
    /// The classes whose ranges go before those of the property.
    pub(crate) narrowing: BTreeSet<String>,
}

/// The signatures of all properties.
pub(crate) fn signatures<'o>(
    ontology: &'o Ontology,
    roles: &Roles,
) -> Result<BTreeMap<String, Signature<'o>>, ImportFinding> {
    let mut tree = Hierarchy::of_properties(ontology);
    let mut signatures = BTreeMap::new();
    for (iri, property) in &ontology.properties {
        let above = tree.above(iri)?;
        let above: Vec<&Property> = (above.iter())
            .filter_map(|iri| ontology.properties.get(iri))
            .collect();
        let constraints = (above.iter().map(|property| &property.constraints))
            .find(|constraints| !constraints.is_empty());
        let said_of = || constraints.into_iter().flatten();
        let inverses = || (property.inverses.iter()).filter_map(|iri| ontology.properties.get(iri));
        let things = |set: BTreeSet<String>| -> BTreeSet<String> {
            let is_thing = |iri: &String| roles.get(iri) == Some(Role::Thing);
            set.into_iter().filter(is_thing).collect()
        };
        let mut domains = nearest(&above, |property| &property.domains);
        if domains.is_empty() {
            domains.extend(said_of().map(|(class, _)| class.clone()));
        }
        if domains.is_empty() {
            domains = things(inverses().flat_map(own_ranges).collect());
        }
        let shapes = property.constraints.iter();
        let shapes = shapes.filter(|(_, constraint)| constraint.is_shape);
        domains.extend(shapes.map(|(class, _)| class.clone()));
        let mut ranges = nearest(&above, |property| &property.ranges);
        let is_bare = ranges.is_empty();
        if is_bare {
            ranges = (said_of().flat_map(|(_, constraint)| said(&constraint.ranges))).collect();
        }
        if ranges.is_empty() {
            ranges = things(inverses().flat_map(own_domains).collect());
        }
        let narrowing = said_of().filter(|(_, constraint)| {
            (is_bare || constraint.is_shape) && said(&constraint.ranges).next().is_some()
        });
        let signature = Signature {
            domains,
            ranges,
            is_one: property.count == Count::One,
            constraints,
            narrowing: narrowing.map(|(class, _)| class.clone()).collect(),
        };
        signatures.insert(iri.clone(), signature);
    }
    Ok(signatures)
}

/// Its domains, or else the classes that say anything of it.
fn own_domains(property: &Property) -> Vec<String> {
    match said(&property.domains).collect::<Vec<_>>() {
        none if none.is_empty() => property.constraints.keys().cloned().collect(),
        domains => domains,
    }
}

/// Its ranges, or else those that classes say of it.
fn own_ranges(property: &Property) -> Vec<String> {
    match said(&property.ranges).collect::<Vec<_>>() {
        none if none.is_empty() => {
            let constraints = property.constraints.values();
            constraints
                .flat_map(|said_at| said(&said_at.ranges))
                .collect()
        }
        ranges => ranges,
    }
}

fn nearest(above: &[&Property], of: impl Fn(&Property) -> &BTreeSet<String>) -> BTreeSet<String> {
    (above.iter())
        .map(|property| said(of(property)).collect::<BTreeSet<String>>())
        .find(|set| !set.is_empty())
        .unwrap_or_default()
}

/// Those that say something.
fn said(set: &BTreeSet<String>) -> impl Iterator<Item = String> {
    set.iter().filter(|iri| !is_top(iri)).cloned()
}
