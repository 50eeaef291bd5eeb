//! `Narrowing`: what of an ontology is wanted.

/// What of an ontology is wanted; the default is all of it.
#[derive(Debug, Default, Clone)]
pub struct Narrowing {
    /// Only these classes, by IRI, by the last part of it, or by the name of the type; and what `depth` adds.
    pub classes: Vec<String>,
    /// Only classes and properties whose IRI starts with one of these.
    pub namespaces: Vec<String>,
    /// How many steps are taken from the named classes, or else from those without a class above them: a step leads
    /// to the classes right below and to those a property leads to. Without it: none from named classes, all else.
    pub depth: Option<u32>,
}

impl Narrowing {
    /// Whether an IRI is of a namespace that is wanted.
    pub(crate) fn has(&self, iri: &str) -> bool {
        self.namespaces.is_empty() || self.namespaces.iter().any(|space| iri.starts_with(space))
    }
}
