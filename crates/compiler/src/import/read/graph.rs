//! Triples as they are read: those an ontology is made of are kept, the others counted by predicate.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::finding::Rule;
use crate::import::bounds::TRIPLES;
use crate::import::finding::ImportFinding;
use crate::import::ontology::vocabulary::{Predicate, RDF, is_ontology};

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
    /// The node, where it is no literal.
    pub(crate) fn node(&self) -> Option<&Node> {
        match self {
            Self::Node(node) => Some(node),
            Self::Literal { .. } => None,
        }
    }

    /// The text, where it is a literal.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Node(_) => None,
            Self::Literal { text, .. } => Some(text),
        }
    }

    /// The IRI, where it is one.
    pub(crate) fn iri(&self) -> Option<&str> {
        self.node()?.iri()
    }
}

/// The triples of one document, or of several.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// Which document it is: blank nodes of two of them are never one.
    document: usize,
    pub(crate) triples: usize,
    by_subject: BTreeMap<Node, Vec<(Predicate, Object)>>,
    /// Predicates that are not read, with the number of their triples.
    pub(crate) unread: BTreeMap<String, usize>,
    /// Steps through lists and shapes: many may share one.
    steps: Cell<usize>,
}

impl Graph {
    /// The graph of a document, before it is read.
    pub(crate) fn of_document(document: usize) -> Self {
        Self {
            document,
            ..Self::default()
        }
    }

    /// Takes the triples of another document.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn join(&mut self, other: Self) -> Result<(), ImportFinding> {
        self.triples += other.triples;
        self.bounded()?;
        for (subject, said) in other.by_subject {
            self.by_subject.entry(subject).or_default().extend(said);
        }
        for (predicate, count) in other.unread {
            *self.unread.entry(predicate).or_default() += count;
        }
        Ok(())
    }

    fn bounded(&self) -> Result<(), ImportFinding> {
        if self.triples <= TRIPLES {
            return Ok(());
        }
        let message = format!("the ontology has more than {TRIPLES} triples");
        Err(ImportFinding::new(Rule::OntologyTooLarge, message)
            .help("import a module of it at a time"))
    }

    /// A blank node of this document.
    fn own(&self, node: Node) -> Node {
        match node {
            Node::Blank(label) if self.document > 0 => {
                Node::Blank(format!("{}.{label}", self.document))
            }
            node => node,
        }
    }

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
        self.bounded()?;
        let subject = self.own(subject);
        let read = match (Predicate::of(predicate), object) {
            (Some(predicate), Object::Node(node)) => {
                Some((predicate, Object::Node(self.own(node))))
            }
            (Some(predicate), literal) => Some((predicate, literal)),
            (None, _) => {
                *self.unread.entry(predicate.to_owned()).or_default() += 1;
                None
            }
        };
        // A subject counts, even where nothing of it is read.
        self.by_subject.entry(subject).or_default().extend(read);
        Ok(())
    }

    /// Puts what is said of each node in order, so that the order of the file decides nothing.
    pub(crate) fn settle(&mut self) {
        for said in self.by_subject.values_mut() {
            said.sort();
            said.dedup();
        }
    }

    /// Every subject.
    pub(crate) fn subjects(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.by_subject.keys()
    }

    /// The ontologies that are declared, by all their names.
    pub(crate) fn ontologies(&self) -> impl Iterator<Item = &str> {
        let declared = self.named().filter(|(_, said)| {
            (said.iter()).any(|(predicate, object)| {
                *predicate == Predicate::Type && object.iri().is_some_and(is_ontology)
            })
        });
        declared.flat_map(|(iri, said)| {
            let versions = said.iter().filter_map(|(predicate, object)| {
                (*predicate == Predicate::VersionIri).then(|| object.iri())?
            });
            versions.chain([iri])
        })
    }

    /// The ontologies that are imported.
    pub(crate) fn imports(&self) -> impl Iterator<Item = &str> {
        let said = self.named().flat_map(|(_, said)| said);
        said.filter_map(|(predicate, object)| {
            (*predicate == Predicate::Imports).then(|| object.iri())?
        })
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

    /// The objects of a predicate.
    pub(crate) fn objects<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Object> {
        let said = self.of(subject).iter();
        said.filter_map(move |(said, object)| (*said == predicate).then_some(object))
    }

    /// The objects of a predicate that are no literals.
    pub(crate) fn nodes<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Node> {
        self.objects(subject, predicate).filter_map(Object::node)
    }

    /// Whether the graph has this number there.
    pub(crate) fn says(&self, subject: &Node, predicate: Predicate, number: u8) -> bool {
        let mut texts = self.objects(subject, predicate).filter_map(Object::text);
        texts.any(|text| text.trim().parse() == Ok(number))
    }

    /// The members of an RDF list, as far as it is one: it ends at the first node seen before.
    pub(crate) fn list<'g>(&'g self, head: &'g Node) -> Vec<&'g Object> {
        let mut members = Vec::new();
        let mut cell = head;
        let mut seen = std::collections::BTreeSet::new();
        while cell.iri().and_then(|iri| iri.strip_prefix(RDF)) != Some("nil")
            && self.step()
            && seen.insert(cell)
        {
            members.extend(self.objects(cell, Predicate::First).next());
            let Some(rest) = self.nodes(cell, Predicate::Rest).next() else {
                break;
            };
            cell = rest;
        }
        members
    }

    /// The members of the lists that a predicate leads to.
    pub(crate) fn listed<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Object> {
        (self.nodes(subject, predicate)).flat_map(|head| self.list(head))
    }

    /// Counts a step through lists and shapes; whether it is to be taken.
    pub(crate) fn step(&self) -> bool {
        self.steps.update(|steps| steps + 1);
        self.steps.get() <= TRIPLES
    }

    /// Refuses a graph whose lists and shapes took too many steps.
    ///
    /// # Errors
    /// When they were.
    pub(crate) fn walked(&self) -> Result<(), ImportFinding> {
        if self.steps.get() <= TRIPLES {
            return Ok(());
        }
        let message = "the lists and shapes of the ontology are too large to walk";
        Err(ImportFinding::new(Rule::OntologyTooLarge, message)
            .help("import a module of it at a time"))
    }
}

/// The finding for a nesting of more than so many levels.
pub(crate) fn too_deep(most: usize) -> ImportFinding {
    let message = format!("the ontology nests deeper than {most} levels");
    ImportFinding::new(Rule::OntologyTooDeep, message)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Graph, TRIPLES};

    #[test]
    fn steps_through_lists_are_bounded() {
        let graph = Graph {
            steps: Cell::new(TRIPLES),
            ..Graph::default()
        };
        assert!(graph.walked().is_ok());
        assert!(!graph.step());
        assert!(graph.walked().is_err());
    }
}
