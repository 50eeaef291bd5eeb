//! Class expressions of OWL, as far as a codebook can say them: unions, closed lists, and which class a restriction
//! gives a property to.

use std::collections::{BTreeMap, BTreeSet};

use crate::import::bounds::DEPTH;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::Ontology;
use crate::import::ontology::vocabulary::{Predicate, is_top};
use crate::import::read::graph::{Graph, Node};

/// What expressions say, until all classes are known.
pub(crate) struct Expressions<'g> {
    graph: &'g Graph,
    /// Takes what a codebook cannot say.
    pub(crate) left: &'g mut Omissions,
    /// Class and one that is above it.
    parents: Vec<(String, String)>,
    /// Class and a value of its closed list.
    values: Vec<(String, String)>,
    /// Property, class that has it, and what it leads to there.
    restrictions: Vec<(String, String, Vec<String>)>,
}

impl<'g> Expressions<'g> {
    pub(crate) fn new(graph: &'g Graph, left: &'g mut Omissions) -> Self {
        Self {
            graph,
            left,
            parents: Vec::new(),
            values: Vec::new(),
            restrictions: Vec::new(),
        }
    }

    /// A named class is, or is below, this expression.
    pub(crate) fn class_is(&mut self, class: &str, expression: &Node) {
        self.read(class, expression, 0);
    }

    fn read(&mut self, class: &str, expression: &Node, depth: usize) {
        if depth > DEPTH {
            return;
        }
        let graph = self.graph;
        if let Some(property) = graph.nodes(expression, Predicate::OnProperty).next() {
            let values = (graph.nodes(expression, Predicate::ValuesFrom))
                .flat_map(|range| self.members(range))
                .collect::<Vec<_>>();
            if values.is_empty() {
                self.left.class(OmissionReason::Restriction, class, "");
            }
            if let Some(property) = property.iri() {
                let said = (property.to_owned(), class.to_owned(), values);
                self.restrictions.push(said);
            }
            return;
        }
        let mut understood = false;
        for list in graph.nodes(expression, Predicate::OneOf) {
            understood = true;
            let values = graph.list(list).into_iter().filter_map(Node::iri);
            self.values
                .extend(values.map(|value| (class.to_owned(), value.to_owned())));
        }
        for list in graph.nodes(expression, Predicate::UnionOf) {
            understood = true;
            for member in graph.list(list) {
                match member.iri() {
                    Some(below) => self.parents.push((below.to_owned(), class.to_owned())),
                    None => self.left.class(OmissionReason::ClassExpression, class, ""),
                }
            }
        }
        for list in graph.nodes(expression, Predicate::IntersectionOf) {
            understood = true;
            for member in graph.list(list) {
                match member.iri() {
                    Some(above) => self.parents.push((class.to_owned(), above.to_owned())),
                    None => self.read(class, member, depth + 1),
                }
            }
        }
        if !understood {
            self.left.class(OmissionReason::ClassExpression, class, "");
        }
    }

    /// The named classes of a domain or a range: itself, or the members of a union.
    pub(crate) fn members(&self, node: &Node) -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            match node.iri() {
                Some(iri) => {
                    named.insert(iri.to_owned());
                }
                None => {
                    for list in self.graph.nodes(node, Predicate::UnionOf) {
                        open.extend(self.graph.list(list));
                    }
                }
            }
        }
        named
    }

    /// Enters what was said into the ontology.
    pub(crate) fn apply(self, ontology: &mut Ontology) {
        for (below, above) in self.parents {
            if let Some(class) = ontology.classes.get_mut(&below)
                && !is_top(&above)
                && below != above
            {
                class.parents.insert(above);
            }
        }
        for (class, value) in self.values {
            if let Some(class) = ontology.classes.get_mut(&class) {
                class.values.entry(value).or_default();
            }
        }
        // A restriction counts where the property itself says nothing: it is narrower than a domain or a range.
        let bare: BTreeMap<String, (bool, bool)> = (ontology.properties.iter())
            .map(|(iri, property)| {
                let says = |list: &BTreeSet<String>| list.iter().any(|iri| !is_top(iri));
                let (domain, range) = (says(&property.domains), says(&property.ranges));
                (iri.clone(), (!domain, !range))
            })
            .collect();
        for (property, class, values) in self.restrictions {
            let Some(said) = ontology.properties.get_mut(&property) else {
                continue;
            };
            let (domain, range) = bare.get(&property).copied().unwrap_or_default();
            if domain && said.parents.is_empty() {
                said.domains.insert(class);
            }
            if range && said.parents.is_empty() {
                said.ranges.extend(values);
            }
        }
    }
}
