//! OWL class expressions, as far as a codebook can express them: unions, enumerations, and the class that a restriction
//! gives a property to.

use std::collections::{BTreeMap, BTreeSet};

use crate::import::bounds::DEPTH;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::vocabulary::{Predicate, is_machinery, is_top};
use crate::import::ontology::{Constraint, ListedValue, Ontology};
use crate::import::read::graph::{Graph, Node, Object};
use crate::text::hash::texts_hash;

/// The results of expressions, kept until all classes are known.
pub(crate) struct Expressions<'g> {
    pub(super) graph: &'g Graph,
    /// Collects the parts that a codebook cannot express.
    pub(crate) left: &'g mut Omissions,
    /// Class and superclass.
    parents: Vec<(String, String)>,
    /// Class and the values of its enumeration.
    values: BTreeMap<String, BTreeSet<ListedValue>>,
    /// Property, class, and the constraint of the class on the property.
    pub(super) constraints: Vec<(String, String, Constraint)>,
}

impl<'g> Expressions<'g> {
    pub(crate) fn new(graph: &'g Graph, left: &'g mut Omissions) -> Self {
        Self {
            graph,
            left,
            parents: Vec::new(),
            values: BTreeMap::new(),
            constraints: Vec::new(),
        }
    }

    /// States that a named class equals or specialises this expression.
    pub(crate) fn class_is(&mut self, class: &str, expression: &Node) {
        self.read(class, expression, 0);
    }

    fn read(&mut self, class: &str, expression: &Node, depth: usize) {
        if depth > DEPTH {
            return;
        }
        let graph = self.graph;
        if let Some(property) = graph.nodes(expression, Predicate::OnProperty).next() {
            self.restriction(class, expression, property);
            return;
        }
        let mut understood = false;
        if graph.nodes(expression, Predicate::OneOf).next().is_some() {
            understood = true;
            let values = self.listed(expression, Predicate::OneOf);
            let known = self.values.entry(class.to_owned()).or_default();
            known.extend(values);
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
                    None => {
                        if let Some(member) = member.node() {
                            self.read(class, member, depth + 1);
                        }
                    }
                }
            }
        }
        if !understood {
            self.left.class(OmissionReason::ClassExpression, class, "");
        }
    }

    /// Reads a restriction: a range for the values of a property, or a bound on their number.
    fn restriction(&mut self, class: &str, expression: &Node, property: &Node) {
        use Predicate::{MaxCardinality, MinCardinality, QualifiedFrom, ValuesFrom};
        let graph = self.graph;
        let qualified = || graph.nodes(expression, QualifiedFrom);
        let from = graph.nodes(expression, ValuesFrom).chain(qualified());
        let ranges: BTreeSet<String> = from.flat_map(|range| self.members(range)).collect();
        let at_most_one = graph.says(expression, MaxCardinality, 1);
        let of_all = qualified().all(|range| range.iri().is_some_and(is_top));
        let none = graph.says(expression, MaxCardinality, 0);
        let has_number = graph.objects(expression, MaxCardinality).next().is_some();
        let is_number_lost = has_number && !at_most_one && !none;
        let is_taken = !ranges.is_empty()
            || at_most_one && of_all
            || graph.says(expression, MinCardinality, 0);
        let Some(property) = property.iri() else {
            let detail = "of the inverse of a property";
            self.left.class(OmissionReason::Restriction, class, detail);
            return;
        };
        if none || !is_taken || is_number_lost {
            self.left
                .class(OmissionReason::Restriction, class, property);
        }
        if none {
            return;
        }
        let constraint = Constraint {
            ones: if at_most_one {
                ranges.clone()
            } else {
                BTreeSet::new()
            },
            ranges,
            is_one: at_most_one && of_all,
            ..Constraint::default()
        };
        (self.constraints).push((property.to_owned(), class.to_owned(), constraint));
    }

    /// The members of an enumeration.
    pub(super) fn listed(&self, node: &Node, predicate: Predicate) -> BTreeSet<ListedValue> {
        let members = self.graph.listed(node, predicate);
        let values = members.filter_map(|member| match member {
            Object::Literal { text, .. } => Some(ListedValue::Text(text.clone())),
            Object::Node(node) => Some(ListedValue::Individual(node.iri()?.to_owned())),
        });
        values.collect()
    }

    /// Declares an anonymous enumeration as a class; `None` if it has no members. Its name is not an IRI.
    pub(super) fn enumeration(&mut self, values: BTreeSet<ListedValue>) -> Option<String> {
        let texts = values.iter().map(|value| match value {
            ListedValue::Individual(text) | ListedValue::Text(text) => text.as_str(),
        });
        let name = format!("one of {}", texts_hash(texts));
        let is_some = !values.is_empty();
        is_some.then(|| {
            self.values.insert(name.clone(), values);
            name
        })
    }

    /// The classes of a domain or a range: the node itself, the members of a union, and an enumeration.
    pub(crate) fn members(&mut self, node: &Node) -> BTreeSet<String> {
        let graph = self.graph;
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
                    let union = graph.listed(node, Predicate::UnionOf);
                    // A datatype with facets is read as its base datatype.
                    let faceted = graph.nodes(node, Predicate::OnDatatype);
                    open.extend(union.filter_map(Object::node).chain(faceted));
                    let values = self.listed(node, Predicate::OneOf);
                    named.extend(self.enumeration(values));
                }
            }
        }
        named
    }

    /// Enters the collected results into the ontology.
    pub(crate) fn apply(self, ontology: &mut Ontology) {
        for (below, above) in self.parents {
            if let Some(class) = ontology.classes.get_mut(&below)
                && !is_top(&above)
                && below != above
            {
                class.parents.insert(above);
            }
        }
        for (class, values) in self.values {
            let class = ontology.classes.entry(class).or_default();
            for value in values {
                class.values.entry(value).or_default();
            }
        }
        for (property, class, said) in self.constraints {
            // Another file may declare the property; its range is enough here.
            let is_known = ontology.properties.contains_key(&property);
            if is_machinery(&property) || !is_known && said.ranges.is_empty() {
                let reason = OmissionReason::Restriction;
                self.left.class(reason, &class, &property);
                continue;
            }
            let property = ontology.properties.entry(property).or_default();
            property.constraints.entry(class).or_default().join(said);
        }
    }
}
