//! What an open element of RDF/XML is, and the attributes that say so.

use crate::import::bounds::BASE;
use crate::import::read::graph::Node;

/// What holds inside of an element.
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

/// What an open element is.
#[derive(Debug)]
pub(crate) enum Kind {
    /// `rdf:RDF`.
    Root,
    /// A node element, with the number of its `rdf:li`.
    Node { subject: Node, members: usize },
    /// A property element; without a text once it leads to a node, so that letters say nothing.
    Property {
        subject: Node,
        predicate: String,
        text: Option<String>,
    },
    /// A property element that is a list: its last cell, and what leads on from there.
    Collection { last: Node, predicate: String },
    /// Markup inside of a literal; nothing in it is read.
    Literal,
}

/// The attributes of an element, by what they mean.
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
    /// Takes an attribute of RDF's own; one that names a datatype says nothing to an import.
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
