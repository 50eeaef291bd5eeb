//! Triples as they are read: those an ontology is made of are kept, the others counted by predicate.

use std::collections::BTreeMap;

use crate::finding::Rule;
use crate::import::bounds::TRIPLES;
use crate::import::finding::ImportFinding;
use crate::import::ontology::vocabulary::{Predicate, RDF};

/// A subject, or an object that is no literal. Names first in the order, so that blank nodes decide nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Node {
    /// An IRI.
    Named(String),
    /// A blank node; its label means something only within one reading.
    Blank(String),
}

impl Node {
    /// The IRI, where it is one.
    pub(crate) fn iri(&self) -> Option<&str> {
        match self {
            Self::Named(iri) => Some(iri),
            Self::Blank(_) => None,
        }
    }
}

/// An object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Object {
    Node(Node),
    /// A text with its language, empty where none is said.
    Literal {
        text: String,
        language: String,
    },
}

impl Object {
    /// The IRI, where it is one.
    pub(crate) fn iri(&self) -> Option<&str> {
        match self {
            Self::Node(node) => node.iri(),
            Self::Literal { .. } => None,
        }
    }
}

/// The triples of one ontology.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    triples: usize,
    by_subject: BTreeMap<Node, Vec<(Predicate, Object)>>,
    /// Predicates that are not read, with the number of their triples.
    pub(crate) unread: BTreeMap<String, usize>,
}

impl Graph {
    /// Takes one triple.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn add(
        &mut self,
        subject: Node,
        predicate: &str,
        object: Object,
    ) -> Result<(), ImportFinding> {
        self.triples += 1;
        if self.triples > TRIPLES {
            let message = format!("the ontology has more than {TRIPLES} triples");
            return Err(ImportFinding::new(Rule::OntologyTooLarge, message)
                .help("import a module of it at a time"));
        }
        match Predicate::of(predicate) {
            Some(predicate) => {
                let said = self.by_subject.entry(subject).or_default();
                said.push((predicate, object));
            }
            None => *self.unread.entry(predicate.to_owned()).or_default() += 1,
        }
        Ok(())
    }

    /// Puts what is said of each node in order, so that the order of the file decides nothing.
    pub(crate) fn settle(&mut self) {
        for said in self.by_subject.values_mut() {
            said.sort();
            said.dedup();
        }
    }

    /// Every subject that is named, in the order of IRIs.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &[(Predicate, Object)])> {
        (self.by_subject.iter())
            .filter_map(|(subject, said)| Some((subject.iri()?, said.as_slice())))
    }

    /// What is said of a node.
    pub(crate) fn of(&self, subject: &Node) -> &[(Predicate, Object)] {
        self.by_subject.get(subject).map_or(&[], Vec::as_slice)
    }

    /// The objects of a predicate that are no literals.
    pub(crate) fn nodes<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Node> {
        (self.of(subject).iter()).filter_map(move |(said, object)| match object {
            Object::Node(node) if *said == predicate => Some(node),
            _ => None,
        })
    }

    /// The members of an RDF list, as far as it is one: it ends at the first node seen before.
    pub(crate) fn list<'g>(&'g self, head: &'g Node) -> Vec<&'g Node> {
        let mut members = Vec::new();
        let mut cell = head;
        let mut seen = std::collections::BTreeSet::new();
        while cell.iri().and_then(|iri| iri.strip_prefix(RDF)) != Some("nil") && seen.insert(cell) {
            members.extend(self.nodes(cell, Predicate::First).next());
            let Some(rest) = self.nodes(cell, Predicate::Rest).next() else {
                break;
            };
            cell = rest;
        }
        members
    }
}

/// The finding for a nesting of more than so many levels.
pub(crate) fn too_deep(most: usize) -> ImportFinding {
    let message = format!("the ontology nests deeper than {most} levels");
    ImportFinding::new(Rule::OntologyTooDeep, message)
}
