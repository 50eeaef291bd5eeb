//! Graph → ontology: which nodes are classes and properties, and what is said of them.

mod expression;

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Node, Object};
use crate::import::finding::ImportFinding;
use crate::import::omission::{Element, OmissionReason, Omissions};
use crate::import::ontology::hierarchy::Hierarchy;
use crate::import::ontology::vocabulary::{Kind, Predicate, is_top, schema_org};
use crate::import::ontology::{Count, Ontology, Property, Texts};
use expression::Expressions;

/// Reads the ontology out of its triples.
pub(crate) fn ontology(graph: &Graph, left: &mut Omissions) -> Result<Ontology, ImportFinding> {
    let mut ontology = Ontology::default();
    let mut annotations = BTreeSet::new();
    for (iri, said) in graph.named() {
        if is_machinery(iri) {
            continue;
        }
        declare(iri, said, &mut ontology, &mut annotations);
    }
    for iri in &annotations {
        ontology.properties.remove(iri);
        left.leave(OmissionReason::Annotation, Element::Property, iri, "");
    }
    let mut expressions = Expressions::new(graph);
    for (iri, said) in graph.named() {
        for (predicate, object) in said {
            tell(iri, *predicate, object, &mut ontology, &mut expressions);
            if let (Predicate::Imports, Object::Node(Node::Named(other))) = (predicate, object) {
                left.leave(OmissionReason::Import, Element::Other, other, "");
            }
        }
    }
    expressions.apply(&mut ontology, left);
    individuals(graph, &mut ontology, left)?;
    for (predicate, count) in &graph.unread {
        left.leave_many(
            OmissionReason::Unread,
            Element::Other,
            predicate,
            "",
            *count,
        );
    }
    Ok(ontology)
}

/// RDF, RDFS and OWL describe themselves in some files; they are no part of the subject.
fn is_machinery(iri: &str) -> bool {
    use crate::import::ontology::vocabulary::{OWL, RDF, RDFS, XSD};
    [RDF, RDFS, OWL, XSD]
        .iter()
        .any(|space| iri.starts_with(space))
}

/// Enters a node that is a class or a property.
fn declare(
    iri: &str,
    said: &[(Predicate, Object)],
    ontology: &mut Ontology,
    annotations: &mut BTreeSet<String>,
) {
    for (predicate, object) in said {
        let kind = match (predicate, object) {
            (Predicate::Type, Object::Node(Node::Named(ty))) => Kind::of(ty),
            (Predicate::SubClassOf, _) => Some(Kind::Class),
            (Predicate::Domain | Predicate::Range | Predicate::SubPropertyOf, _) => {
                Some(Kind::Property)
            }
            _ => continue,
        };
        let Some(kind) = kind else { continue };
        match kind {
            Kind::Class => {
                ontology.classes.entry(iri.to_owned()).or_default();
            }
            Kind::DeprecatedClass => {
                let class = ontology.classes.entry(iri.to_owned()).or_default();
                class.usage.deprecate(None);
            }
            Kind::Datatype => {
                let class = ontology.classes.entry(iri.to_owned()).or_default();
                class.is_datatype = true;
            }
            Kind::AnnotationProperty => {
                annotations.insert(iri.to_owned());
            }
            Kind::Machinery => {}
            kind => {
                let property = ontology.properties.entry(iri.to_owned()).or_default();
                flag(property, iri, kind);
            }
        }
    }
}

/// What the type of a property says of it.
fn flag(property: &mut Property, iri: &str, kind: Kind) {
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

/// Enters what one triple says of a class or a property.
fn tell(
    iri: &str,
    predicate: Predicate,
    object: &Object,
    ontology: &mut Ontology,
    expressions: &mut Expressions<'_>,
) {
    let named = match object {
        Object::Node(Node::Named(other)) => Some(other),
        _ => None,
    };
    if let Some(class) = ontology.classes.get_mut(iri) {
        texts(&mut class.texts, predicate, object);
        match (predicate, object) {
            (Predicate::SubClassOf, Object::Node(Node::Named(parent))) if !is_top(parent) => {
                class.parents.insert(parent.clone());
            }
            (Predicate::SubClassOf | Predicate::EquivalentClass, Object::Node(node))
                if node.iri().is_none() =>
            {
                expressions.class_is(iri, node);
            }
            // A named class may also be defined in place: `:Red a owl:Class ; owl:oneOf ( … )`.
            (Predicate::OneOf | Predicate::UnionOf | Predicate::IntersectionOf, _) => {
                expressions.class_is(iri, &Node::Named(iri.to_owned()));
            }
            (Predicate::SupersededBy, _) => class.usage.deprecate(named.map(String::as_str)),
            (Predicate::Deprecated, _) if is_true(object) => class.usage.deprecate(None),
            _ => {}
        }
    }
    let inverse_of = named.filter(|_| predicate == Predicate::InverseOf);
    if let Some(property) = ontology.properties.get_mut(iri) {
        texts(&mut property.texts, predicate, object);
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
            }
            (Predicate::SupersededBy, _) => property.usage.deprecate(named.map(String::as_str)),
            (Predicate::Deprecated, _) if is_true(object) => property.usage.deprecate(None),
            _ => {}
        }
        if let Some(other) = inverse_of.and_then(|other| ontology.properties.get_mut(other)) {
            other.inverses.insert(iri.to_owned());
        }
    }
}

fn is_true(object: &Object) -> bool {
    matches!(object, Object::Literal { text, .. } if text == "true" || text == "1")
}

/// Labels, synonyms and comments. A language counts by its first part: `en-GB` is `en`.
fn texts(texts: &mut Texts, predicate: Predicate, object: &Object) {
    let Object::Literal { text, language } = object else {
        return;
    };
    let map = match predicate {
        Predicate::Label => &mut texts.labels,
        Predicate::Synonym => &mut texts.synonyms,
        Predicate::Comment => &mut texts.comments,
        _ => return,
    };
    let language = language.split('-').next().unwrap_or_default();
    let texts = map.entry(language.to_ascii_lowercase()).or_default();
    texts.insert(text.clone());
}

/// Instances: those of an enumeration of schema.org are its values, the others are counted and left.
fn individuals(
    graph: &Graph,
    ontology: &mut Ontology,
    left: &mut Omissions,
) -> Result<(), ImportFinding> {
    let mut tree = Hierarchy::of_classes(ontology);
    let enumerations: BTreeSet<String> = {
        let classes = ontology.classes.keys();
        let mut found = BTreeSet::new();
        for iri in classes {
            let above = tree.above(iri)?;
            if (above.iter()).any(|iri| schema_org(iri) == Some("Enumeration")) {
                found.insert(iri.clone());
            }
        }
        found
    };
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    for (iri, said) in graph.named() {
        for (predicate, object) in said {
            let (Predicate::Type, Object::Node(Node::Named(ty))) = (predicate, object) else {
                continue;
            };
            if Kind::of(ty).is_some() || is_top(ty) || ty == iri {
                continue;
            }
            let values = (ontology.classes.get_mut(ty)).filter(|_| enumerations.contains(ty));
            if let Some(class) = values {
                let value = class.values.entry(iri.to_owned()).or_default();
                for (predicate, object) in said {
                    texts(value, *predicate, object);
                }
            } else if !is_value(ontology, ty, iri) {
                *counted.entry(ty.clone()).or_default() += 1;
            }
        }
    }
    for (class, count) in counted {
        left.leave_many(
            OmissionReason::Individual,
            Element::Other,
            &class,
            "instances",
            count,
        );
    }
    // The values of a closed list were named before what is said of them was seen.
    for class in ontology.classes.values_mut() {
        for (iri, value) in &mut class.values {
            for (predicate, object) in graph.of(&Node::Named(iri.clone())) {
                texts(value, *predicate, object);
            }
        }
    }
    Ok(())
}

fn is_value(ontology: &Ontology, class: &str, iri: &str) -> bool {
    let class = ontology.classes.get(class);
    class.is_some_and(|class| class.values.contains_key(iri))
}
