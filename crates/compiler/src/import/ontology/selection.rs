//! Selects classes: named ones, their neighbours, or those of a namespace.

use std::collections::BTreeSet;

use cmec_decoder::names;

use super::class_names::named_by;
use super::class_properties::ClassProperties;
use super::hierarchy::Hierarchy;
use super::narrowing::Narrowing;
use super::roles::{Role, Roles};
use super::{Ontology, Use, local_name};
use crate::finding::Rule;
use crate::import::element_names::{NameSource, code_name};
use crate::import::finding::{ImportFinding, shown};
use crate::import::omission::{OmissionReason, Omissions};

/// The classes that become types. A class in `known` had a code before and is kept even if it is deprecated.
pub(crate) fn kept(
    ontology: &Ontology,
    roles: &Roles,
    usage: &ClassProperties<'_>,
    (tree, narrowing, known): (&mut Hierarchy, &Narrowing, &BTreeSet<&str>),
    left: &mut Omissions,
) -> Result<BTreeSet<String>, ImportFinding> {
    let mut candidates: BTreeSet<&str> = BTreeSet::new();
    for iri in roles.things() {
        let current = (ontology.classes.get(iri)).is_some_and(|class| class.usage == Use::Current);
        if !narrowing.has(iri) {
            left.class(OmissionReason::NarrowedAway, iri, "namespace");
        } else if !current && !known.contains(iri) {
            left.class(OmissionReason::Deprecated, iri, "");
        } else {
            candidates.insert(iri);
        }
    }
    let named = named(&candidates, (ontology, narrowing))?;
    if named.is_empty() && narrowing.depth.is_none() {
        return Ok(candidates.into_iter().map(str::to_owned).collect());
    }
    let start = if named.is_empty() {
        roots(&candidates, ontology)
    } else {
        named
    };
    let depth = narrowing.depth.unwrap_or(0);
    let near = near(start, &candidates, usage, tree, depth)?;
    for iri in candidates.iter().filter(|iri| !near.contains(**iri)) {
        left.class(OmissionReason::NarrowedAway, iri, "class or depth");
    }
    Ok(near)
}

/// The classes that the request names.
fn named(
    candidates: &BTreeSet<&str>,
    (ontology, narrowing): (&Ontology, &Narrowing),
) -> Result<BTreeSet<String>, ImportFinding> {
    let mut found = BTreeSet::new();
    for wanted in &narrowing.classes {
        let is_label = |iri: &str| {
            let class = ontology.classes.get(iri)?;
            Some(code_name(&named_by(iri, &class.texts, NameSource::Label)) == *wanted)
        };
        let fits = |iri: &&&str| {
            let local = local_name(iri);
            **iri == wanted
                || local == *wanted
                || code_name(&local) == *wanted
                || is_label(iri) == Some(true)
        };
        let before = found.len();
        found.extend(candidates.iter().filter(fits).map(|iri| (*iri).to_owned()));
        if found.len() == before && !candidates.iter().any(|iri| fits(&iri)) {
            let message = format!("the ontology has no class `{}`", shown(wanted));
            let finding = ImportFinding::new(Rule::OntologyClass, message);
            let known: Vec<_> = candidates.iter().map(|iri| local_name(iri)).collect();
            let known = known.iter().map(AsRef::as_ref);
            return Err(match names::nearest(known, wanted).next() {
                Some(near) => finding.help(format!("did you mean `{}`?", shown(near))),
                None => finding.help("name it by its IRI, or by the last part of it"),
            });
        }
    }
    Ok(found)
}

/// Candidates without a candidate above them.
fn roots(candidates: &BTreeSet<&str>, ontology: &Ontology) -> BTreeSet<String> {
    let is_root = |iri: &&&str| {
        let class = ontology.classes.get(**iri);
        let mut parents = class.into_iter().flat_map(|class| &class.parents);
        !parents.any(|parent| candidates.contains(parent.as_str()))
    };
    (candidates.iter().filter(is_root))
        .map(|iri| (*iri).to_owned())
        .collect()
}

/// The classes within a number of steps.
fn near(
    start: BTreeSet<String>,
    candidates: &BTreeSet<&str>,
    usage: &ClassProperties<'_>,
    tree: &mut Hierarchy,
    depth: u32,
) -> Result<BTreeSet<String>, ImportFinding> {
    let mut kept = start.clone();
    let mut edge = start;
    for _ in 0..depth {
        let mut next: BTreeSet<String> = BTreeSet::new();
        for iri in &edge {
            next.extend(tree.children(iri).map(str::to_owned));
            for above in tree.above(iri)? {
                for property in usage.of(&above) {
                    next.extend(usage.ranges(property).map(str::to_owned));
                }
            }
        }
        next.retain(|iri| candidates.contains(iri.as_str()) && !kept.contains(iri));
        if next.is_empty() {
            break;
        }
        kept.extend(next.iter().cloned());
        edge = next;
    }
    Ok(kept)
}

/// The reason why a property's target class is not a type.
pub(crate) fn why_not(iri: &str, roles: &Roles, ontology: &Ontology) -> OmissionReason {
    match roles.get(iri) {
        None => OmissionReason::UnknownClass,
        Some(Role::Thing) => match ontology.classes.get(iri).map(|class| &class.usage) {
            Some(Use::Deprecated(_)) => OmissionReason::Deprecated,
            _ => OmissionReason::NarrowedAway,
        },
        Some(_) => OmissionReason::UnsupportedDatatype,
    }
}

/// The reason why the class of a property is not a type.
pub(crate) fn why_no_domain(iri: &str, roles: &Roles, ontology: &Ontology) -> OmissionReason {
    match roles.get(iri) {
        Some(Role::Datatype(_) | Role::Enumeration) => OmissionReason::NoDomain,
        _ => why_not(iri, roles, ontology),
    }
}
