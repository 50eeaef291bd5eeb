//! The hierarchy of classes or properties, walked within a bound on the steps.

use std::collections::{BTreeMap, BTreeSet};

use super::Ontology;
use crate::import::bounds::STEPS;
use crate::import::finding::ImportFinding;

/// Parents and children of each element.
pub(crate) struct Hierarchy {
    parents: BTreeMap<String, BTreeSet<String>>,
    children: BTreeMap<String, BTreeSet<String>>,
    steps: usize,
}

impl Hierarchy {
    pub(crate) fn of_classes(ontology: &Ontology) -> Self {
        let classes = ontology.classes.iter();
        Self::of(classes.map(|(iri, class)| (iri.clone(), class.parents.clone())))
    }

    pub(crate) fn of_properties(ontology: &Ontology) -> Self {
        let properties = ontology.properties.iter();
        Self::of(properties.map(|(iri, property)| (iri.clone(), property.parents.clone())))
    }

    fn of(parents: impl Iterator<Item = (String, BTreeSet<String>)>) -> Self {
        let parents: BTreeMap<_, _> = parents.collect();
        let mut children: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (child, above) in &parents {
            for parent in above {
                let below = children.entry(parent.clone()).or_default();
                below.insert(child.clone());
            }
        }
        Self {
            parents,
            children,
            steps: 0,
        }
    }

    /// An element and its ancestors, nearest first. A cycle is walked once.
    pub(crate) fn above(&mut self, iri: &str) -> Result<Vec<String>, ImportFinding> {
        walk(&self.parents, iri, &mut self.steps)
    }

    /// An element and its descendants, nearest first.
    pub(crate) fn below(&mut self, iri: &str) -> Result<Vec<String>, ImportFinding> {
        walk(&self.children, iri, &mut self.steps)
    }

    /// The nearest ancestors in a set, without ancestors of those.
    pub(crate) fn nearest_above(
        &mut self,
        iri: &str,
        set: &BTreeSet<String>,
    ) -> Result<BTreeSet<String>, ImportFinding> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([iri]);
        let mut open = vec![iri];
        while let Some(iri) = open.pop() {
            for parent in self.parents.get(iri).into_iter().flatten() {
                step(&mut self.steps)?;
                if !seen.insert(parent) {
                    continue;
                }
                if set.contains(parent) {
                    found.insert(parent.clone());
                } else {
                    open.push(parent);
                }
            }
        }
        Ok(found)
    }

    /// Direct children.
    pub(crate) fn children(&self, iri: &str) -> impl Iterator<Item = &str> {
        let below = self.children.get(iri).into_iter().flatten();
        below.map(String::as_str)
    }
}

fn walk(
    edges: &BTreeMap<String, BTreeSet<String>>,
    start: &str,
    steps: &mut usize,
) -> Result<Vec<String>, ImportFinding> {
    let mut seen: BTreeSet<&str> = BTreeSet::from([start]);
    let mut order: Vec<&str> = vec![start];
    let mut at = 0;
    while let Some(iri) = order.get(at).copied() {
        at += 1;
        for next in edges.get(iri).into_iter().flatten() {
            step(steps)?;
            if seen.insert(next) {
                order.push(next);
            }
        }
    }
    Ok(order.into_iter().map(str::to_owned).collect())
}

/// Counts a step, up to the bound.
fn step(steps: &mut usize) -> Result<(), ImportFinding> {
    *steps += 1;
    if *steps <= STEPS {
        return Ok(());
    }
    let message = "the trees of classes and properties are too large to walk";
    Err(ImportFinding::too_large(message))
}
