//! RDF triples. Triples that an ontology is read from are kept; the others are counted by predicate.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::finding::Rule;
use crate::import::bounds::TRIPLES;
use crate::import::finding::ImportFinding;
use crate::import::ontology::vocabulary::{Predicate, RDF, is_ontology};

/// A subject, or an object that is not a literal. IRIs sort first, so that blank nodes do not affect the order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Node {
    Named(String),
    /// A blank node; its label is only meaningful within one reading.
    Blank(String),
}

impl Node {
    pub(crate) fn iri(&self) -> Option<&str> {
        match self {
            Self::Named(iri) => Some(iri),
            Self::Blank(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Object {
    Node(Node),
    /// A text with its language; empty if there is no language tag.
    Literal {
        text: String,
        language: String,
    },
}

impl Object {
    pub(crate) fn node(&self) -> Option<&Node> {
        match self {
            Self::Node(node) => Some(node),
            Self::Literal { .. } => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Node(_) => None,
            Self::Literal { text, .. } => Some(text),
        }
    }

    pub(crate) fn iri(&self) -> Option<&str> {
        self.node()?.iri()
    }
}

/// The triples of one or several documents.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The number of the document. Blank nodes of two documents are never equal.
    document: usize,
    pub(crate) triples: usize,
    by_subject: BTreeMap<Node, Vec<(Predicate, Object)>>,
    /// Ignored predicates, each with its number of triples.
    pub(crate) unread: BTreeMap<String, usize>,
    /// The steps taken through lists and shapes, which may share nodes.
    steps: Cell<usize>,
}

impl Graph {
    /// An empty graph for a document.
    pub(crate) fn of_document(document: usize) -> Self {
        Self {
            document,
            ..Self::default()
        }
    }

    /// Adds the triples of another document.
    ///
    /// # Errors
    /// If there are too many triples.
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
        Err(ImportFinding::too_large(message))
    }

    /// A node whose blank label is unique to this document.
    fn own(&self, node: Node) -> Node {
        match node {
            Node::Blank(label) if self.document > 0 => {
                Node::Blank(format!("{}.{label}", self.document))
            }
            node => node,
        }
    }

    /// Adds one triple.
    ///
    /// # Errors
    /// If there are too many triples.
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
        // A subject counts even if none of its triples is kept.
        self.by_subject.entry(subject).or_default().extend(read);
        Ok(())
    }

    /// Sorts the statements of each node, so that the order in the file does not matter.
    pub(crate) fn settle(&mut self) {
        for said in self.by_subject.values_mut() {
            said.sort();
            said.dedup();
        }
    }

    pub(crate) fn subjects(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.by_subject.keys()
    }

    /// All IRIs of the declared ontologies.
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

    /// The IRIs of the imported ontologies.
    pub(crate) fn imports(&self) -> impl Iterator<Item = &str> {
        let said = self.named().flat_map(|(_, said)| said);
        said.filter_map(|(predicate, object)| {
            (*predicate == Predicate::Imports).then(|| object.iri())?
        })
    }

    /// All subjects with an IRI, sorted.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &[(Predicate, Object)])> {
        (self.by_subject.iter())
            .filter_map(|(subject, said)| Some((subject.iri()?, said.as_slice())))
    }

    /// The statements about a node.
    pub(crate) fn of(&self, subject: &Node) -> &[(Predicate, Object)] {
        self.by_subject.get(subject).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn objects<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Object> {
        let said = self.of(subject).iter();
        said.filter_map(move |(said, object)| (*said == predicate).then_some(object))
    }

    /// The objects of a predicate that are not literals.
    pub(crate) fn nodes<'g>(
        &'g self,
        subject: &Node,
        predicate: Predicate,
    ) -> impl Iterator<Item = &'g Node> {
        self.objects(subject, predicate).filter_map(Object::node)
    }

    /// True where a node has this number as the value of a predicate.
    pub(crate) fn says(&self, subject: &Node, predicate: Predicate, number: u8) -> bool {
        let mut texts = self.objects(subject, predicate).filter_map(Object::text);
        texts.any(|text| text.trim().parse() == Ok(number))
    }

    /// The members of an RDF list, up to the first node that repeats.
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

    /// Counts a step through lists and shapes; `false` once the bound is reached.
    pub(crate) fn step(&self) -> bool {
        self.steps.update(|steps| steps + 1);
        self.steps.get() <= TRIPLES
    }

    /// Rejects a graph whose lists and shapes took too many steps.
    ///
    /// # Errors
    /// If the bound on steps was reached.
    pub(crate) fn walked(&self) -> Result<(), ImportFinding> {
        if self.steps.get() <= TRIPLES {
            return Ok(());
        }
        let message = "the lists and shapes of the ontology are too large to walk";
        Err(ImportFinding::too_large(message))
    }
}

/// The finding for nesting deeper than `most` levels.
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
