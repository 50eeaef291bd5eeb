//! What an open element of RDF/XML is, and the attributes that say so.

use crate::import::graph::Node;

/// An open element.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) base: String,
    pub(super) language: String,
    pub(super) kind: Kind,
}

/// What an open element is.
#[derive(Debug)]
pub(super) enum Kind {
    /// `rdf:RDF`.
    Root,
    /// A node element, with the number of its `rdf:li`.
    Node { subject: Node, members: usize },
    /// A property element; `done` once it leads to a node, so that its text says nothing.
    Property {
        subject: Node,
        predicate: String,
        text: String,
        done: bool,
    },
    /// A property element that is a list: its last cell, and what leads on from there.
    Collection { last: Node, predicate: String },
    /// Markup inside of a literal; nothing in it is read.
    Literal,
}

/// The attributes of an element, by what they mean.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub(super) base: Option<String>,
    pub(super) language: Option<String>,
    pub(super) about: Option<String>,
    pub(super) id: Option<String>,
    pub(super) node_id: Option<String>,
    pub(super) resource: Option<String>,
    pub(super) parse_type: Option<String>,
    pub(super) ty: Option<String>,
    pub(super) properties: Vec<(String, String)>,
}

impl Attributes {
    /// Takes an attribute of RDF's own; one that names a datatype says nothing to an import.
    pub(super) fn rdf(&mut self, name: &str, value: String) {
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
