//! SHACL shapes → constraints: class, property, ranges, and whether there is at most one value.
//!
//! ```text
//! NodeShape ── targetClass, or the shape is a class itself ──► class
//!    │ property, and that of each shape it is `node` of
//!    ▼
//! PropertyShape ── path ──► property
//!    │ datatype · class · in · node · or · qualifiedValueShape
//!    ▼
//! ranges
//! ```

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::ValueType;

use super::expression::Expressions;
use super::texts;
use crate::import::finding::ImportFinding;
use crate::import::omission::OmissionReason;
use crate::import::ontology::class_properties::bounded;
use crate::import::ontology::vocabulary::{Datatype, Predicate, datatype, is_machinery, is_top};
use crate::import::ontology::{Constraint, Ontology};
use crate::import::read::graph::{Graph, Node, Object};

/// The target classes of each shape.
type Targets<'g> = BTreeMap<&'g Node, BTreeSet<String>>;

impl Expressions<'_> {
    /// Reads the shapes of the graph and declares their classes and properties.
    pub(super) fn shapes(&mut self, ontology: &mut Ontology) -> Result<(), ImportFinding> {
        let targets = targets(self.graph, ontology);
        for class in targets.values().flatten() {
            ontology.classes.entry(class.clone()).or_default();
        }
        for (shape, classes) in &targets {
            for class in classes {
                self.shape(class, shape, &targets, ontology)?;
            }
        }
        Ok(())
    }

    /// Gives a class the properties of a shape and of the shapes it refers to.
    fn shape(
        &mut self,
        class: &str,
        shape: &Node,
        targets: &Targets<'_>,
        ontology: &mut Ontology,
    ) -> Result<(), ImportFinding> {
        let graph = self.graph;
        let mut seen = BTreeSet::new();
        let mut open = vec![shape];
        while let Some(shape) = open.pop() {
            if !seen.insert(shape) || !graph.step() {
                continue;
            }
            if let Some(path) = graph.nodes(shape, Predicate::Path).next() {
                self.property_shape((class, path), shape, targets, ontology);
                bounded(self.constraints.len())?;
                continue;
            }
            if graph.nodes(shape, Predicate::ShapeOr).next().is_some() {
                self.left
                    .class(OmissionReason::ClassExpression, class, "sh:or");
            }
            open.extend(graph.nodes(shape, Predicate::PropertyShape));
            open.extend(graph.nodes(shape, Predicate::ShapeNode));
        }
        Ok(())
    }

    fn property_shape(
        &mut self,
        (class, path): (&str, &Node),
        shape: &Node,
        targets: &Targets<'_>,
        ontology: &mut Ontology,
    ) {
        let graph = self.graph;
        let Some(property) = path.iri() else {
            let detail = "sh:path is more than a property";
            self.left.class(OmissionReason::Restriction, class, detail);
            return;
        };
        if is_machinery(property) {
            self.left.property(OmissionReason::Annotation, property, "");
            return;
        }
        if graph.says(shape, Predicate::MaxCardinality, 0) {
            return;
        }
        let mut constraint = Constraint {
            ranges: self.values(shape, targets),
            is_one: graph.says(shape, Predicate::MaxCardinality, 1),
            is_shape: true,
            ..Constraint::default()
        };
        if graph.says(shape, Predicate::QualifiedMaxCount, 1) {
            let qualified = graph.nodes(shape, Predicate::QualifiedShape);
            constraint.ones = qualified
                .flat_map(|shape| self.values(shape, targets))
                .collect();
        }
        for (predicate, object) in graph.of(shape) {
            texts(&mut constraint.texts, *predicate, object);
        }
        ontology.properties.entry(property.to_owned()).or_default();
        (self.constraints).push((property.to_owned(), class.to_owned(), constraint));
    }

    /// The ranges of a shape: datatypes, classes and enumerations.
    fn values(&mut self, shape: &Node, targets: &Targets<'_>) -> BTreeSet<String> {
        let graph = self.graph;
        let mut ranges = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![shape];
        while let Some(shape) = open.pop() {
            if !seen.insert(shape) || !graph.step() {
                continue;
            }
            let iris = |predicate| graph.nodes(shape, predicate).filter_map(Node::iri);
            let mut datatypes = iris(Predicate::ShapeDatatype);
            // A list of numbers or dates is not an enum.
            let is_enum = datatypes
                .all(|iri| matches!(datatype(iri), Some(Datatype::Known(ValueType::String))));
            let values = self.listed(shape, Predicate::ShapeIn);
            let list = is_enum.then(|| self.enumeration(values)).flatten();
            if list.is_none() {
                let said = iris(Predicate::ShapeDatatype).chain(iris(Predicate::ShapeClass));
                ranges.extend(said.map(str::to_owned));
                for node in graph.nodes(shape, Predicate::ShapeNode) {
                    match targets.get(node) {
                        Some(classes) => ranges.extend(classes.iter().cloned()),
                        None => open.push(node),
                    }
                }
            }
            ranges.extend(list);
            open.extend(graph.nodes(shape, Predicate::QualifiedShape));
            open.extend((graph.listed(shape, Predicate::ShapeOr)).filter_map(Object::node));
        }
        ranges
    }
}

/// Finds the target classes of the shapes.
fn targets<'g>(graph: &'g Graph, ontology: &Ontology) -> Targets<'g> {
    let mut targets = Targets::default();
    let has = |shape: &Node, predicate| graph.nodes(shape, predicate).next().is_some();
    for shape in graph.subjects() {
        let said = graph.nodes(shape, Predicate::TargetClass);
        let is_shape = has(shape, Predicate::PropertyShape) || has(shape, Predicate::ShapeNode);
        let itself = Some(shape).filter(|_| is_shape);
        let itself = itself.filter(|node| {
            node.iri()
                .is_some_and(|iri| ontology.classes.contains_key(iri))
        });
        let classes: BTreeSet<String> = (said.chain(itself).filter_map(Node::iri))
            .filter(|iri| !is_top(iri) && !is_machinery(iri))
            .map(str::to_owned)
            .collect();
        if !classes.is_empty() {
            targets.insert(shape, classes);
        }
    }
    // A named shape without a target class that a property refers to becomes a class of that name.
    let of_values = (graph.subjects())
        .filter(|shape| !targets.contains_key(shape) && !has(shape, Predicate::PropertyShape))
        .flat_map(|shape| graph.nodes(shape, Predicate::ShapeNode))
        .filter(|shape| !targets.contains_key(shape) && has(shape, Predicate::PropertyShape))
        .filter_map(|shape| Some((shape, BTreeSet::from([shape.iri()?.to_owned()]))));
    let of_values: Targets<'_> = of_values.collect();
    targets.extend(of_values);
    targets
}
