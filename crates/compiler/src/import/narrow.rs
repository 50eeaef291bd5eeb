//! Which classes are taken: those named, those near them, those of a namespace.

use std::collections::BTreeSet;

use super::finding::{ImportFinding, shown};
use super::left::{Element, Leavings, Reason};
use super::names::code_name;
use super::ontology::{Ontology, Use, local_name};
use super::roles::{Role, Roles};
use super::tree::Tree;
use super::usage::Usage;
use crate::registry::Rule;

/// What of an ontology is wanted; the default is all of it.
#[derive(Debug, Default, Clone)]
pub struct Narrowing {
    /// Only these classes, by IRI, by the last part of it, or by the name of the type; and what `depth` adds.
    pub classes: Vec<String>,
    /// Only classes and properties whose IRI starts with one of these.
    pub namespaces: Vec<String>,
    /// How many steps are taken from the named classes, or else from those without a class above them: a step leads
    /// to the classes right below and to those a property leads to. Without it: none from named classes, all else.
    pub depth: Option<u32>,
}

impl Narrowing {
    /// Whether an IRI is of a namespace that is wanted.
    pub(super) fn has(&self, iri: &str) -> bool {
        self.namespaces.is_empty() || self.namespaces.iter().any(|space| iri.starts_with(space))
    }
}

/// The classes that become types. `known` are those that had a code before: being deprecated does not take it away.
pub(super) fn kept(
    ontology: &Ontology,
    roles: &Roles,
    usage: &Usage<'_>,
    (tree, narrowing, known): (&mut Tree, &Narrowing, &BTreeSet<&str>),
    left: &mut Leavings,
) -> Result<BTreeSet<String>, ImportFinding> {
    let mut candidates: BTreeSet<&str> = BTreeSet::new();
    for iri in roles.things() {
        let current = (ontology.classes.get(iri)).is_some_and(|class| class.usage == Use::Current);
        if !narrowing.has(iri) {
            left.leave(Reason::NarrowedAway, Element::Class, iri, "namespace");
        } else if !current && !known.contains(iri) {
            left.leave(Reason::Deprecated, Element::Class, iri, "");
        } else {
            candidates.insert(iri);
        }
    }
    let named = named(&candidates, narrowing)?;
    if named.is_empty() && narrowing.depth.is_none() {
        return Ok(candidates.into_iter().map(str::to_owned).collect());
    }
    let start = if named.is_empty() {
        roots(&candidates, ontology)
    } else {
        named
    };
    let near = near(
        start,
        &candidates,
        usage,
        tree,
        narrowing.depth.unwrap_or(0),
    )?;
    for iri in candidates.iter().filter(|iri| !near.contains(**iri)) {
        left.leave(Reason::NarrowedAway, Element::Class, iri, "class or depth");
    }
    Ok(near)
}

/// The classes that were named.
fn named(
    candidates: &BTreeSet<&str>,
    narrowing: &Narrowing,
) -> Result<BTreeSet<String>, ImportFinding> {
    let mut found = BTreeSet::new();
    for wanted in &narrowing.classes {
        let fits = |iri: &&&str| {
            let local = local_name(iri);
            **iri == wanted || local == wanted || code_name(local) == *wanted
        };
        let before = found.len();
        found.extend(candidates.iter().filter(fits).map(|iri| (*iri).to_owned()));
        if found.len() == before && !candidates.iter().any(|iri| fits(&iri)) {
            let message = format!("the ontology has no class `{}`", shown(wanted));
            let finding = ImportFinding::new(Rule::OntologyClass, message);
            let known = candidates.iter().map(|iri| local_name(iri));
            return Err(match crate::nearest::nearest(wanted, known) {
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

/// Those at most so many steps away.
fn near(
    start: BTreeSet<String>,
    candidates: &BTreeSet<&str>,
    usage: &Usage<'_>,
    tree: &mut Tree,
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

/// Why a class that a property leads to is no type here.
pub(super) fn why_not(iri: &str, roles: &Roles, ontology: &Ontology) -> Reason {
    match roles.get(iri) {
        None => Reason::UnknownClass,
        Some(Role::Thing) => match ontology.classes.get(iri).map(|class| &class.usage) {
            Some(Use::Deprecated(_)) => Reason::Deprecated,
            _ => Reason::NarrowedAway,
        },
        Some(_) => Reason::UnsupportedDatatype,
    }
}

/// Why a class that has a property is no type here.
pub(super) fn why_no_domain(iri: &str, roles: &Roles, ontology: &Ontology) -> Reason {
    match roles.get(iri) {
        Some(Role::Datatype(_) | Role::Enumeration) => Reason::NoDomain,
        _ => why_not(iri, roles, ontology),
    }
}
