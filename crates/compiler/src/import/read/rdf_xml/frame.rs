//! Open elements of RDF/XML and their attributes.

use crate::import::bounds::BASE;
use crate::import::read::graph::Node;

/// The values in scope inside an element.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub(crate) base: String,
    pub(crate) language: String,
}

impl Default for Scope {
    fn default() -> Self {
        Self {
            base: BASE.to_owned(),
            language: String::new(),
        }
    }
}

/// An open element.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) scope: Scope,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// `rdf:RDF`.
    Root,
    /// A node element, with the number of `rdf:li` so far.
    Node { subject: Node, members: usize },
    /// A property element. Its text is dropped once it leads to a node.
    Property {
        subject: Node,
        predicate: String,
        text: Option<String>,
    },
    /// A property element with a collection: its last cell, and the predicate to the next one.
    Collection { last: Node, predicate: String },
    /// An XML literal; its content is ignored.
    Literal,
}

/// Attributes by meaning.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    pub(crate) base: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) about: Option<String>,
    pub(crate) id: Option<String>,
    pub(crate) node_id: Option<String>,
    pub(crate) resource: Option<String>,
    pub(crate) parse_type: Option<String>,
    pub(crate) ty: Option<String>,
    pub(crate) properties: Vec<(String, String)>,
}

impl Attributes {
    /// Reads an attribute of the RDF namespace; `rdf:datatype` is ignored.
    pub(crate) fn rdf(&mut self, name: &str, value: String) {
        let slot = match name {
            "about" => &mut self.about,
            "ID" => &mut self.id,
            "nodeID" => &mut self.node_id,
            "resource" => &mut self.resource,
            "parseType" => &mut self.parse_type,
            "type" => &mut self.ty,
            _ => return,
        };
        *slot = Some(value);
    }
}
