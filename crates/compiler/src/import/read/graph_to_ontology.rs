//! Graph → ontology: finds the nodes that are classes and properties, and collects the statements about them.

mod expression;
mod shapes;

use std::collections::BTreeSet;

use super::graph::{Graph, Node, Object};
use super::plain_iri;
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::hierarchy::Hierarchy;
use crate::import::ontology::vocabulary::{Kind, Predicate, is_enumeration, is_machinery, is_top};
use crate::import::ontology::{Count, ListedValue, Ontology, Texts, Use};
use expression::Expressions;

pub(crate) fn ontology(graph: &Graph, left: &mut Omissions) -> Result<Ontology, ImportFinding> {
    let mut ontology = Ontology::default();
    let mut annotations = BTreeSet::new();
    for (iri, said) in graph.named().filter(|(iri, _)| !is_machinery(iri)) {
        declare(iri, said, &mut ontology, &mut annotations);
    }
    for iri in &annotations {
        ontology.properties.remove(iri);
        left.property(OmissionReason::Annotation, iri, "");
    }
    let here: BTreeSet<&str> = graph.ontologies().map(plain_iri).collect();
    let mut expressions = Expressions::new(graph, left);
    expressions.shapes(&mut ontology)?;
    for (iri, said) in graph.named() {
        for (predicate, object) in said {
            tell(iri, *predicate, object, &mut ontology, &mut expressions);
            if let (Predicate::Imports, Some(other)) = (predicate, object.iri())
                && !here.contains(plain_iri(other))
            {
                expressions.left.other(OmissionReason::Import, other, "");
            }
        }
    }
    expressions.apply(&mut ontology);
    graph.walked()?;
    individuals(graph, &mut ontology, left)?;
    for (predicate, count) in &graph.unread {
        left.statements(predicate, *count);
    }
    Ok(ontology)
}

/// Enters a node that is a class or a property.
fn declare(
    iri: &str,
    said: &[(Predicate, Object)],
    ontology: &mut Ontology,
    annotations: &mut BTreeSet<String>,
) {
    for (predicate, object) in said {
        let kind = match (predicate, object.iri()) {
            (Predicate::Type, Some(ty)) => Kind::of(ty),
            (Predicate::SubClassOf, _) => Some(Kind::Class),
            (Predicate::Domain | Predicate::Range | Predicate::SubPropertyOf, _) => {
                Some(Kind::Property)
            }
            _ => None,
        };
        match kind {
            None | Some(Kind::Machinery) => {}
            Some(kind @ (Kind::Class | Kind::DeprecatedClass | Kind::Datatype)) => {
                let class = ontology.classes.entry(iri.to_owned()).or_default();
                class.is_datatype |= kind == Kind::Datatype;
                if kind == Kind::DeprecatedClass {
                    class.usage.deprecate(None);
                }
            }
            Some(Kind::AnnotationProperty) => {
                annotations.insert(iri.to_owned());
            }
            Some(kind) => {
                let property = ontology.properties.entry(iri.to_owned()).or_default();
                match kind {
                    Kind::DatatypeProperty => property.has_literals = true,
                    Kind::FunctionalProperty => property.count = Count::One,
                    Kind::SymmetricProperty => {
                        property.inverses.insert(iri.to_owned());
                    }
                    Kind::DeprecatedProperty => property.usage.deprecate(None),
                    _ => {}
                }
            }
        }
    }
}

/// Enters one statement about a class or a property.
fn tell(
    iri: &str,
    predicate: Predicate,
    object: &Object,
    ontology: &mut Ontology,
    expressions: &mut Expressions<'_>,
) {
    if let Some(class) = ontology.classes.get_mut(iri) {
        texts(&mut class.texts, predicate, object);
        usage(&mut class.usage, predicate, object);
        match (predicate, object) {
            (Predicate::SubClassOf, Object::Node(Node::Named(parent))) if !is_top(parent) => {
                class.parents.insert(parent.clone());
            }
            (
                Predicate::SubClassOf | Predicate::EquivalentClass,
                Object::Node(node @ Node::Blank(_)),
            ) => expressions.class_is(iri, node),
            // A named class may also be defined in place: `:Red a owl:Class ; owl:oneOf ( … )`.
            (Predicate::OneOf | Predicate::UnionOf | Predicate::IntersectionOf, _) => {
                expressions.class_is(iri, &Node::Named(iri.to_owned()));
            }
            _ => {}
        }
    }
    if let Some(property) = ontology.properties.get_mut(iri) {
        texts(&mut property.texts, predicate, object);
        usage(&mut property.usage, predicate, object);
        match (predicate, object) {
            (Predicate::SubPropertyOf, Object::Node(Node::Named(parent))) => {
                property.parents.insert(parent.clone());
            }
            (Predicate::Domain, Object::Node(node)) => {
                property.domains.extend(expressions.members(node));
            }
            (Predicate::Range, Object::Node(node)) => {
                property.ranges.extend(expressions.members(node));
            }
            (Predicate::InverseOf, Object::Node(Node::Named(other))) => {
                property.inverses.insert(other.clone());
                if let Some(other) = ontology.properties.get_mut(other) {
                    other.inverses.insert(iri.to_owned());
                }
            }
            _ => {}
        }
    }
}

/// Records that an element is deprecated, and its replacement.
fn usage(usage: &mut Use, predicate: Predicate, object: &Object) {
    match (predicate, object) {
        (Predicate::SupersededBy, object) => usage.deprecate(object.iri()),
        (Predicate::Deprecated, Object::Literal { text, .. }) if text == "true" || text == "1" => {
            usage.deprecate(None);
        }
        _ => {}
    }
}

/// Records labels, synonyms and comments. Only the first part of a language tag counts: `en-GB` is `en`.
fn texts(texts: &mut Texts, predicate: Predicate, object: &Object) {
    let Object::Literal { text, language } = object else {
        return;
    };
    let map = match predicate {
        Predicate::Label | Predicate::ShapeName => &mut texts.labels,
        Predicate::Synonym => &mut texts.synonyms,
        Predicate::Comment | Predicate::ShapeDescription => &mut texts.comments,
        _ => return,
    };
    let language = language.split('-').next().unwrap_or_default();
    let texts = map.entry(language.to_ascii_lowercase()).or_default();
    texts.insert(text.clone());
}

/// Records individuals: those of a schema.org enumeration become its values; the others are counted and left out.
fn individuals(
    graph: &Graph,
    ontology: &mut Ontology,
    left: &mut Omissions,
) -> Result<(), ImportFinding> {
    let mut tree = Hierarchy::of_classes(ontology);
    let mut enumerations = BTreeSet::new();
    for iri in ontology.classes.keys() {
        if tree.above(iri)?.iter().any(|iri| is_enumeration(iri)) {
            enumerations.insert(iri.clone());
        }
    }
    for (iri, said) in graph.named() {
        let types = said
            .iter()
            .filter(|(predicate, _)| *predicate == Predicate::Type);
        let value = ListedValue::Individual(iri.to_owned());
        for ty in types.filter_map(|(_, object)| object.iri()) {
            if Kind::of(ty).is_some() || is_top(ty) || ty == iri {
                continue;
            }
            match ontology.classes.get_mut(ty) {
                Some(class) if enumerations.contains(ty) => {
                    class.values.entry(value.clone()).or_default();
                }
                Some(class) if class.values.contains_key(&value) => {}
                _ => left.other(OmissionReason::Individual, ty, "instances"),
            }
        }
    }
    // The values of enumerations were listed before their labels were read.
    for class in ontology.classes.values_mut() {
        for (value, words) in &mut class.values {
            let ListedValue::Individual(iri) = value else {
                continue;
            };
            for (predicate, object) in graph.of(&Node::Named(iri.clone())) {
                texts(words, *predicate, object);
            }
        }
    }
    Ok(())
}
