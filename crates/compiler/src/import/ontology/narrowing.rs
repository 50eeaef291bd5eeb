//! `Narrowing`: the selection of a part of an ontology.

/// The selection of a part of an ontology; the default is all of it.
#[derive(Debug, Default, Clone)]
pub struct Narrowing {
    /// Only these classes and those that `depth` adds. Each is an IRI, its last part, or the name of the type.
    pub classes: Vec<String>,
    /// Only classes and properties whose IRI starts with one of these.
    pub namespaces: Vec<String>,
    /// Number of steps from the named classes or, if none is named, from the root classes. A step leads to direct
    /// subclasses and to the targets of properties. `None`: no steps from named classes, or everything.
    pub depth: Option<u32>,
}

impl Narrowing {
    /// True where an IRI is in a wanted namespace.
    pub(crate) fn has(&self, iri: &str) -> bool {
        self.namespaces.is_empty() || self.namespaces.iter().any(|space| iri.starts_with(space))
    }
}
