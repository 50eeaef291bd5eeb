//! The domains and ranges of properties: stated ones, or else inherited from superproperties, or else from
//! restrictions, or else from the inverse. A shape adds its class to the domains.

use std::collections::{BTreeMap, BTreeSet};

use super::hierarchy::Hierarchy;
use super::roles::{Role, Roles};
use super::vocabulary::is_top;
use super::{Constraint, Count, Ontology, Property};
use crate::import::finding::ImportFinding;

/// Domains and ranges of a property, without classes that everything belongs to.
#[derive(Debug)]
pub(crate) struct Signature<'o> {
    pub(crate) domains: BTreeSet<String>,
    pub(crate) ranges: BTreeSet<String>,
    /// True where an instance of any class has at most one value.
    pub(crate) is_one: bool,
    /// The constraints of classes on it, or on its nearest constrained superproperty.
    pub(crate) constraints: Option<&'o BTreeMap<String, Constraint>>,
    /// The classes whose ranges override the property's ranges.
    pub(crate) narrowing: BTreeSet<String>,
}

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

/// Stated domains, or else the classes that constrain the property.
fn own_domains(property: &Property) -> Vec<String> {
    match said(&property.domains).collect::<Vec<_>>() {
        none if none.is_empty() => property.constraints.keys().cloned().collect(),
        domains => domains,
    }
}

/// Stated ranges, or else the ranges in the constraints of classes.
fn own_ranges(property: &Property) -> Vec<String> {
    match said(&property.ranges).collect::<Vec<_>>() {
        none if none.is_empty() => {
            let ranges = property.constraints.values().map(|at| &at.ranges);
            ranges.flat_map(said).collect()
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

/// The IRIs without top classes, which say nothing.
fn said(set: &BTreeSet<String>) -> impl Iterator<Item = String> {
    set.iter().filter(|iri| !is_top(iri)).cloned()
}
